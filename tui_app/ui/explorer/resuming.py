"""Saves and restores the user's location. Restoring is free; requests that cost wait for a key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui_app.contract.operations import PROFILE
from tui_app.ui.panes.entry import CompanyEntry, LoadLevel
from tui_app.ui.remote.questions import Questions, about
from tui_app.workspace.saved_location import Focus, SavedLocation, SavedQuery

if TYPE_CHECKING:
    from tui_app.ui.two_panes.screen import TwoPaneScreen


def location_of(explorer: TwoPaneScreen, focus: Focus) -> SavedLocation:
    """The current location: each list's request, the company, its tab and page, and the focus."""
    detail, company = explorer.detail, explorer.detail.entry
    saved = {name: SavedQuery(*pane.saved_state) for name, pane in explorer.lists_made.items()}
    return SavedLocation(
        list=explorer.list.tab,
        queries={name: query for name, query in saved.items() if query.text},
        tax_id=company.tax_id if company else "",
        company_name=company.name if company else "",
        tab=detail.tabs.chosen,
        page=detail.section.page,
        focus=focus,
        columns={n: p.chosen_columns for n, p in explorer.lists_made.items() if p.chosen_columns},
    )


def show(explorer: TwoPaneScreen, location: SavedLocation) -> None:
    """Show a location as far as possible without a client: see ``fill``."""
    for name, query in location.queries.items():
        if name in explorer.lists:
            explorer.lists[name].restore(query.text, query.page)
    for name, columns in location.columns.items():
        if name in explorer.lists:
            explorer.lists[name].chosen_columns = columns
    if location.list in explorer.lists:
        explorer.choose_list(location.list)
    if location.focus == "detail":
        explorer.list.give_up_width()
    # A list with the full width moves its cursor to the company when its rows are loaded.
    if location.tax_id and not explorer.list.wants_full_width:
        entry = CompanyEntry(tax_id=location.tax_id, name=location.company_name)
        explorer.detail.show(entry, LoadLevel.PREVIEW)


def fill(explorer: TwoPaneScreen, location: SavedLocation) -> None:
    """Load the data that the location needs, if they cost nothing."""
    client = explorer.session.client
    if client is None:
        return
    for name, query in location.queries.items():
        pane = explorer.lists.get(name)
        if pane is None:
            continue
        if _free(explorer, pane.questions_of_restoring(query.text, query.page)):
            pane.ask_restored(query.text, query.page, location.tax_id)
        else:
            pane.hold_restored()
    explorer.detail.read_cache()
    entry, tab = explorer.detail.entry, location.tab
    if entry is None or entry.tax_id != location.tax_id:
        return
    if _free(explorer, (about(PROFILE, entry.tax_id),)):
        explorer.detail.show(entry, LoadLevel.OPEN, confirm=False)
        if tab in explorer.detail.kinds and _free(
            explorer, explorer.detail.questions(entry.tax_id, tab, location.page)
        ):
            in_detail = explorer.detail_has_focus
            explorer.detail.choose(tab, location.page, confirm=False)
            if in_detail:
                explorer.focus_detail()


def hand_over(before: TwoPaneScreen, after: TwoPaneScreen) -> None:
    """Hand the session's state to a new explorer: the history, and how the lists are arranged."""
    after.visited = before.visited
    after.compared = before.compared
    for name, pane in before.lists_made.items():
        after.lists[name].arrange_as(pane)


def _free(explorer: TwoPaneScreen, questions: Questions) -> bool:
    """Whether requests may be sent without a key press: only free ones."""
    client, price = explorer.session.client, explorer.answers.price(questions)
    if price == 0 or client is None:
        return price == 0
    return explorer.session.source.embedded and client.allowance.affords(price)
