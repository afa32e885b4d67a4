"""The language of the program's texts: English or Romanian, by gettext.

Values from a server are never translated. ``N_`` marks a text that is translated where
it is shown.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import gettext

LANGUAGES: Final = ("en", "ro")
_CATALOGUES: Final = Path(__file__).parents[1] / "locale"
_WORDS: Final = {
    "↑↓": "Up/Down",
    "←→": "Left/Right",
    "⏎": "Enter",
    "↑": "Up",
    "↓": "Down",
    "←": "Left",
    "→": "Right",
}
"""The symbols of keys, as words printed on a keyboard, in either language."""

_worded: tuple[str, ...] = ()
_translations: gettext.NullTranslations | None = None
"""The catalogue; ``None`` for English, the language that the texts are written in."""
_name: str = "en"


def set_language(name: str) -> None:
    """Set the language to ``en`` or ``ro``; anything else is English."""
    global _translations, _name  # noqa: PLW0603 (one language for the whole program)
    _name = name if name in LANGUAGES else "en"
    if _name == "en":
        _translations = None
        return
    import gettext

    _translations = gettext.translation("firmeterm", _CATALOGUES, languages=[_name], fallback=True)


def system_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language of ``LC_ALL``, ``LC_MESSAGES`` or ``LANG``."""
    wanted = (environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return "ro" if next((w for w in wanted if w), "").startswith("ro") else "en"


def name_keys(unseen: str) -> None:
    """Write the key symbols in ``unseen``, which the terminal cannot show, as words from now on.

    In a text, ``<`` or ``v`` instead of a symbol would be taken for another key.
    """
    global _worded  # noqa: PLW0603 (one terminal for the whole program)
    _worded = tuple(sign for sign in _WORDS if set(sign) <= set(unseen))


def with_named_keys(text: str) -> str:
    """A text with key symbols as words, where the terminal cannot show them."""
    for sign in _worded:
        text = text.replace(sign, _WORDS[sign])
    return text


def language() -> str:
    """The current language."""
    return _name


def _(text: str) -> str:
    """The text in the current language."""
    return with_named_keys(_translations.gettext(text) if _translations else text)


def ngettext(singular: str, plural: str, count: int) -> str:
    """The plural form of a text for a count."""
    if _translations:
        return with_named_keys(_translations.ngettext(singular, plural, count))
    return with_named_keys(singular if count == 1 else plural)


def N_(text: str) -> str:  # noqa: N802 (gettext's own name)
    """The text itself, marked for the catalogue."""
    return text
