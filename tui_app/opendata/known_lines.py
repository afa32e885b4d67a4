"""Passes over the lines that the earlier file has, too: of those only the rows are copied.

From one month to the next nearly all lines of a dump stay, in their order. A row depends on its
line, on the header and on the program alone, unless something was noted about it; such a line is
read again, and so is one that was in an earlier file of a later day, when other dates were past.
"""

from __future__ import annotations

import sqlite3
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final

from msgspec import Struct

from tui_app import __version__
from tui_app.opendata.files.table_reader import TableReader
from tui_app.registry.sqlite.checksum import has_wrong_checksum
from tui_app.registry.sqlite.continuing import HASH_SIZE, READ_AGAIN, common, index_of
from tui_app.registry.sqlite.finished import uri_of
from tui_app.registry.sqlite.staging import Row, StagedSource
from tui_app.registry.sqlite.staging_tables import COLUMNS
from tui_app.tables.lines import Lines

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
            table.unknown = self._unknown

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

    def _unknown(
        self, first: int, lines: Lines, incomplete: Sequence[str]
    ) -> Iterator[tuple[int, str | None]]:
        """The lines to be read, with their numbers; the rows of the others are copied.

        ``first`` is the number of the first line. Within a row of several lines, none is known.
        """
        hashes = b"".join([READ_AGAIN if line is None else _hash(line) for line in lines])
        at = 0
        while at < len(lines):
            count = 0 if incomplete else self._take(hashes, at, first + at)
            self._table.tally.rows += count
            if count == 0:
                yield first + at, lines[at]
            at += count or 1

    def _take(self, hashes: bytes, at: int, number: int) -> int:
        """Take the rows of known lines from one of a block on, and count them.

        ``number`` is that of the line in the file.
        """
        start = at * _SIZE
        found = self._find(hashes[start : start + _SIZE])
        if found < 0:
            return 0
        earlier = bisect_right(self._starts, found) - 1
        first = self._starts[earlier]
        size = common(self._their_hashes, hashes, found * _SIZE, start)
        count = min(size // _SIZE, [*self._starts, len(self._their_numbers)][earlier + 1] - found)
        numbers = self._their_numbers
        while numbers[found + count - 1] - numbers[found] >= count:
            count //= 2  # a line between them had no row
        moved = number - numbers[found]
        self._hashes += hashes[start : start + count * _SIZE]
        self._numbers.extend(range(number, number + count))
        run = self._items[-1] if self._items else None
        is_next = found == self._next > first
        if is_next and isinstance(run, _KnownSource) and run.moved == moved:
            run.last += count
        else:
            row = found - first + 1
            self._items.append(_KnownSource(earlier, row, row + count - 1, moved))
        self._next, self._missed = found + count, 0
        return count

    def _find(self, sought: bytes) -> int:
        """The place of a hash among those of the earlier files, or -1."""
        hashes = self._their_hashes
        start = self._next * _SIZE
        if sought == READ_AGAIN:
            return -1
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
