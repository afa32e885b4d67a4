"""The lists of the left pane, one module each. To add a list, add its module and a line here."""

from typing import Final

from tui_app.ui.lists.base import ListPane
from tui_app.ui.lists.changes import ChangesList
from tui_app.ui.lists.history import HistoryList
from tui_app.ui.lists.new import NewList
from tui_app.ui.lists.screening import ScreeningList
from tui_app.ui.lists.search import SearchList
from tui_app.ui.lists.watch import WatchedList

LISTS: Final[tuple[type[ListPane], ...]] = (
    SearchList,
    NewList,
    ScreeningList,
    ChangesList,
    WatchedList,
    HistoryList,
)
"""In the order of their tabs; the first is shown at the start, and Esc finally leads to it."""
