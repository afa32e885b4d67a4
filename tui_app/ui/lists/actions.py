"""The actions of every list: sort, choose columns, mark."""

from __future__ import annotations

from operator import methodcaller
from typing import Final

from tui_app.system.language import N_
from tui_app.ui.panes.action_spec import ActionSpec

LIST_ACTIONS: Final = (
    ActionSpec(
        name="sort",
        keys="s",
        label=N_("sort"),
        help=N_("Choose the sort order of the list"),
        run=methodcaller("sort_menu"),
        reason=methodcaller("why_no_order"),
        footer=12,
    ),
    ActionSpec(
        name="reverse",
        keys="S",
        label=N_("reverse"),
        help=N_("Reverse the sort"),
        run=methodcaller("reverse_order"),
        reason=methodcaller("why_no_order"),
        questions=methodcaller("questions_of_reversal"),
    ),
    ActionSpec(
        name="columns",
        keys="v",
        label=N_("columns"),
        help=N_("Choose the columns of the list"),
        run=methodcaller("columns_menu"),
    ),
    ActionSpec(
        name="mark",
        keys="space",
        label=N_("mark"),
        help=N_("Mark the company under the cursor, for copy and export"),
        run=methodcaller("mark"),
        reason=methodcaller("why_empty"),
        footer=13,
    ),
    ActionSpec(
        name="unmark",
        keys="U",
        label=N_("clear marks"),
        help=N_("Clear marks"),
        run=methodcaller("unmark"),
        reason=methodcaller("why_no_marks"),
    ),
)

FACETS: Final[ActionSpec] = ActionSpec(
    name="screen_facets",
    keys="D",
    label=N_("facets"),
    help=N_("Go to the counts by county, form, activity, status and size, and back"),
    run=methodcaller("toggle_facets"),
    questions=methodcaller("questions_of_facets"),
    footer=2,
)
"""The action of the lists with facets."""
