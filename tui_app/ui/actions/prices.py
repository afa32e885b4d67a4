"""The price of an action in requests, before it runs. A cached answer is free."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Input

from tui_app.contract import operations as ops
from tui_app.ui.remote.price import total
from tui_app.ui.widgets.row_list import RowList

if TYPE_CHECKING:
    from tui_app.ui.explorer.screen import ExplorerScreen


def of_profile(explorer: ExplorerScreen, tax_id: str) -> int:
    """The profile of a company alone."""
    shown = explorer.company
    if shown and shown.tax_id == tax_id and explorer.detail.profile.answer:
        return 0
    client = explorer.program.client
    return client.price(ops.PROFILE, tax_id) if client else 1


def of_opening(explorer: ExplorerScreen, tax_id: str, tab: str = "", page: int = 0) -> int:
    """Opening a company: its profile, and the data of a tab, by default the shown one."""
    detail, client = explorer.detail, explorer.program.client
    profile = of_profile(explorer, tax_id)
    if client is None:
        return profile
    return total(profile, detail.price_of(tab or detail.tabs.chosen, tax_id, client, page))


def of_dwelling(explorer: ExplorerScreen, tax_id: str) -> int:
    """Resting the cursor on a company: it is loaded only if requests are free."""
    client = explorer.program.client
    if client is None or not explorer.detail.asks_by_itself:
        return 0
    price = of_opening(explorer, tax_id)
    return price if client.allowance.affords(price) else 0


def of_tab(explorer: ExplorerScreen, tab: str) -> int:
    """Showing a tab of the current company, with its profile if that is missing."""
    entry = explorer.company
    if entry is None or explorer.program.client is None:
        return 0
    return of_opening(explorer, entry.tax_id, tab)


def of_tabs(explorer: ExplorerScreen) -> dict[str, int]:
    """Looking at each tab of the shown company, with its profile if that is missing."""
    entry, client = explorer.company, explorer.program.client
    if entry is None or client is None:
        return {}
    profile = of_profile(explorer, entry.tax_id)
    prices = explorer.detail.prices(entry.tax_id, client)
    return {tab: total(profile, price) for tab, price in prices.items()} if profile else prices


def of_page(explorer: ExplorerScreen, by: int) -> int:
    """Another page of the focused pane."""
    client, pane = explorer.program.client, explorer.pane
    return pane.price_of_page(client, pane.page + by) if client else 1


def of_reload(explorer: ExplorerScreen) -> int:
    """Reloading the focused pane."""
    client = explorer.program.client
    return explorer.pane.price_of_reload(client) if client else 1


def of_enter(explorer: ExplorerScreen) -> int:
    """Pressing Enter at the current focus."""
    client = explorer.program.client
    if client is None:
        return 1
    if explorer.detail_has_focus:
        if company := explorer.pane.target:
            return of_opening(explorer, company.tax_id)
        if tab := explorer.pane.linked_tab:
            return of_tab(explorer, tab)
        rows = explorer.pane.focus_target
        opens_row = isinstance(rows, RowList) and rows.current is not None
        return 0 if opens_row else of_tab(explorer, explorer.detail.tabs.chosen)
    if isinstance(explorer.focused, Input) and explorer.list.field_asks:
        return explorer.list.price_of_field(client)
    if is_on_side_pane(explorer):
        return explorer.list.price_of_side_pane(client)
    entry = explorer.list.current
    return of_opening(explorer, entry.tax_id) if entry else 0


def is_on_side_pane(explorer: ExplorerScreen) -> bool:
    """Whether the focus is on the pane that a list shows beside its rows."""
    return explorer.focused is not None and explorer.focused is explorer.list.side_pane
