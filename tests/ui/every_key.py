"""Presses each key that Textual names, and each character, in each pane and dialog."""

from __future__ import annotations

import string
from typing import Final

from textual import events
from textual.binding import Binding
from textual.keys import Keys, _character_to_key
from textual.widgets import Input

from tests.sample import landmarks
from tests.ui import painting
from tests.ui.painting import lines_of
from tests.ui.user import User, explore, program
from tui_app.config.settings import Settings
from tui_app.ui.actions.registry import ActionTable
from tui_app.ui.dialogs.texts import PlainScreen

ACTIONS: Final = ActionTable()
NAMED: Final = {key.value for key in Keys if not key.value.startswith("<")}
CHARACTERS: Final = (*string.digits, *string.ascii_letters, *string.punctuation, *"ăâîșțĂÂÎȘȚ€")
TWO_PANES: Final = (100, 24)
"""A terminal with two panes that is soon drawn."""
HELD_BY: Final = ("ctrl", "alt")
UNHARMED: Final = {"quit": "", "suspend": ""}
"""These two end or stop the program as they should."""
QUITTING: Final = {"ctrl+c", "ctrl+q"}
"""Keys that end it in every dialog."""


def all_keys() -> list[events.Key]:
    plain: dict[str, str | None] = {_character_to_key(each): each for each in CHARACTERS}
    plain |= dict.fromkeys(NAMED)
    held = dict.fromkeys(f"{by}+{key}" for by in HELD_BY for key in plain)
    return [events.Key(key, character) for key, character in (plain | held).items()]


def _is_tried_in(pane: str, number: int, key: events.Key) -> bool:
    """Whether a key that is not bound comes in a pane: a letter in some, a held key in one of them.

    Nothing of ours takes a held key that is not bound, and one letter is as good as another, so
    that the panes differ little in it.
    """
    if key.key.startswith(tuple(f"{by}+" for by in HELD_BY)):
        return number % len(PANES) == PANES.index(pane)
    return key.key not in string.ascii_letters or (number + PANES.index(pane)) % 3 == 0


async def _push_plain(user: User) -> None:
    user.app.push_screen(PlainScreen("No clipboard.", "990000013"))
    await user.idle()


IN_COMPANY: Final[dict[str, tuple[str, ...]]] = {
    "filter field": ("h", "F"),
    "overview": ("1",),
    "finance": ("2",),
    "court cases": ("3",),
    "help": ("question_mark",),
    "manual": ("f1",),
    "palette": ("ctrl+p",),
    "copy": ("y",),
    "server": ("C", "c"),
    "case": ("3", "enter"),
}
"""From the company that is shown."""
IN_RESULTS: Final[dict[str, tuple[str, ...]]] = {
    "search field": (),
    "search list": ("escape",),
    "date field": ("escape", "N"),
    "plain": (),
}
"""From the search field."""


PANES: Final = (*IN_RESULTS, *IN_COMPANY)
LISTS_AND_TABS: Final = ("search list", "overview", "finance", "court cases")
IN_FIELDS: Final = (
    *("search", "palette", "manual", "escape"),
    *("earlier_search", "next_measure", "previous_measure"),
)
"""The actions of ours that have a key while one types."""
EDITING: Final = tuple(
    each.action for each in Input.BINDINGS if isinstance(each, Binding) and each.action != "submit"
)
"""What Textual's own field does with its text, which we hear of as another text."""
FIELDS: Final = ("search field", "date field", "filter field")
TURNS: Final[tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]] = (
    (tuple(ACTIONS.by_name), LISTS_AND_TABS),
    (IN_FIELDS, FIELDS),
    (EDITING, (*FIELDS, "help", "manual", "palette", "server")),
)
"""Actions, and the panes in which their turns come."""
DIALOGS: Final = tuple(pane for pane in PANES if pane not in (*FIELDS, *LISTS_AND_TABS))


def tried_elsewhere(pane: str) -> set[str]:
    """The actions whose turn it is in another pane: each is tried alone in one of them.

    What it does in each pane is known from ``test_every_action`` and ``test_footer_keys``.
    """
    return {
        name
        for names, panes in TURNS
        if pane in panes
        for at, name in enumerate(names)
        if at % len(panes) != panes.index(pane)
    }


def _name(action: str) -> str:
    """The action of ours that a binding of Textual's names, such as ``act('undo', True)``."""
    return action.split("'")[1] if action.startswith("act(") else action


def _place(user: User) -> object:
    """Where a key has its meaning: it is gone to again once a key has left it."""
    explorer, focused = user.app.explorer, user.app.focused
    # A dialog that was opened anew is the same place, if the same field of it has the keys.
    with_keys = (type(focused), focused.id) if focused else None
    tab = explorer.detail.section.tab if explorer.detail_has_focus else ""
    return type(user.app.screen), with_keys, tab, explorer.list.tab


def _is_searching(user: User) -> bool:
    return user.app.focused is user.app.explorer.lists["search"].focus_target


def _is_beside_its_list(user: User) -> bool:
    """Whether the company is there, beside the search that found it."""
    explorer = user.app.explorer
    entry = explorer.detail.entry
    return (
        explorer.list.tab == "search"
        and entry is not None
        and entry.tax_id == landmarks.MANY_COURT_CASES
    )


async def _go(user: User, pane: str) -> None:
    """Go where a key is tried, from wherever the last one led."""
    app = user.app
    # What a key asked for may open a dialog yet.
    while len(app.screen_stack) > 1:
        app.pop_screen()
        await user.idle()
    if pane in IN_COMPANY and _is_beside_its_list(user):
        if app.explorer.foot.field.has_focus:
            await user.pilot.press("escape")
        if not app.explorer.detail_has_focus:
            await user.pilot.press("enter")
        await user.press(*IN_COMPANY[pane])
        return
    if not _is_searching(user):
        # In the field of another list every key is text, and Esc stays with that list.
        app.explorer.act("search")
        await user.idle()
    await user.search(landmarks.MANY_COURT_CASES)
    if pane in IN_COMPANY:
        await user.press("enter", *IN_COMPANY[pane])
    elif pane == "plain":
        await _push_plain(user)
    else:
        await user.press(*IN_RESULTS[pane])


async def press_each_key(panes: tuple[str, ...]) -> None:
    """In each of some panes; the program has to go on."""
    async with explore(program(Settings(keys=UNHARMED)), TWO_PANES) as user:
        for pane in panes:
            await _go(user, pane)
            await _try_each_key(user, pane)


async def _try_each_key(user: User, pane: str) -> None:
    app = user.app
    there = _place(user)
    bindings = app.screen.active_bindings
    actions = {key: bound.binding.action for key, bound in bindings.items()}
    actions = {key: action for key, action in actions.items() if key not in QUITTING}
    firsts = {action: key for key, action in reversed(actions.items())}.values()
    elsewhere = tried_elsewhere(pane)
    assert len(elsewhere & {_name(action) for action in actions.values()}) >= len(elsewhere) - 4
    # What acts may lead elsewhere: one key of each action comes alone, from here.
    for key in all_keys():
        if key.key in firsts and _name(actions[key.key]) not in elsewhere:
            if _place(user) != there:
                await _go(user, pane)
            before = painting.frames
            app.post_message(key)
            await user.pilot.pause()
            if painting.frames != before:  # else it is drawn as it was
                lines_of(app)
            assert app.is_running, (pane, key.key)
    await _go(user, pane)
    # All others come at once, as from a cat on the keyboard; those that act come last.
    others = [
        key
        for number, key in enumerate(all_keys())
        if key.key not in {*firsts, *QUITTING}
        and (key.key in actions or _is_tried_in(pane, number, key))
    ]
    for key in sorted(others, key=lambda key: key.key in actions):
        app.post_message(key)
    await user.pilot.pause()
    lines_of(app)
    assert app.is_running, pane
