"""What an act would cost, in requests, before it is done. A kept answer is free."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from tui_app.contract import operations as ops
from tui_app.language import _, ngettext
from tui_app.ui.sections.court_cases import CourtCasesSection
from tui_app.ui.sections.profile import ProfileSection

if TYPE_CHECKING:
    from tui_app.ui.screens.explorer import ExplorerScreen


def in_words(price: int | None) -> str:
    """``free``, ``1 request``, ``21 requests``; empty for what never asks."""
    if price is None:
        return ""
    if price == 0:
        return _("free")
    return ngettext("{count} request", "{count} requests", price).format(count=price)


def of_profile(explorer: ExplorerScreen, tax_id: str) -> int:
    """Opening a company."""
    shown = explorer.detail.entry
    if shown and shown.tax_id == tax_id and explorer.detail.profile.answer:
        return 0
    client = explorer.program.client
    return client.price(ops.PROFILE, tax_id=tax_id) if client else 1


def of_search(explorer: ExplorerScreen, text: str) -> int:
    """The best matches of a text."""
    client = explorer.program.client
    return client.price(ops.AUTOCOMPLETE, q=text) if client and text else 1


def of_tab(explorer: ExplorerScreen, tab: str) -> int:
    """Looking at a tab of the company that is shown, its profile included where it is missing."""
    entry, client = explorer.detail.entry, explorer.program.client
    if entry is None or client is None:
        return 0
    profile = of_profile(explorer, entry.tax_id)
    if tab == ProfileSection.tab:
        return profile
    return profile + explorer.detail.price_of(tab, client)


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
