"""One company as a pane knows it: its row in a list, and what any tab has loaded of it."""

from __future__ import annotations

import datetime as dt
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from tui_app.contract import operations as ops
from tui_app.contract import resources as r
from tui_app.contract.past import CompanyHistory
from tui_app.contract.screening.page import ScreeningRow
from tui_app.system.language import _
from tui_app.ui.remote.answers import LoadedData

if TYPE_CHECKING:
    from tui_app.insight.figures import Facts
    from tui_app.insight.signals import Signal
    from tui_app.workspace.changes import Change
    from tui_app.workspace.workspace import Workspace


class LoadLevel(IntEnum):
    """The user's level in a company, which decides what may be requested.

    Below ``OPEN`` only the list's data are shown; if requests are free, everything after a pause.
    """

    HIDDEN = -1
    """It is under the cursor of a list with the full width, which hides the detail pane."""
    PREVIEW = 0
    """It came under the cursor without a move, while the user types."""
    DWELL = 1
    """The cursor was moved to it."""
    OPEN = 2
    """It was opened: load it at once."""


class CompanyEntry(Struct, frozen=True, kw_only=True):
    """A list's data on a company; ``None`` for fields that the list lacks."""

    tax_id: str
    name: str
    company_type: str | None = None
    company_id: str | None = None
    status: str | None = None
    locality: str | None = None
    county: str | None = None
    note: str = ""
    """The list's note, in words."""
    is_news: bool = False
    """Whether the note is new to the user."""
    turnover: str = ""
    """The latest turnover with a sparkline of the years; empty if it is not shown."""

    @property
    def place(self) -> str:
        """Locality and county; only one if they are the same."""
        return ", ".join(dict.fromkeys(filter(None, (self.locality, self.county))))

    @property
    def words(self) -> str:
        """All texts that a filter searches: the row's, and the registry number."""
        texts = (self.tax_id, self.company_id, self.company_type, self.status, self.place)
        return " ".join(part for part in (self.name, *texts, self.note) if part)

    @property
    def partial_profile(self) -> r.CompanyProfile:
        """The part of the company's profile that the list has."""
        return r.CompanyProfile(**asdict(to_summary(self)))

    @property
    def record(self) -> dict[str, str]:
        """The known fields, by the interface's names; missing ones are left out."""
        values: dict[str, str] = msgspec.to_builtins(to_summary(self))
        return {name: value for name, value in values.items() if value}


def to_summary(entry: CompanyEntry) -> r.CompanySummary:
    """An entry as a search result; fields that its list lacks are empty."""
    return r.CompanySummary(
        tax_id=entry.tax_id,
        company_id=entry.company_id or "",
        company_name=entry.name,
        company_type=entry.company_type or "",
        status=entry.status or "",
        locality=entry.locality or "",
        county=entry.county or "",
    )


def from_record(
    record: r.CompanySummary | r.CompanyProfile | r.ConnectedCompany | ScreeningRow,
    note: str = "",
    *,
    is_news: bool = False,
) -> CompanyEntry:
    """An entry from a search result or the like, with a note if its list has one."""
    if isinstance(record, r.FormerCompany) and record.formerly:
        note = note or _("formerly {name}").format(name=record.formerly)
    return CompanyEntry(
        tax_id=record.tax_id,
        name=record.company_name,
        company_type=record.company_type,
        company_id=record.company_id,
        status=record.status,
        locality=record.locality,
        county=record.county,
        note=note,
        is_news=is_news,
    )


class ScreeningEntry(CompanyEntry, frozen=True, kw_only=True):
    """An entry with all fields of the screened company."""

    row: ScreeningRow = ScreeningRow()

    @property
    def partial_profile(self) -> r.CompanyProfile:
        """The part of the profile that the row has: more than in other lists."""
        return replace(
            super().partial_profile,
            registration_date=self.row.registration_date,
            founding_year=self.row.founding_year,
            vat=self.row.vat,
            caen=(self.row.caen,) if self.row.caen else (),
        )


def from_screening(row: ScreeningRow) -> ScreeningEntry:
    """An entry from a row of a screen."""
    return ScreeningEntry(**asdict(from_record(row)), row=row)


def from_registered(company: r.RegisteredCompany) -> CompanyEntry:
    """An entry from the registration-date listing."""
    return CompanyEntry(
        tax_id=company.tax_id,
        name=company.company_name,
        company_type=company.company_type,
        note=_("has a phone") if company.has_phone else "",
    )


class WorkspaceData(Struct, frozen=True, kw_only=True):
    """The workspace's data on a company."""

    is_watched: bool = False
    has_note: bool = False
    vat_seen_on: dt.date | None = None
    changes: tuple[Change, ...] = ()
    """All changes seen, newest first."""
    first_seen: dt.datetime | None = None


def workspace_data_of(workspace: Workspace, source: str, tax_id: str) -> WorkspaceData:
    """The workspace's data on a company; called in the workspace's thread."""
    return WorkspaceData(
        is_watched=workspace.watch_list.contains(tax_id),
        has_note=bool(workspace.notes.text(tax_id)),
        vat_seen_on=workspace.snapshots.vat_seen_on(source, tax_id),
        changes=workspace.snapshots.timeline(tax_id),
        first_seen=workspace.snapshots.first_seen(tax_id),
    )


class CompanyState(Struct, frozen=True, dict=True):
    """What is known of the company shown, from any tab; facts and signals are computed once."""

    entry: CompanyEntry | None = None
    loaded: LoadedData = LoadedData({})
    in_workspace: WorkspaceData = WorkspaceData()
    today: dt.date = dt.date.min

    @cached_property
    def facts(self) -> Facts:
        """The input for the rules."""
        return facts_of(self.loaded, self.entry, self.in_workspace.vat_seen_on)

    @cached_property
    def signals(self) -> tuple[Signal, ...]:
        """The result of every rule."""
        # Imported here: the start page does not need it.
        from tui_app.insight.signals import signals

        return signals(self.facts, self.today)


def facts_of(
    loaded: LoadedData, entry: CompanyEntry | None, vat_seen_on: dt.date | None = None
) -> Facts:
    """The input for the rules."""
    from tui_app.insight.figures import Facts

    incomplete, newest = set[str](), list[int]()
    for name, answer in loaded.answers.items():
        if answer.partial:
            incomplete.add(name)
        if answer.newest_year:
            newest.append(answer.newest_year)
    cases, totals = list[r.CourtCase](), list[int]()
    for number in sorted(loaded.case_pages):
        page = loaded.case_pages[number]
        cases += page.data.court_cases
        if page.data.total_cases is not None:
            totals.append(page.data.total_cases)
        if page.partial:
            incomplete.add(ops.COURT_CASES.name)
    return Facts(
        history=loaded.data(ops.HISTORY, CompanyHistory),
        profile=loaded.data(ops.PROFILE, r.CompanyProfile),
        financial=loaded.data(ops.FINANCIAL, r.FinancialData),
        cases=tuple(cases) if loaded.case_pages else None,
        total_cases=max(totals, default=None),
        incomplete=frozenset(incomplete),
        newest_year=max(newest, default=None),
        status=entry.status if entry else None,
        vat_seen_on=vat_seen_on,
    )
