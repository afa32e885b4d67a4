"""Text measured in terminal cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol, TypeVar

from rich.cells import cell_len, set_cell_size

COLUMN_GAP: Final = 2
"""Blanks between the columns of a list."""


class _HasText(Protocol):
    @property
    def text(self) -> str: ...
    def _replace(self: P, *, text: str) -> P: ...


P = TypeVar("P", bound=_HasText)


def fit(text: str, width: int) -> str:
    """The text in at most ``width`` cells, ending in … if it was cut."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(0, width - 1)).rstrip() + "…" if width > 0 else ""


def longest(forms: Sequence[str], width: int) -> str:
    """The first form that fits; else the last one, cut; empty if there is none."""
    for form in forms:
        if cell_len(form) <= width:
            return form
    return fit(forms[-1], width) if forms else ""


def pad(text: str, width: int) -> str:
    """The text with blanks after it, up to ``width`` cells."""
    return text + " " * (width - cell_len(text))


def cell(text: str, width: int, *, is_number: bool = False) -> str:
    """A value in its column, cut if it is too long, figures right-aligned; then the gap."""
    shown = fit(text, width)
    blanks = " " * (width - cell_len(shown))
    return (blanks + shown if is_number else shown + blanks) + " " * COLUMN_GAP


def width_of(pieces: Sequence[_HasText]) -> int:
    """The total width of several texts in cells."""
    return sum(cell_len(piece.text) for piece in pieces)


def cut(pieces: Sequence[P], width: int) -> tuple[P, ...]:
    """As many of the texts as fit; the last one is cut with …."""
    shown: list[P] = []
    left = width
    for piece in pieces:
        text = fit(piece.text, left)
        if text:
            shown.append(piece._replace(text=text))
        left -= cell_len(text)
        if text != piece.text:
            break
    return tuple(shown)


def common_start(texts: Sequence[str]) -> str:
    """The common beginning of all texts."""
    first, last = min(texts, default=""), max(texts, default="")
    at = next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), None)
    return first[: len(first) if at is None else at]
