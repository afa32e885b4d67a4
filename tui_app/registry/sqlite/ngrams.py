"""How any part of a text is found: by the pieces of five characters that it holds.

A trigram index is slow on a whole country: three frequent characters stand in millions of
names, and most texts are made of such. Five stand together far less often, and what a text
of six or more characters finds by its pieces in one index walk is nearly always what holds
it. For parts of up to four characters the ten best companies are kept ready, so that they
need no walk at all.

Names are found in two more ways. Their letters without blanks make pieces at each seam of
two words, and short parts of these are kept apart, behind ``SEAM``. The beginning of each
word is a piece too: a blank and up to four characters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Final

from tui_app.contract.folding import letters, words

PIECE: Final = 5
"""Characters of a piece. Shorter parts are kept with their best companies."""

START: Final = "\n"
"""Stands before a name, so that *starts with* is a part as well. Folded text never holds it."""

SEAM: Final = "\t"
"""Stands before a short part that two words make together, without the blank between them."""

_MOST_PIECES: Final = 16
_BEGINNING: Final = PIECE - 1
# FTS5's ascii tokenizer ends a word at any ASCII character but letters and digits: those are
# moved to where it takes every character as part of a word.
_AS_LETTERS: Final = {c: 0xE000 + c for c in range(128) if not chr(c).isalnum()}


def name_pieces(folded: str) -> str:
    """What FTS5 indexes of a folded name."""
    found = {*_windows(START + folded, PIECE), *_seams(folded, PIECE)}
    for word in words(folded):
        found.update(f" {word[:length]}" for length in range(1, min(_BEGINNING, len(word)) + 1))
    return _as_words(found)


def name_parts(folded: str) -> set[str]:
    """Every part of a folded name that is shorter than a piece."""
    found = short_parts(START + folded)
    for length in range(3, PIECE):
        found.update(SEAM + part for part in _seams(folded, length))
    return found


def pieces(*texts: str) -> str:
    """What FTS5 indexes of identifiers: their pieces as words."""
    return _as_words({piece for text in texts for piece in _windows(text, PIECE)})


def short_parts(*texts: str) -> set[str]:
    """Every part of texts that is shorter than a piece."""
    return {part for text in texts for length in range(1, PIECE) for part in _windows(text, length)}


def beginning(part: str) -> str:
    """The first characters of a part: what holds the part holds them, and they are kept."""
    return part[:_BEGINNING]


def part_query(part: str) -> str:
    """The FTS5 query for texts that may hold ``part``, which is at least a piece long."""
    return _all_of(_enough_pieces(part))


def words_query(sought: Iterable[str]) -> str:
    """The FTS5 query for names that may have words with these beginnings."""
    found: dict[str, None] = {}
    for word in sought:
        found[f" {word[:_BEGINNING]}"] = None
        if len(word) >= PIECE:
            found |= dict.fromkeys(_enough_pieces(word))
    return _all_of(found)


def _windows(text: str, length: int) -> Iterator[str]:
    return (text[start : start + length] for start in range(len(text) - length + 1))


def _seams(folded: str, length: int) -> Iterator[str]:
    """The parts of a name's letters that reach over the end of a word."""
    together = letters(folded)
    ends = accumulate(map(len, map(letters, folded.split(" "))))
    for end in {*ends} - {0, len(together)}:
        for start in range(max(0, end - length + 1), min(end, len(together) - length + 1)):
            yield together[start : start + length]


def _enough_pieces(part: str) -> list[str]:
    last = len(part) - PIECE
    # Every second piece is enough to keep the neighbours of a text together.
    step = 2 + last // _MOST_PIECES
    return [part[start : start + PIECE] for start in sorted({*range(0, last, step), last})]


def _as_words(found: Iterable[str]) -> str:
    return " ".join(piece.translate(_AS_LETTERS) for piece in found)


def _all_of(found: Iterable[str]) -> str:
    return " AND ".join(f'"{piece.translate(_AS_LETTERS)}"' for piece in found)
