"""Sections of the classification of activities (CAEN): one letter, two meanings.

Rev.2 was in force until 2024, Rev.3 has been since 2025, and companies on record use both. From J
on, the letters moved: K is finance in Rev.2 and IT in Rev.3. ``K/3`` is K of Rev.3.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from tui_app.contract.folding import fold, words

SECTION: Final = re.compile(r"[GJ-U]/2|[GJ-V]/3", re.ASCII)
"""A section whose meaning or extent differs between the revisions."""

# The beginnings of titles (INS), for the letters that differ.
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


_FIRST_DIVISIONS: Final = (
    "A1 B5 C10 D35 E36 F41 G45 H49 I55 J58 K64 L68 M69 N77 O84 P85 Q86 R90 S94 T97 U99",
    "A1 B5 C10 D35 E36 F41 G46 H49 I55 J58 K61 L64 M68 N69 O77 P84 Q85 R86 S90 T94 U97 V99",
)
"""The first division of each section, by revision."""


def codes_of(path: Sequence[str]) -> list[tuple[str, str]]:
    """Code and title of each level of an activity, from broad to specific.

    Codes have the zeros that some files leave out: in section A, ``111`` is the class 0111. An
    activity without its section gets it, or the sections of both revisions if they differ.
    """
    levels = [step.partition(" - ") for step in path]
    known = [(code.strip().upper(), title) for code, _, title in levels]
    numbers = [code for code, _title in known if _is_number(code)]
    if numbers and _lacks_zero(known[0][0], numbers):
        known = [(f"0{code}" if _is_number(code) else code, title) for code, title in known]
    if numbers and _is_number(known[0][0]):
        known[:0] = [(letter, "") for letter in _sections_of(int(known[0][0][:2]))]
    return known


def _is_number(code: str) -> bool:
    """Whether a code consists of digits; ``²`` is not one."""
    return code.isascii() and code.isdigit()


def _lacks_zero(first: str, numbers: Sequence[str]) -> bool:
    """Whether the last number, a class, has three digits; false for a path that ends in a group."""
    is_whole = first == "A" or len(numbers[0]) == 1 or len(numbers) == 1
    return len(numbers[-1]) == 3 and is_whole and not numbers[0].startswith("0")


def _sections_of(division: int) -> dict[str, None]:
    """The section of a division in each revision."""
    found = {}
    for revision in _FIRST_DIVISIONS:
        letters = [each[0] for each in revision.split() if int(each[1:]) <= division]
        found.update(dict.fromkeys(letters[-1:]))
    return found


def section_in(levels: Sequence[tuple[str, str]]) -> str | None:
    """The section among the levels of an activity as ``section_of`` names it.

    ``None`` if it is unknown, or may be one of two.
    """
    letters = [(code, title) for code, title in levels if len(code) == 1 and code.isalpha()]
    return section_of(*letters[0]) if len(letters) == 1 else None


def section_of(letter: str, title: str) -> str:
    """``K/3`` for the K with a title from Rev.3; the letter alone for an unknown title."""
    plain = _plain(title)
    for revision, titles in ((2, _REV2), (3, _REV3)):
        if letter in titles and plain.startswith(_plain(titles[letter])):
            return f"{letter}/{revision}"
    return letter


def _plain(title: str) -> str:
    return " ".join(words(fold(title)))
