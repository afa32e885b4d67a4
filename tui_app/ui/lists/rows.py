"""A company as a row of a list, in columns or in two lines; what was searched for is bold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from rich.cells import cell_len

from tui_app.contract.folding import fold
from tui_app.ui.lists.columns import STATUS, PlacedColumn
from tui_app.ui.panes.entry import CompanyEntry
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.cells import cell, cut, fit, pad, width_of
from tui_app.ui.widgets.row_list import Piece, Row, RowLine


def matched(text: str, query: str, style: str = "text") -> tuple[Piece, ...]:
    """A text with the matching part in bold; ``style`` is the style of the rest."""
    pieces: list[Piece] = []
    at = 0
    for start, end in _spans(text, fold(query)) if query else ():
        if start > at:
            pieces.append(Piece(text[at:start], style))
        pieces.append(Piece(text[start:end], "strong"))
        at = end
    if at < len(text):
        pieces.append(Piece(text[at:], style))
    return tuple(pieces)


def _spans(text: str, query: str) -> Iterator[tuple[int, int]]:
    """The whole searched text, or else each of its words at the beginning of a word."""
    if not query:
        return
    folded, indexes = _folded(text)
    if (at := folded.find(query)) >= 0:
        yield indexes[at], indexes[at + len(query) - 1] + 1
        return
    spans: list[tuple[int, int]] = []
    for word in query.split():
        if (at := f" {folded}".find(f" {word}")) >= 0:
            spans.append((indexes[at], indexes[at + len(word) - 1] + 1))
    end = 0
    for start, stop in sorted(spans):
        if start >= end:
            yield start, stop
            end = stop


@lru_cache(maxsize=2048)
def _folded(text: str) -> tuple[str, list[int]]:
    """The folded text, and for each of its characters the position in the original."""
    folded, indexes = "", list[int]()
    for index, character in enumerate(text):
        form = fold(character)
        if not form:
            parted = fold(f"a{character}a") != "aa"
            form = " " if parted and folded and not folded.endswith(" ") else ""
        folded += form
        indexes += [index] * len(form)
    return folded, indexes


_WORD: Final = 14
"""The most columns that the word of a status takes from the name."""
_FORM: Final = 4
"""The width of the legal form beside a turnover."""
_EDGES: Final = 7
"""The columns of a second line that belong neither to its left nor to its right part."""
_SEARCHED: Final = frozenset({"tax_id", "company_id"})
"""The columns beside the name that a search matches."""


def in_columns(
    entry: CompanyEntry,
    columns: Sequence[PlacedColumn],
    query: str = "",
    *,
    marked: bool,
    says_status: bool = True,
) -> Row:
    """One line; ``says_status``: an unusual status without a column follows the name."""
    mark, word = _status(entry, marked=marked)
    pieces = [mark]
    if not says_status or any(c.column.name == STATUS for c in columns):
        word = ""
    for at, (column, width) in enumerate(columns):
        text = column.cell(entry)
        if not at and says_status:
            pieces += _name(matched(text, query, column.style), width, Piece(word, mark.style))
        elif column.name in _SEARCHED:
            pieces += matched(cell(text, width), query, column.style)
        else:
            style = column.style
            if says_status and column.name == STATUS:
                style = fmt.status_mark(entry.status)[1]
            elif column.is_number and text.startswith("−"):
                style = "bad"
            pieces.append(Piece(cell(text, width, is_number=column.is_number), style))
    if says_status:  # the last column needs no gap after it
        pieces[-1] = Piece(pieces[-1].text.rstrip(), pieces[-1].style)
    return Row(entry.tax_id, (RowLine(tuple(pieces)),))


def in_two_lines(entry: CompanyEntry, width: int, query: str, *, marked: bool) -> Row:
    """The name and status, and below them the list's other fields."""
    mark, word = _status(entry, marked=marked)
    first = RowLine(
        (mark, *matched(fmt.text(entry.name), query)), matched(entry.tax_id, query, "dim")
    )
    right, place = entry.company_type or "", entry.place
    if entry.turnover:
        beside = f"{entry.turnover.lstrip()} {right:>{_FORM}}"
        available = width - cell_len(beside) - _EDGES
        # What the list has to say about a company comes before its turnover.
        if cell_len(entry.note) <= available:
            right = beside
            place = place if cell_len(place) <= available else fmt.county(entry.county)
    about = " · ".join(filter(None, (entry.note, place)))
    pieces = [Piece("   " + about, "dim")]
    if word:
        pieces.append(Piece(" · " if about else "", "dim"))
        pieces.append(Piece(word, mark.style))
    second = RowLine(tuple(pieces), (Piece(right, "dim"),))
    return Row(entry.tax_id, (first, second))


def _status(entry: CompanyEntry, *, marked: bool) -> tuple[Piece, str]:
    """The mark of the status, and its words: none for active companies, the usual case."""
    mark, style = fmt.status_mark(entry.status) if entry.status else (" ", "dim")
    word = entry.status if entry.status and style != "good" else ""
    return Piece(("▌" if marked else " ") + mark + " ", style), word


def _name(name: Sequence[Piece], width: int, word: Piece) -> list[Piece]:
    label = fit(word.text, _WORD)
    available = width - cell_len(label) - 1 if label else width
    pieces = list(cut(name, available))
    if label:
        pieces += [Piece(" "), Piece(label, word.style)]
    return [*pieces, Piece(pad("", width - width_of(pieces)) + "  ")]
