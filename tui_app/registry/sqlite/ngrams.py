"""How any part of a text is found: by the pieces of five characters that it holds.

A trigram index is slow on a whole country: three frequent characters stand in millions of
names, and most texts are made of such. Five stand together far less often, and what a text
of six or more characters finds by its pieces in one index walk is nearly always what holds
it. For parts of three or four characters the ten best companies are kept ready, so that
they need no walk at all.
"""

from __future__ import annotations

from typing import Final

PIECE: Final = 5
"""Characters of a piece. Shorter parts are kept with their best companies."""

SHORTEST_PART: Final = 3

START: Final = "\n"
"""Stands before a name, so that *starts with* is a part as well. Folded text never holds it."""

_MOST_PIECES: Final = 16
# FTS5's ascii tokenizer ends a word at any ASCII character but letters and digits: those are
# moved to where it takes every character as part of a word.
_AS_LETTERS: Final = {c: 0xE000 + c for c in range(128) if not chr(c).isalnum()}


def short_parts(*texts: str) -> set[str]:
    """Every part that is shorter than a piece."""
    return {
        text[start : start + length]
        for text in texts
        for length in range(SHORTEST_PART, PIECE)
        for start in range(len(text) - length + 1)
    }


def beginning(part: str) -> str:
    """The short part that any text holds which holds ``part``."""
    return part[: PIECE - 1]


def pieces(*texts: str) -> str:
    """What FTS5 indexes of texts: their pieces as words."""
    words = {
        text[start : start + PIECE]
        for text in (text.translate(_AS_LETTERS) for text in texts)
        for start in range(len(text) - PIECE + 1)
    }
    return " ".join(words)


def pieces_query(part: str) -> str:
    """The FTS5 query for texts that may hold ``part``, which is at least a piece long."""
    last = len(part) - PIECE
    # Every second piece is enough to keep the neighbours of a text together.
    step = 2 + last // _MOST_PIECES
    words = part.translate(_AS_LETTERS)
    starts = sorted({*range(0, last, step), last})
    return " AND ".join(f'"{words[start : start + PIECE]}"' for start in starts)
