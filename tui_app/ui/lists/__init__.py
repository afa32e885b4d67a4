"""The lists of the left pane, one module each. To add a list, add its module and a line here."""

from __future__ import annotations

from typing import Final

from tui_app.contract import views
from tui_app.system.language import N_
from tui_app.ui.lists.base import ListPane
from tui_app.ui.panes.base import PaneKind

LISTS: Final[tuple[PaneKind[ListPane], ...]] = (
    PaneKind(
        views.SEARCH,
        N_("Go to the search field"),
        "tui_app.ui.lists.search:SearchList",
        "slash",
        10,
    ),
    PaneKind(
        views.NEW,
        N_("Go to the companies registered on a day"),
        "tui_app.ui.lists.new:NewList",
        "N",
        17,
    ),
    PaneKind(
        views.SCREEN,
        N_("Screen all companies by criteria, with counts by county, form and size"),
        "tui_app.ui.lists.screening:ScreeningList",
        "Q",
        16,
    ),
    PaneKind(
        views.CHANGES,
        N_("What changed in the register, with counts by kind and county"),
        "tui_app.ui.lists.changes:ChangesList",
        "G",
        18,
    ),
    PaneKind(
        views.WATCH,
        N_("Go to the watched companies, newest changes first"),
        "tui_app.ui.lists.kept_companies:WatchedList",
        "W",
        18,
    ),
    PaneKind(
        views.VISITED,
        N_("Go to the companies that were looked at, and search them"),
        "tui_app.ui.lists.kept_companies:HistoryList",
        "H",
        19,
    ),
)
"""In the order of their tabs; the first is shown at the start, and Esc finally leads to it."""
