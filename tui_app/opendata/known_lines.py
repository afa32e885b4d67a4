"""Passes over the lines that the earlier file has, too: of those only the rows are copied.

From one month to the next nearly all lines of a dump stay, in their order. A row depends on its
line, on the header and on the program alone, unless something was noted about it; such a line is
read again, and so is one that was in an earlier file of a later day, when other dates were past.
"""

from __future__ import annotations

import sqlite3
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final

from msgspec import Struct

from tui_app import __version__
from tui_app.opendata.files.table_reader import TableReader
from tui_app.registry.sqlite.checksum import has_wrong_checksum
from tui_app.registry.sqlite.continuing import HASH_SIZE, READ_AGAIN, index_of
from tui_app.registry.sqlite.finished import uri_of
from tui_app.registry.sqlite.staging import Row, StagedSource
from tui_app.registry.sqlite.staging_tables import COLUMNS

_SIZE: Final = HASH_SIZE
_NEAR: Final = 500 * _SIZE
_LOST: Final = 8, 1_000
"""After so many lines in a row that were not found, one is sought everywhere at times; after many
more, it is sought nowhere else: the file has another order."""

_BATCH: Final = 10_000
_TABLE: Final = """
CREATE TABLE known_line (name TEXT, signature TEXT, day TEXT, hashes BLOB, numbers BLOB)
"""
_KNOWN: Final = "SELECT hashes, numbers FROM {}.known_line WHERE signature = ? AND day <= ?"


class _KnownSource(Struct):
    """Rows of an earlier file that follow each other, whose line numbers moved by ``moved``."""

    earlier: int
    first: int
    last: int
    moved: int


class KnownLines:
    """Stages the rows of a table, and knows the lines of ``earlier`` files of the same kind."""

    def __init__(
        self, staged: StagedSource, name: str, table: TableReader, earlier: Sequence[Path]
    ) -> None:
        header = table.header
        self._signature = repr((__version__, name, header.columns, header.delimiter))
        self._connection = staged.connection
        self._staged = staged
        self._name = name
        self._table = table
        self._day = table.day.isoformat()
        self._hashes, self._numbers = bytearray(), array("I")
        self._items: list[_KnownSource | Row] = []
        self._their_hashes, self._their_numbers = b"", array("I")
        self._starts: list[int] = []
        self._next = self._missed = 0
        for path in earlier:
            with suppress(OSError, sqlite3.DatabaseError):  # then all lines are read
                self._learn(path)
        if self._starts:
            table.passes = self._passes

    def _learn(self, path: Path) -> None:
        if has_wrong_checksum(path):
            return
        name = f"earlier_{len(self._starts)}"
        self._connection.execute(f"ATTACH ? AS {name}", (uri_of(path),))
        self._starts.append(len(self._their_numbers))
        known = self._connection.execute(_KNOWN.format(name), (self._signature, self._day))
        for hashes, numbers in known.fetchall():
            self._their_hashes += hashes
            self._their_numbers.frombytes(numbers)

    def _passes(self, number: int, line: str) -> bool:
        """Whether a line, with its number in the file, is known; then its row is copied."""
        line_hash = _hash(line)
        found = self._find(line_hash)
        if found < 0:
            return False
        is_next = found == self._next and found not in self._starts
        self._next, self._missed = found + 1, 0
        self._hashes += line_hash
        self._numbers.append(number)
        moved = number - self._their_numbers[found]
        run = self._items[-1] if self._items else None
        if is_next and isinstance(run, _KnownSource) and run.moved == moved:
            run.last += 1
        else:
            earlier = bisect_right(self._starts, found) - 1
            row = found - self._starts[earlier] + 1
            self._items.append(_KnownSource(earlier, row, row, moved))
        return True

    def _find(self, sought: bytes) -> int:
        """The place of a hash among those of the earlier files, or -1."""
        hashes = self._their_hashes
        start = self._next * _SIZE
        if hashes[start : start + _SIZE] == sought:
            return self._next
        self._missed += 1
        some, many = _LOST
        end = start + _NEAR
        if self._missed >= some and self._missed.bit_count() == 1:
            start, end = 0, len(hashes)
        elif self._missed > many:
            return -1
        found = index_of(sought, hashes, start, end)
        return found if found < 0 else found // _SIZE

    def stage(self, rows: Iterable[Row]) -> None:
        """Stage the rows of the table's reader, and those of the lines that it passes over."""
        table = self._table
        self._staged.create(self._name)
        self._connection.execute("BEGIN")
        for row in rows:
            line = table.clean_line
            self._hashes += READ_AGAIN if line is None else _hash(line)
            self._numbers.append(table.line)
            self._items.append(row)
            if len(self._items) >= _BATCH:
                self._flush()
        self._flush()
        self._connection.execute("COMMIT")
        self._connection.execute(_TABLE)
        self._connection.execute(
            "INSERT INTO known_line VALUES (?, ?, ?, ?, ?)",
            (self._name, self._signature, self._day, self._hashes, self._numbers.tobytes()),
        )

    def _flush(self) -> None:
        *columns, _line = COLUMNS[self._name]
        rows: list[Row] = []
        for item in self._items:
            if not isinstance(item, _KnownSource):
                rows.append(item)
                continue
            self._staged.insert(self._name, rows)
            rows.clear()
            self._connection.execute(
                f"INSERT INTO {self._name} SELECT {', '.join(columns)}, line + ?"
                f" FROM earlier_{item.earlier}.{self._name} WHERE rowid BETWEEN ? AND ?",
                (item.moved, item.first, item.last),
            )
        self._staged.insert(self._name, rows)
        self._items.clear()


def _hash(line: str) -> bytes:
    return blake2b(line.encode(), digest_size=_SIZE).digest()
