"""The actions of every list: sort, choose columns, mark."""

from __future__ import annotations

from operator import attrgetter, methodcaller
from typing import Final

from tui_app.system.language import N_
from tui_app.ui.panes.action import Action

LIST_ACTIONS: Final = (
    Action(
        name="sort",
        keys="s",
        label=N_("sort"),
        help=N_("Choose the sort order of the list"),
        do=methodcaller("sort_menu"),
        why_not=methodcaller("why_no_order"),
        footer=12,
    ),
    Action(
        name="reverse",
        keys="S",
        label=N_("reverse"),
        help=N_("Reverse the sort"),
        do=methodcaller("reverse_order"),
        why_not=methodcaller("why_no_order"),
        questions_of=methodcaller("questions_of_reversal"),
    ),
    Action(
        name="columns",
        keys="v",
        label=N_("columns"),
        help=N_("Choose the columns of the list"),
        do=methodcaller("columns_menu"),
    ),
    Action(
        name="mark",
        keys="space",
        label=N_("mark"),
        help=N_("Mark the company under the cursor, for copy and export"),
        do=methodcaller("mark"),
        why_not=methodcaller("why_empty"),
        footer=13,
    ),
    Action(
        name="unmark",
        keys="U",
        label=N_("clear marks"),
        help=N_("Clear marks"),
        do=methodcaller("unmark"),
        why_not=methodcaller("why_no_marks"),
    ),
)

FACETS: Final[Action] = Action(
    name="screen_facets",
    keys="D",
    label=N_("facets"),
    help=N_("Go to the counts beside the companies, which narrow the list, and back"),
    do=methodcaller("toggle_facets"),
    why_not=attrgetter("why_not_asked"),
    questions_of=methodcaller("questions_of_facets"),
    footer=2,
)
"""The action of the lists with facets."""
