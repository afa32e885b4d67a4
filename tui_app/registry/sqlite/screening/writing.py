"""Writes sets and spans of companies."""

from __future__ import annotations

import sqlite3
import zlib
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from pyroaring import BitMap

from tui_app.registry.screening import layout
from tui_app.system.untyped import DbRow, DbValue

Sets = dict[str, BitMap]
"""The companies with each value of a field."""

Rows = Iterable[DbRow]


def add(
    sets: dict[DbValue, BitMap],
    numbers: Iterable[int],
    values: Iterable[DbValue],
    key_of: Callable[[DbValue], DbValue] = lambda value: value,
) -> None:
    """Add companies to the sets of their values; a missing value belongs to none."""
    found: dict[DbValue, array[int]] = defaultdict(lambda: array("I"))
    for number, value in zip(numbers, values, strict=True):
        found[value].append(number)
    found.pop(None, None)
    for value, some in found.items():
        key = key_of(value)
        if key in sets:
            sets[key].update(some)
        else:
            sets[key] = BitMap(some)


def sets_before(connection: sqlite3.Connection, field: str) -> Sets:
    """The sets of a field in the attached registry ``before``."""
    rows = connection.execute(
        "SELECT value, members FROM before.screen_set WHERE field = ?", (field,)
    )
    return {value: BitMap.deserialize(members) for value, members in rows}


def insert_sets(
    connection: sqlite3.Connection, field: str, sets: Sets, prefix: str = "screen"
) -> None:
    """Write the sets of a field, into the tables with this ``prefix``; none is empty."""
    connection.executemany(
        f"INSERT INTO {prefix}_set VALUES (?, ?, ?, ?)",
        ((field, v, len(sets[v]), sets[v].serialize()) for v in sorted(sets) if sets[v]),
    )


def write_order(
    connection: sqlite3.Connection, order: str, rows: Rows, prefix: str = "screen"
) -> None:
    """The spans of an order; ``rows`` are numbers with values, in order."""
    waiting = iter(rows)
    spans = iter(lambda: list(islice(waiting, layout.SPAN)), [])
    parts = (zip(*some, strict=True) for some in spans)
    _write_spans(
        connection, order, ((array("I", numbers), values) for numbers, values in parts), prefix
    )


def write_text_order(connection: sqlite3.Connection, order: str, numbers: Iterable[int]) -> None:
    """The spans of an order without values."""
    waiting = iter(numbers)
    spans = iter(lambda: array("I", islice(waiting, layout.SPAN)), array("I"))
    _write_spans(connection, order, ((some, None) for some in spans), "screen")


def _write_spans(
    connection: sqlite3.Connection,
    order: str,
    spans: Iterable[tuple[array[int], Sequence[int] | None]],
    prefix: str,
) -> None:
    combined_spans: Sets = {}
    for number, (ordered, values) in enumerate(spans):
        members = BitMap(ordered)
        keys = zlib.compress(array("q", values).tobytes(), 1) if values else None
        ends = (values[0], values[-1]) if values else (None, None)
        connection.execute(
            f"INSERT INTO {prefix}_span VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (order, number, *ends, len(ordered), members.serialize(), ordered.tobytes(), keys),
        )
        combined_spans.setdefault(str(number // layout.SPANS_TOGETHER), BitMap()).update(members)
    insert_sets(connection, layout.combined_spans(order), combined_spans, prefix)
