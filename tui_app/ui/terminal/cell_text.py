"""Text cut into the cells of a terminal."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from rich.cells import cell_len

CONTINUED: Final = ""
"""The placeholder in the second cell of a wide character."""


@lru_cache(maxsize=4096)
def cells(text: str) -> tuple[str, ...]:
    """One entry per column. Zero-width marks stay with the letter before them.

    A control character becomes a blank, so that no text can move the cursor.
    """
    found: list[str] = []
    for character in text:
        if unicodedata.category(character) == "Cc":
            found.append(" ")
            continue
        width = cell_len(character)
        if width:
            found.append(character)
            found.extend([CONTINUED] * (width - 1))
        elif found:
            place = -1 if found[-1] != CONTINUED else -2
            found[place] += character
    return tuple(found)


def is_simple(cell: str) -> bool:
    """Whether every terminal advances by exactly one column for it."""
    return len(cell) == 1 and (cell < "\u0300" or "\u2000" <= cell <= "\u28ff")
