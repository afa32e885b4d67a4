"""The loaded data of the company shown, whichever tab loaded them."""

from __future__ import annotations

import datetime as dt
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from tui_app.contract import operations as ops
from tui_app.contract.past import CompanyHistory
from tui_app.contract.resources import CompanyProfile, CourtCase, FinancialData
from tui_app.ui.panes.entry import CompanyEntry
from tui_app.ui.remote.answers import LoadedData

if TYPE_CHECKING:
    from tui_app.insight.figures import Facts
    from tui_app.insight.signals import Signal
    from tui_app.workspace.changes import Change
    from tui_app.workspace.workspace import Workspace


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
    cases, totals = list[CourtCase](), list[int]()
    for number in sorted(loaded.case_pages):
        page = loaded.case_pages[number]
        cases += page.data.court_cases
        if page.data.total_cases is not None:
            totals.append(page.data.total_cases)
        if page.partial:
            incomplete.add(ops.COURT_CASES.name)
    return Facts(
        history=loaded.data(ops.HISTORY, CompanyHistory),
        profile=loaded.data(ops.PROFILE, CompanyProfile),
        financial=loaded.data(ops.FINANCIAL, FinancialData),
        cases=tuple(cases) if loaded.case_pages else None,
        total_cases=max(totals, default=None),
        incomplete=frozenset(incomplete),
        newest_year=max(newest, default=None),
        status=entry.status if entry else None,
        vat_seen_on=vat_seen_on,
    )
