"""The user's location: resuming the last one and opening a text, for free alone; and its file."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from textual.dom import DOMNode

from tui_app.client.errors import ClientError
from tui_app.contract.operations import PROFILE
from tui_app.system.language import _
from tui_app.ui.panes.action import Intent
from tui_app.ui.panes.company import CompanyEntry, LoadLevel, from_record
from tui_app.ui.remote.questions import Questions, about
from tui_app.ui.remote.value import start
from tui_app.ui.remote.wording import error_text
from tui_app.ui.two_panes.screen import TwoPaneScreen
from tui_app.workspace.saved_location import (
    Focus,
    Loaded,
    SavedLocation,
    SavedQuery,
    load_location,
    save_location,
)


def location_of(explorer: TwoPaneScreen, focus: Focus) -> SavedLocation:
    """The current location: each list's request, the company, its tab and page, and the focus."""
    detail, company = explorer.detail, explorer.detail.entry
    queries, columns = dict[str, SavedQuery](), dict[str, tuple[str, ...]]()
    for name, pane in explorer.lists_made.items():
        text, page = pane.saved_state
        if text:
            queries[name] = SavedQuery(text, page)
        if pane.chosen_columns:
            columns[name] = pane.chosen_columns
    return SavedLocation(
        list=explorer.list.tab,
        queries=queries,
        tax_id=company.tax_id if company else "",
        company_name=company.name if company else "",
        tab=detail.tabs.chosen,
        page=detail.section.pages.asked,
        focus=focus,
        columns=columns,
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
    """Hand over the companies visited and compared, and how the lists are arranged."""
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


_SEARCH = "search"


def location_with(text: str, before: SavedLocation) -> SavedLocation:
    """The location with the text in the search field, the lists arranged as before."""
    queries = {_SEARCH: SavedQuery(text, 1)}
    return SavedLocation(list=_SEARCH, queries=queries, columns=before.columns)


async def open_text(explorer: TwoPaneScreen, text: str, tab: str) -> None:
    """Search for a text; open the company if exactly one is found, else list them.

    If it costs too many requests, it waits for Enter; a live source announces its own waits.
    """
    companies = await explorer.session.companies()

    def search() -> None:
        start(explorer, _search(explorer, text, tab), description="open a text")

    search_list = explorer.lists[_SEARCH]
    asked = search_list.questions_of_restoring(text, 1) if companies.live is None else ()
    explorer.spend(Intent(_("search"), asked, search))


async def _search(explorer: TwoPaneScreen, text: str, tab: str) -> None:
    companies = await explorer.session.companies()
    try:
        answer = await companies.search(text, confirm=True)
    except ClientError as error:
        explorer.say(error_text(error, explorer.session), "bad")
        return
    search = explorer.lists[_SEARCH]
    if search.saved_state[0] != text or explorer.detail.is_opened:
        return  # the user moved on meanwhile
    if not explorer.answers.price(search.questions_of_restoring(text, 1)):
        search.ask_restored(text, 1, "")
    else:
        search.show_entries(map(from_record, answer.data))
    if len(answer.data) != 1 or answer.search.beyond:
        explorer.focus_list()
        return
    entry = from_record(answer.data[0])
    known = tab if tab in explorer.detail.kinds else ""
    asked = explorer.detail.questions(entry.tax_id, known) if companies.live is None else ()
    explorer.spend(Intent(_("open"), asked, partial(_open, explorer, entry, tab)))


def _open(explorer: TwoPaneScreen, entry: CompanyEntry, tab: str) -> None:
    explorer.detail.show(entry, LoadLevel.OPEN)
    if tab in explorer.detail.kinds:
        explorer.detail.choose(tab)
    explorer.focus_detail()


class LocationFile:
    """The file for one source; without a file nothing is saved. Only the newest location counts.

    ``is_kept``: whether anything is saved in a file that can be loaded.
    """

    def __init__(self, node: DOMNode, file: Path | None, *, is_kept: bool = True) -> None:
        self._node = node
        self._file = file
        self._is_kept = is_kept
        self._newest: SavedLocation | None = None
        self._saved: SavedLocation | None = None
        self._is_saving = False

    def load(self, *, resume: bool) -> Loaded:
        """The saved location; without ``resume`` only the arrangement of the lists."""
        if self._file is None:
            return Loaded(SavedLocation())
        loaded = load_location(self._file)
        if resume:
            self._newest = self._saved = loaded.location
            return loaded
        return Loaded(SavedLocation(columns=loaded.location.columns), loaded.notice)

    def save(self, location: SavedLocation) -> None:
        """Save this location soon, since a dropped line gives no warning."""
        if self._file is None or not self._is_kept:
            return
        self._newest = location
        if self._is_saving or location == self._saved:
            return
        self._is_saving = True
        start(self._node, self._save(), description="save the location")

    async def _save(self) -> None:
        try:
            await self._write()
        finally:
            self._is_saving = False

    async def _write(self) -> None:
        while self._file is not None and self._newest not in (None, self._saved):
            self._saved = newest = self._newest
            assert newest is not None  # noqa: S101 (narrows the condition above)
            await asyncio.to_thread(save_location, self._file, newest)

    async def finish(self, *, in_order: bool) -> None:
        """Save at the end of the program, which also ends the workers.

        After an end ``in_order`` the next session begins in the field: typing is search.
        """
        if in_order and self._is_kept and self._newest is not None:
            self._newest = replace(self._newest, focus="field")
        await self._write()
