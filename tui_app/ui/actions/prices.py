"""The price of an action in requests, before it runs. A cached answer is free."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui_app.contract import operations as ops
from tui_app.ui.remote.price import total

if TYPE_CHECKING:
    from tui_app.ui.explorer.screen import ExplorerScreen


def of_profile(explorer: ExplorerScreen, tax_id: str) -> int:
    """The profile of a company alone."""
    shown = explorer.detail.entry
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
    price = detail.price_of(tab or detail.tabs.chosen, tax_id, client, page)
    return total(profile, price) if profile else price


def of_dwelling(explorer: ExplorerScreen, tax_id: str) -> int:
    """Resting the cursor on a company: it is loaded only if requests are free."""
    client = explorer.program.client
    if client is None or not explorer.detail.asks_by_itself:
        return 0
    price = of_opening(explorer, tax_id)
    return price if client.allowance.affords(price) else 0


def of_tab(explorer: ExplorerScreen, tab: str) -> int:
    """Showing a tab of the current company, with its profile if that is missing."""
    entry = explorer.detail.entry
    if entry is None or explorer.program.client is None:
        return 0
    return of_opening(explorer, entry.tax_id, tab)


def of_tabs(explorer: ExplorerScreen) -> dict[str, int]:
    """Looking at each tab of the shown company, with its profile if that is missing."""
    entry, client = explorer.detail.entry, explorer.program.client
    if entry is None or client is None:
        return {}
    profile = of_profile(explorer, entry.tax_id)
    prices = explorer.detail.prices(entry.tax_id, client)
    return {tab: total(profile, price) for tab, price in prices.items()} if profile else prices


def of_page(explorer: ExplorerScreen, by: int) -> int:
    """Another page of the focused pane."""
    client, pane = explorer.program.client, explorer.pane
    return pane.price_of_page(client, pane.page + by) if client else 1
