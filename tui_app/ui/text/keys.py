"""Reads keys as people write them, and shows them to people."""

from __future__ import annotations

import re
import string
from typing import Final

from textual.binding import Binding
from textual.keys import Keys

from tui_app.system.language import with_named_keys

_SHOWN: Final = {
    "enter": "⏎", "escape": "Esc", "space": "Space", "tab": "Tab", "delete": "Del", "insert": "Ins",
    "down": "↓", "up": "↑", "left": "←", "right": "→", "pagedown": "PgDn", "pageup": "PgUp",
    "home": "Home", "end": "End",
}  # fmt: skip

_WRITTEN: Final = {
    "pgdn": "pagedown", "pgdown": "pagedown", "pgup": "pageup", "esc": "escape", "return": "enter",
    "del": "delete", "ins": "insert",
}  # fmt: skip
"""Other names for some keys."""

_MODIFIERS: Final = frozenset({"ctrl", "alt", "shift", "super", "hyper", "meta"})


def read_keys(text: str) -> tuple[str, ...]:
    """Keys separated by commas, as Textual names them; unknown ones are left out.

    ``/`` and ``slash`` are the same, and so are ``^f``, ``Ctrl+F`` and ``ctrl+f``.
    """
    found = (_read_key(typed) for typed in _typed(text))
    return tuple(dict.fromkeys(key for key in found if key is not None))


def not_keys(text: str) -> tuple[str, ...]:
    """The unknown names among keys separated by commas."""
    return tuple(typed for typed in _typed(text) if _read_key(typed) is None)


def types_text(key: str) -> bool:
    """Whether a key types a character into a focused text field."""
    return len(key) == 1 or key == "space" or key in _MARKS


def shown_key(key: str) -> str:
    """A key as shown to people: ``^p`` for ctrl+p, ``/`` for slash, ``F5`` for f5."""
    if key.startswith("ctrl+"):
        return f"^{shown_key(key[5:])}"
    if re.fullmatch(r"f\d+", key):
        return key.upper()
    return _MARKS.get(key) or with_named_keys(_SHOWN.get(key, key))


def shown_keys(text: str) -> set[str]:
    """Keys as people write them, converted to the form shown to people."""
    return {shown_key(key) for key in read_keys(text)}


def _typed(text: str) -> list[str]:
    return [typed for key in text.split(",") if (typed := key.strip())]


def _read_key(typed: str) -> str | None:
    if len(typed) == 1:
        return _named(typed)
    *prefixes, key = re.sub(r"^\^", "ctrl+", typed).split("+")
    modifiers = [modifier.strip().lower() for modifier in prefixes]
    key = key.strip()
    if not _MODIFIERS.issuperset(modifiers):
        return None
    if modifiers == ["shift"] and re.fullmatch("[a-zA-Z]", key):
        return key.upper()
    if len(key) == 1:
        name = _named(key.lower())
    else:
        name = _WRITTEN.get(key.lower(), key.lower())
        if name not in _NAMES:
            return None
    return "+".join([*modifiers, name])


def _named(character: str) -> str:
    """Textual's name of a character: ``slash`` for ``/``, ``a`` for ``a``."""
    (binding,) = Binding.make_bindings([Binding(character, "act")])
    return binding.key


_MARKS: Final = {_named(mark): mark for mark in string.punctuation if mark != ","} | {"comma": ","}
"""The punctuation marks by Textual's names of their keys."""
_NAMES: Final = frozenset({key.value for key in Keys if key.value.isalnum()}) | _MARKS.keys()
