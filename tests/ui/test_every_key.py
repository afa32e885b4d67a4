"""No key ends the program, in any pane or dialog: each that Textual names, and each character."""

from __future__ import annotations

import string
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import pytest
from textual import events
from textual.keys import Keys, _character_to_key
from textual.widgets import Input

from tests.sample import landmarks
from tests.ui.explorer import User, explore, program
from tests.ui.painting import lines_of
from tui_app.settings import Settings
from tui_app.ui.actions.registry import ActionTable
from tui_app.ui.dialogs.plain import PlainScreen

ACTIONS: Final = ActionTable()
NAMED: Final = {key.value for key in Keys if not key.value.startswith("<")}
CHARACTERS: Final = (*string.digits, *string.ascii_letters, *string.punctuation, *"ăâîșțĂÂÎȘȚ€")
UNHARMED: Final = {"quit": "", "suspend": ""}
"""These two end or stop the program as they should."""


def _all_keys() -> list[events.Key]:
    plain: dict[str, str | None] = {_character_to_key(each): each for each in CHARACTERS}
    plain |= dict.fromkeys(NAMED)
    held = dict.fromkeys(f"{by}+{key}" for by in ("ctrl", "alt") for key in plain)
    return [events.Key(key, character) for key, character in (plain | held).items()]


def test_the_keys_are_those_that_a_keyboard_has() -> None:
    names = {key.key for key in _all_keys()}
    assert {"at", "ctrl+at", "alt+at", "f12", "q", "alt+q", "slash", "ctrl+pageup"} <= names
    bound = {key for keys in ACTIONS.in_force.values() for key in keys}
    assert bound <= names


async def _in_field(user: User) -> None:
    await user.press("slash")


async def _in_list(user: User) -> None:
    await user.press("escape")


async def _in_date_field(user: User) -> None:
    await user.press("escape", "N")


def _in_tab(number: str) -> Callable[[User], Awaitable[None]]:
    async def go(user: User) -> None:
        await user.press("enter", number)

    return go


def _in_dialog(*keys: str) -> Callable[[User], Awaitable[None]]:
    async def go(user: User) -> None:
        await user.press("enter", *keys)

    return go


async def _in_plain(user: User) -> None:
    user.app.push_screen(PlainScreen("No clipboard.", "990000013"))
    await user.idle()


PANES: Final[dict[str, Callable[[User], Awaitable[None]]]] = {
    "search field": _in_field,
    "search list": _in_list,
    "date field": _in_date_field,
    "filter field": _in_dialog("h", "F"),
    "profile": _in_tab("1"),
    "financials": _in_tab("2"),
    "court cases": _in_tab("3"),
    "contacts": _in_tab("4"),
    "help": _in_dialog("question_mark"),
    "manual": _in_dialog("f1"),
    "palette": _in_dialog("ctrl+p"),
    "copy": _in_dialog("y"),
    "source": _in_dialog("C"),
    "server": _in_dialog("C", "c"),
    "case": _in_dialog("3", "enter"),
    "plain": _in_plain,
}


def _place(user: User) -> object:
    """Where a key has its meaning: it is gone to again once a key has left it."""
    explorer = user.app.explorer
    return type(user.app.screen), user.app.focused, explorer.detail.section.tab, explorer.list.tab


@pytest.mark.parametrize("pane", PANES)
async def test_no_key_ends_the_program(
    pane: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # where an export is written
    app = program(Settings(keys=UNHARMED))

    async with explore(app) as user:

        async def go() -> None:
            # What a key asked for may open a dialog yet.
            while len(app.screen_stack) > 1 or not isinstance(app.focused, Input):
                while len(app.screen_stack) > 1:
                    app.pop_screen()
                await user.pilot.press("slash")
            await user.search(landmarks.MANY_COURT_CASES)
            await PANES[pane](user)

        await go()
        there = _place(user)
        bindings = app.screen.active_bindings
        actions = {key: bound.binding.action for key, bound in bindings.items() if key != "ctrl+c"}
        firsts = {action: key for key, action in reversed(actions.items())}.values()
        # What acts may lead elsewhere: one key of each action comes alone, from here.
        for key in _all_keys():
            if key.key in firsts:
                if _place(user) != there:
                    await go()
                app.post_message(key)
                await user.pilot.pause()
                lines_of(app)
                assert app.is_running, key.key
        await go()
        # All others come at once, as from a cat on the keyboard; those that act come last.
        others = [key for key in _all_keys() if key.key not in firsts and key.key != "ctrl+c"]
        for key in sorted(others, key=lambda key: key.key in actions):
            app.post_message(key)
        await user.pilot.pause()
        lines_of(app)
        assert app.is_running
