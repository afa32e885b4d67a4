"""Cleans texts that were typed or pasted: as they look, and as a keyboard would write them."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from tui_app.contract.lazy_pattern import lazy_pattern

# An equals sign: ="990000013" keeps a spreadsheet from taking a text for a number.
_SURROUNDING_PUNCTUATION: Final = " .,;:()[]<>#=\"'„”“"
_SLASHES: Final = {"⁄": "/", "∕": "/", "’": "'", "‘": "'"}

_KEPT_END: Final = "\ue000"
"""Stands for the semicolon of an entity while a text is split at semicolons."""

_ENTITY: Final = lazy_pattern(
    rf"&(#[0-9]{{1,7}}|#[xX][0-9a-fA-F]{{1,6}}|[A-Za-z][A-Za-z0-9]{{1,30}})[;{_KEPT_END}]"
)
_NESTED: Final = lazy_pattern(r"&(?:amp;)*(?:#?[A-Za-z0-9]{2,31};)")


def with_whole_entities(text: str) -> str:
    """A text in which ``without_entities`` finds ``&amp;`` even after it is split at semicolons."""
    if "&" not in text:
        return text
    return _NESTED().sub(lambda found: found[0].replace(";", _KEPT_END), text)


def without_entities(text: str) -> str:
    """A text with the characters that its entities mean: ``A &amp; B`` is ``A & B``.

    They are decoded once: ``&amp;amp;`` becomes ``&amp;``. Names that are no entities stay.
    """
    return _ENTITY().sub(_character, text).replace(_KEPT_END, ";") if "&" in text else text


def _character(found: re.Match[str]) -> str:
    import html  # its table of entities would delay every start

    plain = f"&{found[1]};"
    meant = html.unescape(plain).replace("\xa0", " ")
    return meant if meant and meant.isprintable() and meant != "\ufffd" else plain


def as_seen(text: str) -> str:
    """A text as it looks, with surrounding blanks, while it is still being typed.

    Controls and formats (escape, zero-width, direction) are removed, any kind of blank becomes a
    plain one.
    """
    if text.isascii() and text.isprintable():
        return text
    seen = []
    for character in text:
        category = unicodedata.category(character)
        if category[0] == "Z" or character in "\t\n\v\f\r\x85":
            seen.append(" ")
        elif category not in {"Cc", "Cf"}:
            seen.append(character)
    return "".join(seen)


def without_invisible(text: str) -> str:
    """A text as it looks, without blanks around it."""
    return as_seen(text).strip()


def as_typed(text: str) -> str:
    """A text as a keyboard would write it, only for reading it.

    Dashes, slashes and wide letters become plain ones. Marks on letters are removed, and so are the
    signs that surround an identifier in a sentence or a list.
    """
    plain = without_invisible(text)
    if not plain.isascii():
        characters = unicodedata.normalize("NFKD", plain)
        plain = "".join(_typed(c) for c in characters if not unicodedata.combining(c))
    return plain.strip(_SURROUNDING_PUNCTUATION)


def _typed(character: str) -> str:
    is_dash = character == "−" or unicodedata.category(character) == "Pd"
    return "-" if is_dash else _SLASHES.get(character, character)
