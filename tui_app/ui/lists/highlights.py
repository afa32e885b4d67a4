"""Finds the part of a text that matches a search, compared as in the ranking."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tui_app.contract.folding import fold
from tui_app.ui.widgets.row_list import Piece


def matched(text: str, query: str, style: str = "text") -> tuple[Piece, ...]:
    """A text with the matching part in bold; ``style`` is the style of the rest."""
    pieces: list[Piece] = []
    at = 0
    for start, end in _spans(text, fold(query)) if query else ():
        pieces += [Piece(text[at:start], style), Piece(text[start:end], "strong")]
        at = end
    pieces.append(Piece(text[at:], style))
    return tuple([piece for piece in pieces if piece.text])


def _spans(text: str, query: str) -> Iterator[tuple[int, int]]:
    """The whole searched text, or else each of its words at the beginning of a word."""
    if not query:
        return
    folded, places = _folded(text)
    if (at := folded.find(query)) >= 0:
        yield places[at], places[at + len(query) - 1] + 1
        return
    starts = (f" {folded}".find(f" {word}") for word in query.split())
    words = zip(starts, query.split(), strict=True)
    spans = sorted((places[at], places[at + len(word) - 1] + 1) for at, word in words if at >= 0)
    end = 0
    for start, stop in spans:
        if start >= end:
            yield start, stop
            end = stop


@lru_cache(maxsize=2048)
def _folded(text: str) -> tuple[str, list[int]]:
    """The folded text, and for each of its characters the position in the original."""
    folded, places = "", list[int]()
    for index, character in enumerate(text):
        form = fold(character)
        if not form:
            parted = fold(f"a{character}a") != "aa"
            form = " " if parted and folded and not folded.endswith(" ") else ""
        folded += form
        places += [index] * len(form)
    return folded, places
