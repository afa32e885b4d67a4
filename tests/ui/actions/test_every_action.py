"""Every action by each of its keys, in the running explorer: a new one needs a step here."""

from __future__ import annotations

import pkgutil
from collections import Counter
from importlib import import_module
from typing import NamedTuple

import pytest

from tests.sample import landmarks
from tests.ui import seen
from tests.ui.user import TODAY, explore
from tui_app.system.language import language
from tui_app.ui import actions
from tui_app.ui.actions.registry import ActionTable
from tui_app.ui.app import FirmetermApp
from tui_app.ui.panes.action import Action

ACTIONS = ActionTable()
SHOWPIECE, CASES = landmarks.SHOWPIECE, landmarks.MANY_COURT_CASES
DAY = TODAY.isoformat()
PETRO = ("search petro", "escape")
OPENED = (f"search {SHOWPIECE}", "enter")


class Step(NamedTuple):
    """Steps from where the action before led; then its key turns what is seen into ``after``.

    An action with several keys has a step for each, in their order.
    """

    name: str
    steps: tuple[str, ...]
    see: seen.See
    before: object
    after: object


def _dialog(name: str, steps: tuple[str, ...], opened: str) -> Step:
    return Step(name, steps, seen.dialog, "ExplorerScreen", opened)


def _tab(name: str, before: str) -> Step:
    return Step(name, (), seen.tab, before, name)


SUSPENDED: list[FirmetermApp] = []
"""The apps that were told to suspend; a real terminal tests what that does."""

WALKS: dict[str, tuple[Step, ...]] = {
    "list": (
        Step("down", PETRO, seen.row, 0, 1),
        Step("down", (), seen.row, 1, 2),
        Step("up", (), seen.row, 2, 1),
        Step("up", (), seen.row, 1, 0),
        Step("page_down", (), seen.row, 0, 9),
        Step("page_up", (), seen.row, 9, 0),
        Step("page_down", (), seen.row, 0, 9),
        Step("page_up", (), seen.row, 9, 0),
        Step("bottom", (), seen.row, 0, 9),
        Step("top", (), seen.row, 9, 0),
        Step("top", ("down", "down"), seen.row, 2, 0),
        Step("mark", (), seen.marks, 0, 1),
        Step("undo", (), seen.marks, 1, 0),
        Step("unmark", ("space", "space"), seen.marks, 2, 0),
        _dialog("compare", ("space", "space"), "CompareScreen"),
        Step("reverse", ("escape", "U"), seen.order, (0, False), (0, True)),
        Step("filter", ("S",), seen.focused, "search", "filter"),
        _dialog("sort", ("escape",), "ChoiceScreen"),
        _dialog("columns", ("escape",), "ChecklistScreen"),
        _dialog("match", ("escape",), "FileNameDialog"),
        _dialog("as_of", ("escape",), "AsOfDialog"),
        Step("full_width", ("escape",), lambda u: u.app.explorer.shows_one_pane, False, True),
        Step("open", ("a",), seen.focused, "search", "detail"),
        Step("left_pane", (), seen.focused, "detail", "search"),
        Step("right_pane", (), seen.focused, "search", "detail"),
        Step("left_pane", (), seen.focused, "detail", "search"),
        Step("right_pane", (), seen.focused, "search", "detail"),
        Step("escape", (), seen.focused, "detail", "search"),
        Step("back", ("home", "enter", "h", "down", "enter"), seen.tax_id, "990005894", SHOWPIECE),
        Step("forward", (), seen.tax_id, SHOWPIECE, "990005894"),
        Step("search", (), seen.focused, "detail", "search field"),
        _dialog("screen_form", ("escape",), "ScreeningForm"),
    ),
    "lists": (
        Step("new", PETRO, seen.focused, "search", "new"),
        Step("previous_day", ("escape",), seen.day, "None", "2026-11-19"),
        Step("next_day", (), seen.day, "2026-11-19", DAY),
        Step("watch", (), seen.focused, "new", "watch"),
        Step("changes", (), seen.list_name, "watch", "changes"),
        Step("visited", ("escape",), seen.list_name, "changes", "visited"),
        Step("screen", ("escape",), seen.list_name, "visited", "screen"),
        Step("screen_facets", ("enter",), seen.in_facets, False, True),
        _dialog("save_screen", ("Q", *"active", "enter"), "ScreeningNameDialog"),
        _dialog("saved_screens", ("escape",), "SavedScreeningsDialog"),
    ),
    "company": (
        Step("reload", OPENED, seen.sent, 2, 3),
        _tab("finance", "overview"),
        Step("year_after", (), seen.figure, "tile turnover", "tile net_profit"),
        Step("year_before", (), seen.figure, "tile net_profit", "tile turnover"),
        Step("next_measure", (), lambda u: seen.figures(u).measure, 0, 1),
        Step("previous_measure", (), lambda u: seen.figures(u).measure, 1, 0),
        Step("range", (), lambda u: len(seen.figures(u).records), 6, 5),
        Step("view", (), lambda u: seen.figures(u).view, "both", "chart"),
        Step("all_years", (), seen.nothing_left_out, False, True),
        _tab("cases", "finance"),
        _tab("contact", "cases"),
        _dialog("website", (), "ChoiceScreen"),
        Step("signals", ("escape",), seen.tab, "contact", "signals"),
        Step("formulas", (), seen.formulas, False, True),
        _tab("events", "signals"),
        _dialog("kinds", (), "ChecklistScreen"),
        Step("links", ("escape",), seen.tab, "events", "links"),
        _tab("money", "links"),
        _tab("overview", "money"),
        _dialog("note", (), "NoteScreen"),
        _dialog("copy", ("escape",), "ChoiceScreen"),
        _dialog("export", ("escape",), "ChoiceScreen"),
        _dialog("help", ("escape",), "HelpScreen"),
        _dialog("manual", ("escape",), "ManualScreen"),
        _dialog("palette", ("escape",), "PaletteScreen"),
        _dialog("command_line", ("escape",), "CommandLineDialog"),
        _dialog("server", ("escape",), "ChoiceScreen"),
        Step("suspend", ("escape",), lambda u: len(SUSPENDED), 0, 1),
        Step("toggle_watch", (), seen.is_watched, False, True),
        Step("check_watched", ("W",), seen.checked, False, True),
        Step("earlier_search", ("slash", "delete"), seen.field, "", SHOWPIECE),
        Step("theme", ("escape",), seen.theme, "firmeterm-dark", "firmeterm-light"),
        Step("language", (), lambda u: language(), "en", "ro"),
        Step("quit", (), seen.ended, None, 0),
    ),
    "cases": (
        Step("more_cases", (f"search {CASES}", "enter", "5"), seen.pages_of_cases, 5, 8),
        Step("next_page", ("3",), lambda u: seen.cases(u).page, 1, 2),
        Step("previous_page", (), lambda u: seen.cases(u).page, 2, 1),
        _dialog("page", (), "PageScreen"),
        _dialog("facets", ("escape",), "ChoiceScreen"),
        Step("all_cases", ("escape",), seen.nothing_left_out, False, True),
        Step("quit", (), seen.ended, None, 0),
    ),
}


@pytest.fixture(autouse=True)
def no_real_suspending(monkeypatch: pytest.MonkeyPatch) -> None:
    SUSPENDED.clear()

    def suspend(app: FirmetermApp) -> None:
        SUSPENDED.append(app)

    monkeypatch.setattr(FirmetermApp, "action_suspend_process", suspend)


def test_every_action_that_is_written_down_is_one_of_the_table() -> None:
    for module in pkgutil.iter_modules(actions.__path__, f"{actions.__name__}."):
        for value in vars(import_module(module.name)).values():
            if isinstance(value, Action):
                place = "its place in ui/actions/registry.py, or in the actions of its list or tab"
                assert value.name in ACTIONS.by_name, (value.name, place)


def test_every_key_of_every_action_has_a_step_and_no_other() -> None:
    steps = Counter(step.name for walk in WALKS.values() for step in walk)
    keys = {action.name: len(ACTIONS.keymap.get(action.name, ())) for action in ACTIONS}
    assert steps == keys, "a Step for each key, in WALKS above"


@pytest.mark.long
@pytest.mark.parametrize("name", WALKS)
async def test_the_key_does_what_the_action_says(name: str) -> None:
    async with explore() as user:
        for step, key in zip(WALKS[name], KEYS[name], strict=True):
            for keys in step.steps:
                word, _, text = keys.partition(" ")
                await (user.search(text) if text else user.press(word))
            assert step.see(user) == step.before, (step.name, key)
            await user.press(key)
            assert step.see(user) == step.after, (step.name, key)


def _keys() -> dict[str, list[str]]:
    """The key of each step: those of an action in their order, over all walks."""
    left = {name: list(keys) for name, keys in ACTIONS.keymap.items()}
    return {
        name: [left[step.name].pop(0) if left.get(step.name) else "" for step in walk]
        for name, walk in WALKS.items()
    }


KEYS = _keys()
