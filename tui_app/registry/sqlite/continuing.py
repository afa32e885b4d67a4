"""What stayed in the sources since the registry before: only the other companies change.

A dump of the next month has nearly all lines of the one before, in their order, but at other
places. So the tables of a registry number a line as it was numbered when its company was last
written, and ``line_run`` says where those lines are now.
"""

from __future__ import annotations

import sqlite3
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tui_app.registry.sqlite.checksum import has_wrong_checksum
from tui_app.registry.sqlite.drafts import write_many
from tui_app.registry.sqlite.finished import finished, uri_of
from tui_app.registry.sqlite.staging import Staging

HASH_SIZE: Final = 8
"""The bytes of a line's hash."""

READ_AGAIN: Final = bytes(HASH_SIZE)
"""In place of the hash of a line that is always read."""

_NEAR: Final = 500 * HASH_SIZE
_MANY: Final = 20
"""With more than one run for so many lines, all companies are written anew."""

_ID_OF: Final = {"firm": "tax_id", "state": "key", "representative": "key"}
CHANGED: Final = """
CREATE TABLE changed_firm (tax_id INTEGER PRIMARY KEY);
CREATE TABLE changed_key (key PRIMARY KEY) WITHOUT ROWID;
"""
"""Tables of the staging file: tax ids and registry numbers whose rows changed."""

_OF_KEYS: Final = """
INSERT OR IGNORE INTO changed_firm
SELECT tax_id FROM firm WHERE key IN (SELECT key FROM changed_key)
"""

Span = tuple[int, int]
"""The first and the last of some numbers in a row."""


class LineRun(NamedTuple):
    """Lines numbered from ``first`` to ``last``, which are ``moved`` lines further down now."""

    first: int
    last: int
    moved: int


class _Rows(NamedTuple):
    """The rows of a source in its files: the hash and the number of the line of each."""

    table: str
    signatures: set[str]
    days: set[str]
    hashes: bytes
    lines: array[int]
    ends: list[int]
    """The number of rows up to the end of each file."""


def changes_of_source(
    staging: Staging, number: int, old: Sequence[Path], new: Sequence[Path], runs: list[LineRun]
) -> list[LineRun] | None:
    """Note the companies whose rows of a source changed, and tell where its lines are now.

    ``runs`` are those of before. ``None`` if too little is known about the files.
    """
    before, now = _rows_in(old), _rows_in(new, is_new=True)
    if before is None or now is None or before.table != now.table or now.table not in _ID_OF:
        return None
    if before.signatures != now.signatures or max(before.days) > min(now.days):
        return None
    stayed = list(stayed_rows(before.hashes, now.hashes))
    moves = list(_moves(stayed, before.lines, now.lines))
    known = runs or [LineRun(1, max(before.lines, default=0), 0)]
    found = list(_composed(known, moves))
    if len(found) > len(now.lines) // _MANY + _MANY:
        return None
    first = 1 + max(run.last for run in known)
    found.append(LineRun(first, first + max(now.lines, default=0), 1 - first))
    _note(staging, number, old, before, now, stayed)
    return found


def _rows_in(paths: Sequence[Path], *, is_new: bool = False) -> _Rows | None:
    found = _Rows("", set(), set(), b"", array("I"), [])
    for path in paths:
        try:
            if not is_new and has_wrong_checksum(path):
                return None
            with finished(path) as connection:
                known = connection.execute(
                    "SELECT name, signature, day, hashes, numbers FROM known_line"
                ).fetchall()
        except (OSError, sqlite3.Error):
            return None
        for table, signature, day, hashes, numbers in known:
            found.signatures.add(signature)
            found.days.add(day)
            found.lines.frombytes(numbers)
            found = found._replace(table=table, hashes=found.hashes + hashes)
        found.ends.append(len(found.lines))
    return found if len(found.signatures) == 1 else None


def stayed_rows(old: bytes, new: bytes) -> Iterator[tuple[int, int, int]]:
    """Rows that both have in the same order: their places before and now, and how many."""
    there = here = 0
    while here < len(new):
        sought = new[here : here + HASH_SIZE]
        found = -1 if sought == READ_AGAIN else index_of(sought, old, there, there + _NEAR)
        size = common(old, new, found, here) if found >= 0 else 0
        # One row that is further down as well may be another with the same text: those between
        # would be lost.
        if size == 0 or (found > there and size == HASH_SIZE):
            here += HASH_SIZE
            continue
        yield found // HASH_SIZE, here // HASH_SIZE, size // HASH_SIZE
        there, here = found + size, here + size


def index_of(sought: bytes, hashes: bytes | bytearray, start: int, end: int) -> int:
    """Where a hash begins among others, from one place up to another; negative if nowhere."""
    found = hashes.find(sought, start, end)
    while found % HASH_SIZE:  # between two of them; -1 is, too
        if found < 0:
            return -1
        found = hashes.find(sought, found + 1, end)
    return found


def common(old: bytes, new: bytes, there: int, here: int) -> int:
    """The bytes of the rows from two places on that are the same."""
    size, step = 0, HASH_SIZE
    while step:
        one = old[there + size : there + size + step]
        two = new[here + size : here + size + step]
        if one == two and len(one) == step and READ_AGAIN not in one:
            size += step
            step *= 2
        else:
            step = step // 2 if step > HASH_SIZE else 0
    return size


def _moves(
    stayed: Iterable[tuple[int, int, int]], before: array[int], now: array[int]
) -> Iterator[LineRun]:
    """How far the lines moved that stayed, by their numbers of before."""
    first, last, moved = 1, 0, 0
    for there, here, count in stayed:
        lines = zip(before[there : there + count], now[here : here + count], strict=True)
        for old, new in lines:
            if new - old != moved:
                if last:
                    yield LineRun(first, last, moved)
                first, moved = old, new - old
            last = old
    if last:
        yield LineRun(first, last, moved)


def _composed(runs: Sequence[LineRun], moves: Sequence[LineRun]) -> Iterator[LineRun]:
    """The runs, after the lines moved once more; lines that are gone may be in them."""
    ends = [move.last for move in moves]
    for run in runs:
        at = bisect_left(ends, run.first + run.moved)
        while at < len(moves) and moves[at].first <= run.last + run.moved:
            move = moves[at]
            first = max(run.first, move.first - run.moved)
            yield LineRun(first, min(run.last, move.last - run.moved), run.moved + move.moved)
            at += 1


def _note(
    staging: Staging,
    number: int,
    old: Sequence[Path],
    before: _Rows,
    now: _Rows,
    stayed: Sequence[tuple[int, int, int]],
) -> None:
    """Note the companies of the rows that are gone or new."""
    connection, table = staging.connection, now.table
    column = _ID_OF[table]
    into = "changed_firm" if column == "tax_id" else "changed_key"
    note = f"INSERT OR IGNORE INTO {into} SELECT {column} FROM {{}} WHERE rowid BETWEEN ? AND ?"
    start = staging.first_row(table, number) - 1
    new = _between(((here, count) for _there, here, count in stayed), len(now.lines))
    spans = ((start + first, start + last) for first, last in new)
    write_many(connection, note.format(f"main.{table}"), spans)
    gone = list(_between(((there, count) for there, _here, count in stayed), len(before.lines)))
    for path, start, end in zip(old, [0, *before.ends], before.ends, strict=False):
        connection.execute("ATTACH ? AS earlier", (uri_of(path),))
        spans = ((max(first - start, 1), min(last, end) - start) for first, last in gone)
        write_many(connection, note.format(f"earlier.{table}"), spans)
        connection.execute("DETACH earlier")
    connection.execute(_OF_KEYS)


def _between(parts: Iterable[tuple[int, int]], count: int) -> Iterator[Span]:
    """The rows from 1 to ``count`` between some parts, of which each is a place and a number."""
    next_row = 0
    for at, some in [*parts, (count, 0)]:
        if at > next_row:
            yield next_row + 1, at
        next_row = at + some
