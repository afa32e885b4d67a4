"""Opens a text from the command line, as if it were typed and Enter pressed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tui_app.client.errors import ClientError
from tui_app.system.language import _
from tui_app.ui.panes.entry import CompanyEntry, LoadLevel, from_record
from tui_app.ui.panes.intent import Intent
from tui_app.ui.remote.wording import error_text
from tui_app.ui.remote.workers import start
from tui_app.workspace.saved_location import SavedLocation, SavedQuery

if TYPE_CHECKING:
    from tui_app.ui.two_panes.screen import TwoPaneScreen

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
        start(explorer, _search(explorer, text, tab), group="open", description="open a text")

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
