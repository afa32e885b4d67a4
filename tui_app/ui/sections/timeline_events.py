"""The events of the timeline.

To add a kind, write a function that gives its events and add an entry to ``KINDS``.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from msgspec import Struct

from tui_app.contract import operations as ops
from tui_app.contract.past import CompanyHistory, RegisterChange
from tui_app.contract.resources import CompanyProfile, CourtCase, FinancialData
from tui_app.contract.timestamps import parse_timestamp
from tui_app.insight.court_names import short_court, with_blanks
from tui_app.insight.growth import by_year
from tui_app.insight.standing_rules import is_debtor
from tui_app.system.language import N_, _, ngettext
from tui_app.ui.charts.wording import compact
from tui_app.ui.panes.company import WorkspaceData
from tui_app.ui.remote.answers import LoadedData
from tui_app.ui.sections.case_rows import case_fields, link_of
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text import past
from tui_app.ui.text import research as wording
from tui_app.ui.text.drawing import RecordField


class Event(Struct, frozen=True):
    """Something that happened, or was observed.

    ``day`` orders it; ``when`` is its date as shown, which may be a year. ``style`` is that of its
    mark. ``fields`` gives all known fields, for a dialog. ``link`` is the address that the first
    word of the text leads to.
    """

    day: dt.date
    when: str
    kind: str
    text: str
    fields: Callable[[], list[RecordField]]
    style: str = "dim"
    link: str = ""


class TimelineData(Struct, frozen=True, kw_only=True):
    """The data that the events are read from."""

    loaded: LoadedData
    in_workspace: WorkspaceData
    is_invented: bool

    @property
    def profile(self) -> CompanyProfile | None:
        """The profile, if loaded."""
        return self.loaded.data(ops.PROFILE, CompanyProfile)

    @property
    def cases(self) -> tuple[CourtCase, ...]:
        """The court cases that are loaded."""
        pages = self.loaded.case_pages
        return tuple(case for number in sorted(pages) for case in pages[number].data.court_cases)


class Kind(Struct, frozen=True):
    """A kind of event: its name for programs, its mark, its word, and its events."""

    name: str
    mark: str
    word: str
    events: Callable[[TimelineData], Iterator[Event]]


def _company(known: TimelineData) -> Iterator[Event]:
    profile = known.profile
    if profile is None:
        return
    registered = parse_timestamp(profile.registration_date or "")
    if registered is not None:
        day = registered.date()
        yield _plain(day, fmt.date(day), "company", _("Registered"))
    elif profile.founding_year is not None and 1 <= profile.founding_year <= dt.MAXYEAR:
        year = profile.founding_year
        yield _plain(dt.date(year, 1, 1), str(year), "company", _("Founded"))


def _statements(known: TimelineData) -> Iterator[Event]:
    data = known.loaded.data(ops.FINANCIAL, FinancialData)
    for record in by_year(data.financial_data) if data else ():
        if record.year is None or not 1 <= record.year <= dt.MAXYEAR:
            continue
        parts = [_("Statement")]
        if record.turnover is not None:
            parts.append(_("turnover {amount}").format(amount=compact(record.turnover)))
        if (profit := record.net_profit) is not None:
            text = _("loss {amount}") if profit < 0 else _("profit {amount}")
            parts.append(text.format(amount=compact(abs(profit))))
        if (people := record.employee) is not None:
            text = ngettext("{count} employee", "{count} employees", people)
            parts.append(text.format(count=fmt.number(people)))
        # A statement shows how the year ended.
        end, style = dt.date(record.year, 12, 31), "bad" if (profit or 0) < 0 else "dim"
        yield _plain(end, str(record.year), "statements", " · ".join(parts), style)


def _cases(known: TimelineData) -> Iterator[Event]:
    for case in known.cases:
        moment = parse_timestamp(case.date or "")
        if moment is None:
            continue
        court = short_court(with_blanks(case.institution or ""))
        parts = (case.case_number, case.party_status, with_blanks(case.case_category or ""), court)
        text = " · ".join(fmt.text(part) for part in parts if part)
        day, style = moment.date(), "warn" if is_debtor(case) else "dim"

        def fields(case: CourtCase = case) -> list[RecordField]:
            return case_fields(case, is_invented=known.is_invented)

        link = link_of(case, is_invented=known.is_invented)
        yield Event(day, fmt.date(day), "cases", text, fields, style, link)


def _changes(known: TimelineData) -> Iterator[Event]:
    has_register = known.loaded.data(ops.HISTORY, CompanyHistory) is not None
    for change in known.in_workspace.changes:
        if change.not_after and has_register:
            continue  # among the changes in the register
        day = change.first_seen.astimezone().date()
        text = wording.change(change)
        text = f"{text} ({wording.change_day(change)})" if change.not_after else text
        yield _plain(day, fmt.date(day), "changes", text, "warn")
    if known.in_workspace.first_seen is not None:
        day = known.in_workspace.first_seen.astimezone().date()
        yield _plain(day, fmt.date(day), "changes", _("first look"))


def _register(known: TimelineData) -> Iterator[Event]:
    history = known.loaded.data(ops.HISTORY, CompanyHistory)
    for change in history.changes if history else ():
        try:
            day = dt.date.fromisoformat(change.not_after)
        except ValueError:
            continue

        def fields(change: RegisterChange = change) -> list[RecordField]:
            return [
                RecordField(_("What"), past.what(change)),
                RecordField(_("When"), past.when(change)),
                RecordField(_("Before"), fmt.text(change.before)),
                RecordField(_("After"), fmt.text(change.after)),
                RecordField(_("Source"), _("snapshots of the register of these two days")),
            ]

        yield Event(
            day, fmt.date(day), "register", past.change_on_timeline(change), fields, style="warn"
        )


KINDS: Final = (
    Kind("company", "◆", N_("company"), _company),
    Kind("statements", "■", N_("statements"), _statements),
    Kind("cases", "◇", N_("court cases"), _cases),
    Kind("register", "▲", N_("changes in the register"), _register),
    Kind("changes", "●", N_("changes seen"), _changes),
)
"""In the order of the menu."""

BY_NAME: Final = {kind.name: kind for kind in KINDS}


def events(known: TimelineData, hidden: Iterable[str] = ()) -> tuple[Event, ...]:
    """All events of the kinds that are not hidden, newest first."""
    left_out = frozenset(hidden)
    shown = (kind for kind in KINDS if kind.name not in left_out)
    found = (event for kind in shown for event in kind.events(known))
    return tuple(sorted(found, key=lambda event: event.day, reverse=True))


def _plain(day: dt.date, when: str, kind: str, text: str, style: str = "dim") -> Event:
    def fields() -> list[RecordField]:
        return [RecordField(_("Date"), when), RecordField(_("What"), text)]

    return Event(day, when, kind, text, fields, style)
