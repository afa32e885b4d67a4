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

from collections.abc import Iterable
from functools import lru_cache
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

_BLANK: Final = chr(0xE000 + ord(" "))
_SEAM: Final = chr(0xE000 + ord(SEAM))


def name_pieces(folded: str) -> str:
    """What FTS5 indexes of a folded name."""
    # Moved at once and cut afterwards: a name has some forty pieces.
    text = _moved(START + folded)
    found = {text[start : start + PIECE] for start in range(len(text) - PIECE + 1)}
    found.update([_SEAM + piece for piece in _seams(folded, PIECE)])
    for word in words(folded):
        found.update(_beginnings(word))
    return " ".join(found)


@lru_cache(maxsize=100_000)
def _beginnings(word: str) -> tuple[str, ...]:
    moved = _BLANK + _moved(word[:_BEGINNING])
    return tuple(moved[:length] for length in range(2, len(moved) + 1))


def name_parts(folded: str) -> set[str]:
    """Every part of a folded name that is shorter than a piece."""
    found = short_parts(START + folded)
    for length in range(3, PIECE):
        found.update([SEAM + part for part in _seams(folded, length)])
    return found


def telling_name_parts(folded: str) -> set[str]:
    """The parts of a folded name that no longer one holds.

    ``shorter_parts`` of these are the others. Where enough names hold a part, enough hold the
    shorter ones in it.
    """
    text = START + folded
    if len(text) < _BEGINNING:
        return name_parts(folded)
    found = {text[start : start + _BEGINNING] for start in range(len(text) - _BEGINNING + 1)}
    for length in range(3, PIECE):
        found.update([SEAM + part for part in _seams(folded, length)])
    return found


def shorter_parts(part: str) -> set[str]:
    """What a part holds that is a part as well; those at a seam stand by themselves."""
    return set() if part[0] == SEAM else short_parts(part)


def telling_parts(*texts: str) -> set[str]:
    """The same of identifiers."""
    if min(map(len, texts)) < _BEGINNING:
        return short_parts(*texts)
    return {
        text[start : start + _BEGINNING]
        for text in texts
        for start in range(len(text) - _BEGINNING + 1)
    }


def pieces(*texts: str) -> str:
    """What FTS5 indexes of identifiers: their pieces as words."""
    return " ".join(
        {
            text[start : start + PIECE]
            for text in map(_moved, texts)
            for start in range(len(text) - PIECE + 1)
        }
    )


def short_parts(*texts: str) -> set[str]:
    """Every part of texts that is shorter than a piece."""
    return {
        text[start : start + length]
        for text in texts
        for length in range(1, PIECE)
        for start in range(len(text) - length + 1)
    }


def beginning(part: str) -> str:
    """The first characters of a part: what holds the part holds them, and they are kept."""
    return part[:_BEGINNING]


def part_query(part: str) -> str:
    """The FTS5 query for texts that may hold ``part``, which is at least a piece long."""
    return _all_of(_enough_pieces(part))


def letters_query(part: str) -> str:
    """The FTS5 query for names that may hold ``part`` when their blanks are left out.

    A piece across a seam is marked, so that a walk for text without a seam does not meet it.
    """
    found = _enough_pieces(part)
    return " AND ".join(f"({_all_of([p])} OR {_all_of([SEAM + p])})" for p in found)


def words_query(sought: Iterable[str]) -> str:
    """The FTS5 query for names that may have words with these beginnings."""
    found: dict[str, None] = {}
    for word in sought:
        found[f" {word[:_BEGINNING]}"] = None
        if len(word) >= PIECE:
            found |= dict.fromkeys(_enough_pieces(word))
    return _all_of(found)


def _seams(folded: str, length: int) -> list[str]:
    """The parts of a name's letters that reach over the end of a word."""
    together, end, found = letters(folded), 0, []
    last = len(together) - length
    for word in folded.split(" ")[:-1]:
        end += len(letters(word))
        if end:
            for start in range(max(0, end - length + 1), min(end - 1, last) + 1):
                found.append(together[start : start + length])
    return found


def _enough_pieces(part: str) -> list[str]:
    last = len(part) - PIECE
    # Every second piece is enough to keep the neighbours of a text together.
    step = 2 + last // _MOST_PIECES
    return [part[start : start + PIECE] for start in sorted({*range(0, last, step), last})]


def _moved(text: str) -> str:
    # Folded text is nearly always letters, digits and blanks, and replacing is quick.
    moved = text.replace(" ", _BLANK)
    return moved if moved.isalnum() else moved.translate(_AS_LETTERS)


def _all_of(found: Iterable[str]) -> str:
    return " AND ".join(f'"{piece.translate(_AS_LETTERS)}"' for piece in found)
