"""What an act would cost, in requests, before it is done. A kept answer is free."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from textual.widgets import Input

from tui_app.contract import operations as ops
from tui_app.ui.remote.price import total
from tui_app.ui.sections.court_cases import CourtCasesSection
from tui_app.ui.sections.profile import ProfileSection
from tui_app.ui.widgets.row_list import RowList

if TYPE_CHECKING:
    from tui_app.ui.explorer.screen import ExplorerScreen


def of_profile(explorer: ExplorerScreen, tax_id: str) -> int:
    """The profile of a company alone."""
    shown = explorer.detail.entry
    if shown and shown.tax_id == tax_id and explorer.detail.profile.answer:
        return 0
    client = explorer.program.client
    return client.price(ops.PROFILE, tax_id=tax_id) if client else 1


def of_opening(explorer: ExplorerScreen, tax_id: str) -> int:
    """Opening a company: its profile, and what the tab that is shown wants to know of it."""
    detail, client = explorer.detail, explorer.program.client
    profile = of_profile(explorer, tax_id)
    if client is None:
        return profile
    return total(profile, detail.price_of(detail.tabs.chosen, tax_id, client))


def of_search(explorer: ExplorerScreen, text: str) -> int:
    """The best matches of a text."""
    client = explorer.program.client
    return client.price(ops.AUTOCOMPLETE, q=text) if client and text else 1


def of_resting(explorer: ExplorerScreen, tax_id: str) -> int:
    """Leaving the cursor on a company for a moment; where requests are short it asks nothing."""
    price, client = of_opening(explorer, tax_id), explorer.program.client
    return price if client and client.allowance.affords(price) else 0


def of_tab(explorer: ExplorerScreen, tab: str) -> int:
    """Looking at a tab of the company that is shown, its profile included where it is missing."""
    detail, client = explorer.detail, explorer.program.client
    if detail.entry is None or client is None:
        return 0
    tax_id = detail.entry.tax_id
    profile = of_profile(explorer, tax_id)
    if tab == ProfileSection.tab:
        return profile
    return total(profile, detail.price_of(tab, tax_id, client))


def of_cases(explorer: ExplorerScreen, tax_id: str, page: int) -> int:
    """A page of the court cases."""
    client = explorer.program.client
    return client.price(ops.COURT_CASES, tax_id=tax_id, page=page) if client else 1


def of_page(explorer: ExplorerScreen, by: int) -> int:
    """Another page of the court cases or of the New list."""
    client, section = explorer.program.client, explorer.detail.section
    if client is None:
        return 1
    if explorer.detail_has_focus and isinstance(section, CourtCasesSection):
        return of_cases(explorer, section.tax_id, section.page + by)
    pane = explorer.new_list
    return of_day(explorer, pane.day, pane.page + by) if pane.day else 0


def of_day(explorer: ExplorerScreen, day: dt.date, page: int = 1) -> int:
    """The listing of a day."""
    client = explorer.program.client
    if client is None:
        return 1
    return client.price(ops.REGISTERED, registration_date=day.isoformat(), page=page)


def of_renewal(explorer: ExplorerScreen) -> int:
    """Asking again for what the pane with the keys shows."""
    client = explorer.program.client
    if client is None:
        return 1
    detail = explorer.detail
    if not explorer.detail_has_focus:
        return explorer.list.price_of_renewal(client)
    if detail.entry is None:
        return 0
    tax_id, tab = detail.entry.tax_id, detail.tabs.chosen
    if tab == ProfileSection.tab or detail.profile.answer is None:
        profile = client.price(ops.PROFILE, tax_id=tax_id, fresh=True)
        return total(profile, detail.price_of(tab, tax_id, client))
    return detail.price_of(tab, tax_id, client, fresh=True)


def of_enter(explorer: ExplorerScreen) -> int:
    """What Enter does where the keys are."""
    client = explorer.program.client
    if client is None:
        return 1
    if explorer.detail_has_focus:
        rows = explorer.detail.section.focus_target
        opens_row = isinstance(rows, RowList) and rows.current is not None
        return 0 if opens_row else of_tab(explorer, explorer.detail.tabs.chosen)
    if isinstance(explorer.focused, Input) and explorer.list.field_asks:
        return explorer.list.price_of_field(client)
    entry = explorer.list.current
    return of_opening(explorer, entry.tax_id) if entry else 0
