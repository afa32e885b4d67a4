"""Sections of the classification of activities (CAEN): one letter, two meanings.

Rev.2 was in force until 2024, Rev.3 is since 2025, and companies on record mix both. From J on
the letters moved: K is finance in the one and IT in the other. ``K/3`` is K of Rev.3.
"""

from __future__ import annotations

import re
from typing import Final

from tui_app.contract.folding import fold, words

SECTION: Final = re.compile(r"[GJ-U]/2|[GJ-V]/3", re.ASCII)
"""A section that has another meaning, or another extent, in each revision."""

# How titles begin (INS): those of the letters that differ.
_REV2: Final = {
    "G": "comert cu ridicata si cu amanuntul repararea",
    "J": "informatii si comunicatii",
    "K": "intermedieri financiare",
    "L": "tranzactii imobiliare",
    "M": "activitati profesionale",
    "N": "activitati de servicii administrative",
    "O": "administratie publica",
    "P": "invatamant",
    "Q": "sanatate",
    "R": "activitati de spectacole",
    "S": "alte activitati de servicii",
    "T": "activitati ale gospodariilor",
    "U": "activitati ale organizatiilor",
}
_REV3: Final = {
    "G": "comert cu ridicata si cu amanuntul",
    "J": "activitati de editare",
    "K": "telecomunicatii",
    # All the others moved to the next letter.
    **{chr(ord(letter) + 1): title for letter, title in _REV2.items() if letter >= "K"},
}


def section_of(letter: str, title: str) -> str:
    """``K/3`` for the K whose title is of Rev.3; the letter alone for an unknown title."""
    plain = _plain(title)
    for revision, titles in ((2, _REV2), (3, _REV3)):
        if letter in titles and plain.startswith(_plain(titles[letter])):
            return f"{letter}/{revision}"
    return letter


def _plain(title: str) -> str:
    return " ".join(words(fold(title)))
