"""Works a batch off in small pieces, between which other callers get their turn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final, TypeVar

ROWS: Final = 5
"""Rows in a piece: with a few milliseconds a row, a piece takes no longer than a search."""

Row = TypeVar("Row")
T = TypeVar("T")


async def in_pieces(
    rows: Sequence[Row],
    work: Callable[[Sequence[Row]], Sequence[T]],
    run: Callable[[Callable[[], Sequence[T]]], Awaitable[Sequence[T]]],
) -> tuple[T, ...]:
    """The results of blocking ``work`` on all rows; ``run`` runs it in the caller's queue."""
    found: list[T] = []
    for start in range(0, len(rows), ROWS):
        found += await run(partial(work, rows[start : start + ROWS]))
    return tuple(found)
