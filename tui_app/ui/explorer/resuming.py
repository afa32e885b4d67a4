"""Where the user is, and going there again: free of charge, and what costs waits for a key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Input

from tui_app.ui.explorer.detail import TAB_NAMES
from tui_app.ui.lists.base import Interest
from tui_app.ui.lists.entry import Entry
from tui_app.ui.lists.search import SearchList
from tui_app.ui.remote import prices
from tui_app.ui.sections.court_cases import CourtCasesSection
from tui_app.ui.text.dates import read_day
from tui_app.workspace.saved_location import SavedLocation

if TYPE_CHECKING:
    from tui_app.ui.explorer.screen import ExplorerScreen


def place_of(explorer: ExplorerScreen) -> SavedLocation:
    """The lists with what was asked in them, the company, its tab and page, who has the keys."""
    search, detail = explorer.lists["search"], explorer.detail
    return SavedLocation(
        list=explorer.list.tab,
        query=search.field.value if isinstance(search, SearchList) else "",
        day=explorer.new_list.day.isoformat() if explorer.new_list.day else "",
        list_page=explorer.new_list.page,
        tax_id=detail.entry.tax_id if detail.entry else "",
        company_name=detail.entry.name if detail.entry else "",
        tab=detail.section.tab,
        page=detail.section.page if isinstance(detail.section, CourtCasesSection) else 1,
        in_detail=explorer.detail_in_front,
    )


def show(explorer: ExplorerScreen, place: SavedLocation) -> None:
    """Show a place as far as that needs no client: see ``fill``."""
    search = explorer.lists["search"]
    if isinstance(search, SearchList):
        with explorer.prevent(Input.Changed):
            search.field.value = place.query
        search.field.select_all()
    if place.list in explorer.lists:
        explorer.choose_list(place.list)
    if place.tax_id:
        entry = Entry(tax_id=place.tax_id, name=place.company_name)
        explorer.detail.show(entry, Interest.GLANCE)
        # Where both panes show, the field takes the first keys: most begin with a search.
        if place.in_detail and explorer.has_class("-narrow"):
            explorer.begin_in_detail()


def fill(explorer: ExplorerScreen, place: SavedLocation) -> None:
    """Ask for what the place needs and costs nothing."""
    search = explorer.lists["search"]
    if isinstance(search, SearchList) and _free(explorer, prices.of_search(explorer, place.query)):
        search.wanted = place.tax_id
        search.ask()
    if place.day and (day := read_day(place.day, explorer.program.today())):
        if _free(explorer, prices.of_day(explorer, day, place.list_page)):
            explorer.new_list.go_to(day, place.list_page, confirm=False)
        else:
            explorer.new_list.field.value = place.day
    entry = explorer.detail.entry
    if entry is None or entry.tax_id != place.tax_id:
        return
    if _free(explorer, prices.of_profile(explorer, entry.tax_id)):
        explorer.detail.show(entry, Interest.OPEN, confirm=False)
        if place.tab in TAB_NAMES and _free(explorer, _price_of_tab(explorer, place)):
            in_detail = explorer.detail_has_focus
            explorer.detail.choose(place.tab, place.page, confirm=False)
            if in_detail:
                explorer.focus_detail()


def hand_over(before: ExplorerScreen, after: ExplorerScreen) -> None:
    """What belongs to the session: the way so far, and how the lists were arranged."""
    after.trail = before.trail
    for name, pane in after.lists.items():
        old = before.lists[name]
        pane.order, pane.reverse, pane.filter_text = old.order, old.reverse, old.filter_text
        pane.marked = old.marked


def _price_of_tab(explorer: ExplorerScreen, place: SavedLocation) -> int:
    if place.tab == CourtCasesSection.tab:
        return prices.of_cases(explorer, place.tax_id, place.page)
    return prices.of_tab(explorer, place.tab)


def _free(explorer: ExplorerScreen, price: int) -> bool:
    """Whether something may be asked that nobody pressed a key for."""
    client = explorer.program.client
    if price == 0 or client is None:
        return price == 0
    return explorer.program.source.embedded and client.allowance.affords(price)
