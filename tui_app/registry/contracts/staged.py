"""The staged rows of one procurement file, in a file of their own, as the merge needs them.

Direct purchases come in runs that are sorted by winner and buyer, so that any number of files can
be merged in little memory; other rows are in the order of the file. A row has the number of its
date text in ``StagedHead.days``, since the order of day and month is known only at the file's end.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from tui_app.registry.sqlite.drafts import open_draft
from tui_app.registry.sqlite.finished import finished
from tui_app.system.untyped import DbRow, DbValue

RUN: Final = 250_000
"""The number of purchases that are sorted in memory at a time."""

_TOGETHER: Final = 1_500
"""The approximate size of a block: hundreds of runs are merged, each with one in memory."""

_ROWS: Final = 5_000
_TABLES: Final = """
CREATE TABLE head (value BLOB NOT NULL);
CREATE TABLE party (number INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE rows (run INTEGER NOT NULL, data BLOB NOT NULL);
"""

StagedContract = tuple[int, int, int, int, int | None, str, str, str | None, int]
"""Nature, number of the date, buyer, winner, bani, number, title, CPV code, line."""

Change = tuple[int, int, int | None, int | None, int | None, str, str, int]
"""Number of the date, buyer, winner, bani before and after, number of the contract, title, line."""

StagedRow = list[DbValue]
Group = tuple[int, int, list[StagedRow]]
"""Winner, buyer, and the purchases between them."""


class StagedHead(Struct):
    """The facts known at the end of a file.

    ``days`` are the days since 1970 by the number of their text, ``None`` for one that cannot be
    read; ``months`` counts the rows of each month (``2021-02``). ``sketch`` has the smallest hashes
    of rows, which identify two versions of one file. ``account`` are lines for people.
    """

    table: str
    days: list[int | None]
    months: dict[str, int]
    sketch: list[int]
    account: list[str]


class StagedContracts:
    """A new staged file at ``path``."""

    def __init__(self, path: Path) -> None:
        self._connection = open_draft(path)
        self._connection.executescript(_TABLES)
        self._connection.execute("BEGIN")
        self._runs = 0

    def add_purchases(self, rows: list[tuple[int, int, DbValue]]) -> None:
        """Add a run of purchases, each after its winner and its buyer; sorts the list."""
        rows.sort(key=itemgetter(0, 1))
        self._runs += 1
        encode = msgspec.msgpack.Encoder().encode
        block: list[DbValue] = []
        size = 0
        for group in _grouped(rows):
            block.append(group)
            size += len(group[2])
            if size >= _TOGETHER:
                self._insert(self._runs, encode(block))
                block, size = [], 0
        self._insert(self._runs, encode(block))

    def add_rows(self, rows: Iterable[DbRow]) -> None:
        """Add rows in the order of the file."""
        waiting = iter(rows)
        encode = msgspec.msgpack.Encoder().encode
        while some := list(islice(waiting, _ROWS)):
            self._insert(0, encode(some))

    def _insert(self, run: int, plain: bytes) -> None:
        packed = zlib.compress(plain, 1)
        self._connection.execute("INSERT INTO rows VALUES (?, ?)", (run, packed))

    def finish(self, head: StagedHead, parties: Iterable[tuple[int, str]]) -> None:
        """Write the head, and the names of the parties."""
        self._connection.execute("INSERT INTO head VALUES (?)", (msgspec.json.encode(head),))
        self._connection.executemany("INSERT OR REPLACE INTO party VALUES (?, ?)", parties)
        self._connection.execute("COMMIT")

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


def _grouped(rows: list[tuple[int, int, DbValue]]) -> Iterator[tuple[int, int, list[DbValue]]]:
    for (winner, buyer), group in groupby(rows, key=itemgetter(0, 1)):
        while some := [row[2] for row in islice(group, _TOGETHER)]:
            yield winner, buyer, some


def head_of(path: Path) -> StagedHead:
    """The head of a staged file."""
    with finished(path) as connection:
        (packed,) = connection.execute("SELECT value FROM head").fetchone()
    return msgspec.json.decode(packed, type=StagedHead)


def parties_of(path: Path) -> Iterator[tuple[int, str]]:
    """The parties of a staged file, and their names."""
    with finished(path) as connection:
        yield from connection.execute("SELECT number, name FROM party")


def runs_of(path: Path) -> list[Iterator[Group]]:
    """The runs of purchases of a staged file, each in the order of winner and buyer."""
    with finished(path) as connection:
        numbers = connection.execute("SELECT DISTINCT run FROM rows ORDER BY run").fetchall()
    return [_items(path, run) for (run,) in numbers]


def rows_of(path: Path) -> Iterator[StagedRow]:
    """The rows of a staged file of another kind."""
    return _items(path, 0)


def _items(path: Path, run: int) -> Iterator[DbValue]:
    decode = msgspec.msgpack.Decoder().decode
    with finished(path) as connection:
        numbers = [
            number
            for (number,) in connection.execute(
                "SELECT rowid FROM rows WHERE run = ? ORDER BY rowid", (run,)
            )
        ]
    for number in numbers:
        # Opened for each block: hundreds of runs are merged at once.
        with finished(path) as connection:
            (packed,) = connection.execute(
                "SELECT data FROM rows WHERE rowid = ?", (number,)
            ).fetchone()
        yield from decode(zlib.decompress(packed))
