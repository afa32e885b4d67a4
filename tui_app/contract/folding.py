"""Folding: prepares texts for comparison, without case, marks, punctuation or repeated blanks.

``ş``, ``ș`` and ``s`` are the same letter, so both spellings of Romanian and text typed without
diacritics find the same companies. ``S.A.`` is ``sa`` and ``EL-FLUX`` is ``el flux``: dots and
apostrophes are removed, other signs separate words. Only ``&`` stays, as a word.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

AMPERSAND: Final = "&"
"""The only sign that stays: it is a word, the same as ``and`` and ``si``."""

_DROPPED: Final = frozenset(".'`’‘ʼ")
_MAX_KEPT: Final = 4096
_CONNECTIVES: Final = frozenset({"and", "si", AMPERSAND})


def _ascii_form(character: str) -> str:
    if character.isalnum():
        return character.lower()
    if character == AMPERSAND:
        return f" {AMPERSAND} "
    return "" if character in _DROPPED else " "


_ASCII: Final = {code: _ascii_form(chr(code)) for code in range(128)}


def fold(text: str) -> str:
    """The folded form of a text, for comparisons. Folding twice changes nothing.

    If a text contains another one, its folded form contains the other's.
    """
    if text.isascii():
        return " ".join(text.translate(_ASCII).split())
    # A compatibility form can contain capitals, and a folded letter can have marks: repeat until
    # stable.
    folded = text
    while (again := _fold_once(folded)) != folded and not again.isascii():
        folded = again
    return again


def words(folded: str) -> list[str]:
    """The words of a folded text; ``and`` and ``si`` become ``&``, ``SRL-D`` is one word."""
    found = [AMPERSAND if word in _CONNECTIVES else word for word in folded.split(" ") if word]
    if "srl" in found and "d" in found:
        _join(found, ("srl", "d"))
    return found


def letters(folded: str) -> str:
    """The letters and digits of a folded text, without blanks."""
    return folded.replace(" ", "").replace(AMPERSAND, "")


def _join(found: list[str], parts: Sequence[str]) -> None:
    for at in range(len(found) - len(parts), -1, -1):
        if tuple(found[at : at + len(parts)]) == parts:
            found[at : at + len(parts)] = ["".join(parts)]


class _Forms(dict[int, str]):
    """The folded form of each character by its code point, filled as needed."""

    def __missing__(self, code: int) -> str:
        form = _form(chr(code))
        if len(self) < _MAX_KEPT:
            self[code] = form
        return form


_FORMS: Final = _Forms(_ASCII)


def _fold_once(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold()).casefold()
    return " ".join(decomposed.translate(_FORMS).split())


def _form(character: str) -> str:
    if character in _DROPPED:
        return ""
    category = unicodedata.category(character)
    if category[0] == "M" or category == "Cf":
        return ""
    return character if category[0] in "LN" else " "
