"""The tabs and the lists have one name each, which the screen and the command line take."""

from __future__ import annotations

from tui_app.cli.sections import COMBINED, SINGLE
from tui_app.contract.operations import COMPANY_OPERATIONS
from tui_app.contract.views import FINANCE, LISTS, TABS, ViewName, names_taken
from tui_app.ui.lists import LISTS as LISTS_OF_SCREEN
from tui_app.ui.sections import SECTIONS


def test_the_names_are_these() -> None:
    assert [view.name for view in TABS] == [
        "overview", "finance", "cases", "contact", "signals", "events", "links", "money",
    ]  # fmt: skip
    assert [view.name for view in LISTS] == [
        "search", "new", "screen", "changes", "watch", "visited",
    ]  # fmt: skip


def test_the_screen_has_the_same_in_the_same_order() -> None:
    for views, kinds in ((TABS, SECTIONS), (LISTS, LISTS_OF_SCREEN)):
        assert [*views] == [k.view for k in kinds]
        assert [(v.name, v.title) for v in views] == [(k.pane.tab, k.pane.title) for k in kinds]


def test_every_tab_can_be_printed() -> None:
    missing = {view.name for view in TABS} - {*SINGLE, *COMBINED}
    assert not missing, "its rows for firmeterm show --section, in cli/sections.py"


def test_every_operation_on_a_company_leads_to_a_tab() -> None:
    taken = names_taken(TABS)
    for operation in COMPANY_OPERATIONS:
        assert operation in taken[operation.name.replace("_", "-")].operations
    assert taken["overview"] is TABS[0]


def test_another_tab_of_the_same_figures_takes_no_word_from_the_first() -> None:
    later = ViewName("filed", "Filed", FINANCE.operations)
    taken = names_taken((*TABS, later))
    assert taken["financial"] is FINANCE
    assert taken["filed"] is later
