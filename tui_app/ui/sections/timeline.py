"""The Timeline tab: events in time, from loaded data and observed changes.

To add a kind, write a function that gives its events and add an entry to ``KINDS``.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from textual.content import Content

from tui_app.client.answer import Answer
from tui_app.contract import operations as ops
from tui_app.contract import views
from tui_app.contract.folding import fold
from tui_app.contract.operations import AnyOperation
from tui_app.contract.past import CompanyHistory, RegisterChange
from tui_app.contract.resources import CompanyProfile, CourtCase, CourtCasePage, FinancialData
from tui_app.contract.timestamps import parse_timestamp
from tui_app.insight.court_names import short_court, with_blanks
from tui_app.insight.growth import by_year
from tui_app.insight.standing_rules import is_debtor
from tui_app.system.language import N_, _, ngettext
from tui_app.ui.charts.wording import compact
from tui_app.ui.panes.action import Action, Checklist, Choice
from tui_app.ui.panes.base import Copyable
from tui_app.ui.panes.company import WorkspaceData
from tui_app.ui.remote.answers import Answers, LoadedData
from tui_app.ui.remote.questions import price_label
from tui_app.ui.sections.case_rows import case_fields, link_of
from tui_app.ui.sections.with_cursor import RowsSection
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text import research as wording
from tui_app.ui.text.drawing import RecordField, lines, pad, paragraph
from tui_app.ui.widgets.row_list import Piece, Row, RowLine, RowList

if TYPE_CHECKING:
    from tui_app.export.tables import Table


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
                RecordField(_("What"), wording.what(change)),
                RecordField(_("When"), wording.when(change)),
                RecordField(_("Before"), fmt.text(change.before)),
                RecordField(_("After"), fmt.text(change.after)),
                RecordField(_("Source"), _("snapshots of the register of these two days")),
            ]

        yield Event(
            day, fmt.date(day), "register", wording.change_on_timeline(change), fields, style="warn"
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


_DATE: Final = 10
EXPORTED: Final = ("date", "kind", "event")
"""The columns in a file."""

_SOURCES: Final[tuple[tuple[AnyOperation, str, str], ...]] = (
    (ops.FINANCIAL, "finance", N_("Statements")),
    (ops.COURT_CASES, "cases", N_("Court cases")),
)
"""Data that other tabs load: the operation, its tab, and what it adds."""


class TimelineSection(RowsSection):
    """Requests the history of the register, if the source has one.

    Other data that are not loaded are listed with their key and price.
    """

    tab, title = views.EVENTS.name, views.EVENTS.title
    topic = "watching"
    filters = reads_all = True
    lines_per_row = 1
    own_operations = (ops.HISTORY,)

    def __init__(self, answers: Answers) -> None:
        super().__init__(answers)
        self.hidden: frozenset[str] = frozenset()
        """The kinds of event that are hidden."""
        self._shown: tuple[Event, ...] = ()

    def reset(self) -> None:
        """Reset the filter for another company."""
        self.filter_text = ""
        self._show_rows()

    def workspace_changed(self) -> None:
        """Redraw, since a new answer may contain a change."""
        self.redraw()

    def redraw(self) -> None:
        """The text and the rows."""
        self._show_rows()
        super().redraw()

    @property
    def _known(self) -> TimelineData:
        state = self.state()
        is_invented = self.session.source.invented or any(
            page.invented for page in state.loaded.case_pages.values()
        )
        return TimelineData(
            loaded=state.loaded, in_workspace=state.in_workspace, is_invented=is_invented
        )

    def _show_rows(self) -> None:
        found = events(self._known, self.hidden)
        text = fold(self.filter_text)
        self._shown = tuple(each for each in found if text in fold(f"{each.when} {each.text}"))
        rows = [row_of(str(index), each) for index, each in enumerate(self._shown)]
        self.rows.show(rows, keep_cursor=True)

    @property
    def current(self) -> Event | None:
        """The event under the cursor."""
        row = self.rows.current
        return self._shown[int(row.key)] if row else None

    def copies(self) -> tuple[Copyable, ...]:
        """The event under the cursor."""
        event = self.current
        return (Copyable("event", "y", _("event"), f"{event.when} {event.text}"),) if event else ()

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        """Show all about an event."""
        if (found := self.current) is not None:
            title = _(BY_NAME[found.kind].word).capitalize()
            self.post_message(self.ShowFields(title, found.fields()))

    def why_no_filter(self) -> str:
        """Why there is nothing to filter."""
        return "" if self._shown or self.filter_text else _("Nothing is on the timeline.")

    def filter_by(self, text: str) -> None:
        """Show only the events with a text."""
        self.filter_text = text
        self.redraw()

    def leave_level(self) -> bool:
        """Remove the filter, or then show all kinds."""
        was_narrowed = bool(self.filter_text or self.hidden)
        self.filter_text, self.hidden = "", frozenset()
        if was_narrowed:
            self.redraw()
        return was_narrowed

    def kinds_menu(self) -> Checklist:
        """The kinds of event; those not ticked are hidden."""
        everything = events(self._known)
        choices = [
            Choice(
                kind.name,
                "",
                f"{kind.mark} {_(kind.word)}",
                note=fmt.number(sum(each.kind == kind.name for each in everything)),
                chosen=kind.name not in self.hidden,
            )
            for kind in KINDS
        ]
        return Checklist(_("Show on the timeline"), choices, self._show_kinds)

    def _show_kinds(self, names: tuple[str, ...]) -> None:
        self.hidden = frozenset(BY_NAME) - frozenset(names)
        self.redraw()

    def export_table(self) -> Table | None:
        """The events shown."""
        from tui_app.export.tables import Table

        rows = tuple((each.when, _(BY_NAME[each.kind].word), each.text) for each in self._shown)
        title = _("{company} timeline").format(company=self.company_name)
        return Table(title, EXPORTED, rows) if rows else None

    def draw(self, width: int) -> Content:
        """The number of events, hidden ones, and data that are not loaded."""
        count = len(self._shown)
        parts = [ngettext("{count} event", "{count} events", count).format(count=count)]
        if self.filter_text:
            parts.append(_("filter “{text}”").format(text=self.filter_text))
        if self.hidden:
            names = ", ".join(_(kind.word) for kind in KINDS if kind.name in self.hidden)
            parts.append(_("hidden: {kinds}").format(kinds=names))
        text = paragraph(" · ".join(parts), width, "dim")
        missing = [paragraph(each, width, "text") for each in self._missing()]
        return lines([text, *missing])

    def _missing(self) -> Iterator[str]:
        """The data that are not loaded, with the key and the price of loading them."""
        loaded, prices = self.state().loaded, self.prices_of_tabs()
        for operation, tab, name in _SOURCES:
            if operation.name in loaded.answers or operation.is_ruled_out(self.profile):
                continue
            price = price_label(prices[tab], self.session.client)
            text = _("{what} not loaded · {key} load ({price})")
            text = text if price else _("{what} not loaded · {key} load")
            yield text.format(what=_(name), key=self.session.first_key(tab), price=price)
        if (count := _cases_left(loaded.case_pages)) > 0:
            text = ngettext(
                "{count} court case not loaded", "{count} court cases not loaded", count
            )
            yield text.format(count=fmt.number(count))

    actions = (
        Action(
            name="kinds",
            keys="X",
            label=N_("kinds"),
            help=N_("Choose which kinds of event the timeline shows"),
            do=kinds_menu,
            footer=2,
        ),
    )


def _cases_left(pages: Mapping[int, Answer[CourtCasePage]]) -> int:
    # As in the overview: a later page may have counted more.
    total = max((page.data.total_cases or 0 for page in pages.values()), default=0)
    return total - sum(len(page.data.court_cases) for page in pages.values())


def row_of(key: str, event: Event) -> Row:
    """An event as a row of the list."""
    mark = BY_NAME[event.kind].mark
    pieces = (Piece(pad(event.when, _DATE) + "  ", "dim"), Piece(f"{mark} ", event.style))
    linked, rest = "", event.text
    if event.link:
        linked, blank, rest = event.text.partition(" ")
        rest = blank + rest
    return Row(key, (RowLine((*pieces, Piece(linked, "text", event.link), Piece(rest))),))
