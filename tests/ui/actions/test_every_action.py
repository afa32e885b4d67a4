"""Every action by each of its keys, in the running explorer: a new one needs a scenario here."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from textual.widgets import Input

from tests.sample import landmarks
from tests.ui import seen
from tests.ui.user import TODAY, User, explore
from tui_app.system.language import language
from tui_app.ui.actions.registry import ActionTable
from tui_app.ui.app import FirmetermApp

ACTIONS = ActionTable()
RESULTS = ("escape",)
COMPANY = ("enter",)


class Scenario(NamedTuple):
    """Search for a text, press keys; then the action's key turns what is seen into ``after``."""

    text: str
    keys: tuple[str, ...]
    see: seen.See
    before: object
    after: object


SHOWPIECE, CASES = landmarks.SHOWPIECE, landmarks.MANY_COURT_CASES
TO_DIALOG = (seen.dialog, "ExplorerScreen")
DAY = TODAY.isoformat()

SCENARIOS: dict[str, Scenario] = {
    "search": Scenario("petro", ("enter",), seen.focused, "detail", "search field"),
    "new": Scenario("petro", RESULTS, seen.focused, "search", "new"),
    "open": Scenario("petro", RESULTS, seen.focused, "search", "detail"),
    "escape": Scenario("petro", COMPANY, seen.focused, "detail", "search"),
    "down": Scenario("petro", RESULTS, seen.row, 0, 1),
    "up": Scenario("petro", (*RESULTS, "down", "down"), seen.row, 2, 1),
    "page_down": Scenario("petro", RESULTS, seen.row, 0, 9),
    "page_up": Scenario("petro", (*RESULTS, "end"), seen.row, 9, 0),
    "top": Scenario("petro", (*RESULTS, "down", "down"), seen.row, 2, 0),
    "bottom": Scenario("petro", RESULTS, seen.row, 0, 9),
    "left_pane": Scenario("petro", COMPANY, seen.focused, "detail", "search"),
    "full_width": Scenario("petro", RESULTS, lambda u: u.app.explorer.shows_one_pane, False, True),
    "right_pane": Scenario("petro", (*COMPANY, "escape"), seen.focused, "search", "detail"),
    "overview": Scenario(SHOWPIECE, (*COMPANY, "2"), seen.tab, "finance", "overview"),
    "finance": Scenario(SHOWPIECE, COMPANY, seen.tab, "overview", "finance"),
    "cases": Scenario(SHOWPIECE, COMPANY, seen.tab, "overview", "cases"),
    "contact": Scenario(SHOWPIECE, COMPANY, seen.tab, "overview", "contact"),
    "signals": Scenario(SHOWPIECE, COMPANY, seen.tab, "overview", "signals"),
    "links": Scenario(SHOWPIECE, COMPANY, seen.tab, "overview", "links"),
    "money": Scenario(SHOWPIECE, COMPANY, seen.tab, "overview", "money"),
    "events": Scenario(SHOWPIECE, COMPANY, seen.tab, "overview", "events"),
    "check_watched": Scenario(SHOWPIECE, (*COMPANY, "w", "W"), seen.checked, False, True),
    "kinds": Scenario(SHOWPIECE, (*COMPANY, "6"), *TO_DIALOG, "ChecklistScreen"),
    "watch": Scenario("petro", RESULTS, seen.focused, "search", "watch"),
    "visited": Scenario("petro", RESULTS, seen.list_name, "search", "visited"),
    "earlier_search": Scenario(SHOWPIECE, (*COMPANY, "slash", "delete"), seen.field, "", SHOWPIECE),
    "formulas": Scenario(SHOWPIECE, (*COMPANY, "5"), seen.formulas, False, True),
    "more_cases": Scenario(CASES, (*COMPANY, "5"), seen.pages_of_cases, 5, 8),
    "toggle_watch": Scenario(SHOWPIECE, COMPANY, seen.is_watched, False, True),
    "note": Scenario(SHOWPIECE, COMPANY, *TO_DIALOG, "NoteScreen"),
    "undo": Scenario("petro", (*RESULTS, "space"), seen.marks, 1, 0),
    "compare": Scenario("petro", (*RESULTS, "space", "space"), *TO_DIALOG, "CompareScreen"),
    "match": Scenario("petro", RESULTS, *TO_DIALOG, "FileNameDialog"),
    "next_page": Scenario(CASES, (*COMPANY, "3"), lambda u: seen.cases(u).page, 1, 2),
    "previous_page": Scenario(CASES, (*COMPANY, "3", "n"), lambda u: seen.cases(u).page, 2, 1),
    "screen": Scenario("petro", RESULTS, seen.list_name, "search", "screen"),
    "changes": Scenario("petro", RESULTS, seen.list_name, "search", "changes"),
    "as_of": Scenario("petro", RESULTS, *TO_DIALOG, "AsOfDialog"),
    "screen_facets": Scenario("", ("escape", "Q", "enter"), seen.in_facets, False, True),
    "screen_form": Scenario("petro", RESULTS, *TO_DIALOG, "ScreeningForm"),
    "save_screen": Scenario(
        "", ("escape", "Q", *"active", "enter"), *TO_DIALOG, "ScreeningNameDialog"
    ),
    "saved_screens": Scenario("petro", RESULTS, *TO_DIALOG, "SavedScreeningsDialog"),
    "page": Scenario(CASES, (*COMPANY, "3"), *TO_DIALOG, "PageScreen"),
    "back": Scenario(
        "petro", (*COMPANY, "h", "down", "enter"), seen.tax_id, "990005894", landmarks.SHOWPIECE
    ),
    "forward": Scenario(
        "petro",
        (*COMPANY, "h", "down", "enter", "b"),
        seen.tax_id,
        landmarks.SHOWPIECE,
        "990005894",
    ),
    "sort": Scenario("petro", RESULTS, *TO_DIALOG, "ChoiceScreen"),
    "columns": Scenario("petro", RESULTS, *TO_DIALOG, "ChecklistScreen"),
    "reverse": Scenario("petro", RESULTS, seen.order, (0, False), (0, True)),
    "filter": Scenario("petro", RESULTS, seen.focused, "search", "filter"),
    "facets": Scenario(CASES, (*COMPANY, "3"), *TO_DIALOG, "ChoiceScreen"),
    "mark": Scenario("petro", RESULTS, seen.marks, 0, 1),
    "unmark": Scenario("petro", (*RESULTS, "space", "space"), seen.marks, 2, 0),
    "previous_day": Scenario("petro", RESULTS, seen.day, "None", "2026-11-19"),
    "next_day": Scenario("petro", (*RESULTS, "comma"), seen.day, "2026-11-19", DAY),
    "reload": Scenario(SHOWPIECE, COMPANY, seen.sent, 2, 3),
    "copy": Scenario(SHOWPIECE, COMPANY, *TO_DIALOG, "ChoiceScreen"),
    "export": Scenario(SHOWPIECE, COMPANY, *TO_DIALOG, "ChoiceScreen"),
    "website": Scenario(SHOWPIECE, (*COMPANY, "4"), *TO_DIALOG, "ChoiceScreen"),
    "year_before": Scenario(
        SHOWPIECE,
        (*COMPANY, "2", "greater_than_sign"),
        seen.figure,
        "tile net_profit",
        "tile turnover",
    ),
    "year_after": Scenario(
        SHOWPIECE, (*COMPANY, "2"), seen.figure, "tile turnover", "tile net_profit"
    ),
    "view": Scenario(SHOWPIECE, (*COMPANY, "2"), lambda u: seen.figures(u).view, "both", "chart"),
    "next_measure": Scenario(SHOWPIECE, (*COMPANY, "2"), lambda u: seen.figures(u).measure, 0, 1),
    "previous_measure": Scenario(
        SHOWPIECE, (*COMPANY, "2", "plus"), lambda u: seen.figures(u).measure, 1, 0
    ),
    "all_years": Scenario(SHOWPIECE, (*COMPANY, "2"), seen.nothing_left_out, False, True),
    "all_cases": Scenario(CASES, (*COMPANY, "3"), seen.nothing_left_out, False, True),
    "range": Scenario(SHOWPIECE, (*COMPANY, "2"), lambda u: len(seen.figures(u).records), 6, 5),
    "help": Scenario(SHOWPIECE, COMPANY, *TO_DIALOG, "HelpScreen"),
    "manual": Scenario(SHOWPIECE, COMPANY, *TO_DIALOG, "ManualScreen"),
    "palette": Scenario(SHOWPIECE, COMPANY, *TO_DIALOG, "PaletteScreen"),
    "command_line": Scenario(SHOWPIECE, COMPANY, *TO_DIALOG, "CommandLineDialog"),
    "theme": Scenario(SHOWPIECE, COMPANY, seen.theme, "firmeterm-dark", "firmeterm-light"),
    "language": Scenario(SHOWPIECE, COMPANY, lambda u: language(), "en", "ro"),
    "server": Scenario(SHOWPIECE, COMPANY, *TO_DIALOG, "ChoiceScreen"),
    "suspend": Scenario(SHOWPIECE, COMPANY, lambda u: len(SUSPENDED), 0, 1),
    "quit": Scenario(SHOWPIECE, COMPANY, seen.ended, None, 0),
}

SUSPENDED: list[FirmetermApp] = []
"""The apps that were told to suspend; a real terminal tests what that does."""

KEYS = [(name, key) for name in SCENARIOS for key in ACTIONS.keymap.get(name, ())]


@pytest.fixture(autouse=True)
def no_real_suspending(monkeypatch: pytest.MonkeyPatch) -> None:
    SUSPENDED.clear()

    def suspend(app: FirmetermApp) -> None:
        SUSPENDED.append(app)

    monkeypatch.setattr(FirmetermApp, "action_suspend_process", suspend)


def test_every_action_has_a_scenario_and_no_other() -> None:
    names = {action.name for action in ACTIONS}
    without_scenario, of_no_action = names - set(SCENARIOS), set(SCENARIOS) - names
    assert not without_scenario, "a Scenario for each in SCENARIOS, above"
    assert not of_no_action


ANEW = ("reload", "previous_page", "previous_measure", "next_day")
"""These need a fresh start, so they run in this order."""
ALONE = ("more_cases", "check_watched", "quit")
LAST = ("all_years", "all_cases", "toggle_watch", "theme", "language")
"""They change more than the location, so they run after the others."""

Walk = list[tuple[str, str]]


def _walks() -> dict[str, Walk]:
    """Actions that begin with the same search share one explorer; some have their own."""
    order = (*ANEW, "", *LAST)
    walks: dict[str, Walk] = {}
    for name, key in sorted(
        KEYS, key=lambda each: order.index(each[0] if each[0] in order else "")
    ):
        walk = SCENARIOS[name].text or "nothing"
        walk = "anew" if name in ANEW else f"{name}-{key}" if name in ALONE else walk
        walks.setdefault(walk, []).append((name, key))
    return walks


async def _begin_again(user: User) -> None:
    """Back to the first result, with the first tab beside it."""
    while len(user.app.screen_stack) > 1:
        user.app.pop_screen()
    # From the rows of a screen, Escape leads to its line, where a slash is text.
    if seen.list_name(user) == "search" or isinstance(user.app.focused, Input):
        await user.press("escape")
    if seen.list_name(user) != "search" or seen.row(user):
        await user.press("slash", "escape", "home")
    if user.app.explorer.detail.section.tab != "overview":
        await user.press("enter", "1", "escape")


@pytest.mark.long
@pytest.mark.parametrize("walk", [pytest.param(walk, id=name) for name, walk in _walks().items()])
async def test_the_key_does_what_the_action_says(walk: Walk) -> None:
    async with explore() as user:
        for name, key in walk:
            scenario = SCENARIOS[name]
            if (name, key) != walk[0]:
                await _begin_again(user)
            await user.search(scenario.text)
            await user.press(*scenario.keys)
            assert scenario.see(user) == scenario.before, (name, key)
            await user.press(key)
            assert scenario.see(user) == scenario.after, (name, key)
