"""All actions in one list, in the order of the help panel, and the keys in force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from textual.binding import Binding

from tui_app.language import _
from tui_app.ui.actions import company, listing, moving, program, scrolling
from tui_app.ui.actions.base import Action
from tui_app.ui.actions.keys import not_keys, read_keys, shown_key

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
    listing.Only(),
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


def keys_in_force(changed: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The keys of every action as Textual names them, with the user's changes."""
    return {action.name: _keys(action, changed.get(action.name)) for action in ACTIONS}


def _keys(action: Action, changed: str | None) -> tuple[str, ...]:
    """What the user chose; empty takes the keys away, what is no key at all leaves them."""
    if changed is None or (not_keys(changed) and not read_keys(changed)):
        return tuple(action.keys.split(","))
    return read_keys(changed)


def first_key(changed: Mapping[str, str], name: str) -> str:
    """The key to tell people that does an action; a dash where none does."""
    return next(map(shown_key, _keys(BY_NAME[name], changed.get(name))), "–")


def complaints(changed: Mapping[str, str], lines: Mapping[str, int]) -> list[str]:
    """What is wrong with the user's keys, one text each: unknown actions, unknown and shared keys.

    ``lines`` says in which line of the configuration file each was changed, where it is known.
    """
    unknown = _("{line}: there is no such action")
    found = [unknown.format(line=_line(n, changed, lines)) for n in changed if n not in BY_NAME]
    no_key = _("{line}: {key} is no key")
    found += [
        no_key.format(line=_line(name, changed, lines), key=key)
        for name, text in changed.items()
        for key in not_keys(text)
    ]
    owner: dict[str, str] = {}
    for name, keys in keys_in_force(changed).items():
        for key in keys:
            if (other := owner.setdefault(key, name)) == name:
                continue
            place, other = (name, other) if name in changed else (other, name)
            said = _("{line}: {key} already does “{action}”").format(
                line=_line(place, changed, lines),
                key=shown_key(key),
                action=_(BY_NAME[other].label),
            )
            found.append(said)
    return found


def _line(name: str, changed: Mapping[str, str], lines: Mapping[str, int]) -> str:
    line = f'{name} = "{changed.get(name, "")}"'
    return f"config.toml:{lines[name]}: {line}" if name in lines else f"[keys] {line}"


def bindings(changed: Mapping[str, str]) -> list[Binding]:
    """One binding for each key in force; the screen's one handler runs the action."""
    return [
        Binding(key, f"act('{name}')", show=False)
        for name, keys in keys_in_force(changed).items()
        for key in keys
    ]
