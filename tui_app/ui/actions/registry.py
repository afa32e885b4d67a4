"""All actions in one list, in the order of the help panel, and the keys in force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from textual.binding import Binding

from tui_app.ui.actions import company, listing, moving, program, scrolling
from tui_app.ui.actions.base import Action

ACTIONS: Final[tuple[Action, ...]] = (
    moving.Search(),
    moving.NewCompanies(),
    moving.Open(),
    moving.Escape(),
    scrolling.Down(),
    scrolling.Up(),
    scrolling.PageDown(),
    scrolling.PageUp(),
    scrolling.Top(),
    scrolling.Bottom(),
    moving.LeftPane(),
    moving.RightPane(),
    moving.ProfileTab(),
    moving.FinancialsTab(),
    moving.CourtCasesTab(),
    moving.ContactsTab(),
    moving.NextPage(),
    moving.PreviousPage(),
    moving.Back(),
    moving.Forward(),
    listing.Sort(),
    listing.Reverse(),
    listing.Filter(),
    listing.Mark(),
    listing.Unmark(),
    listing.PreviousDay(),
    listing.NextDay(),
    company.Renew(),
    company.Copy(),
    company.Export(),
    company.OpenWebsite(),
    company.NextView(),
    company.NextMeasure(),
    company.PreviousMeasure(),
    company.NextRange(),
    program.Help(),
    program.Palette(),
    program.NextTheme(),
    program.NextLanguage(),
    program.Server(),
    program.Suspend(),
    program.Quit(),
)

BY_NAME: Final = {action.name: action for action in ACTIONS}

_SHOWN: Final = {
    "slash": "/",
    "question_mark": "?",
    "comma": ",",
    "full_stop": ".",
    "plus": "+",
    "minus": "-",
    "enter": "⏎",
    "escape": "Esc",
    "space": "Space",
    "down": "↓",
    "up": "↑",
    "left": "←",
    "right": "→",
    "pagedown": "PgDn",
    "pageup": "PgUp",
    "home": "Home",
    "end": "End",
}


def keys_in_force(changed: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The keys of every action, with the user's changes."""
    return {
        action.name: tuple(
            key.strip() for key in changed.get(action.name, action.keys).split(",") if key.strip()
        )
        for action in ACTIONS
    }


def complaints(changed: Mapping[str, str]) -> list[str]:
    """What is wrong with the user's keys, one line each: unknown actions and keys used twice."""
    found = [f"[keys] {name}: there is no such action" for name in changed if name not in BY_NAME]
    owner: dict[str, str] = {}
    for name, keys in keys_in_force(changed).items():
        for key in keys:
            if key in owner:
                place = name if name in changed else owner[key]
                other = owner[key] if place == name else name
                found.append(f'[keys] {place} = "{key}": this key already does "{other}"')
            owner.setdefault(key, name)
    return found


def bindings(changed: Mapping[str, str]) -> list[Binding]:
    """One binding for each key in force; the screen's one handler runs the action."""
    return [
        Binding(key, f"act('{name}')", show=False)
        for name, keys in keys_in_force(changed).items()
        for key in keys
    ]


def shown_key(key: str) -> str:
    """How a key is written for people: ``^p`` for ctrl+p, ``/`` for slash."""
    return f"^{key[5:]}" if key.startswith("ctrl+") else _SHOWN.get(key, key)
