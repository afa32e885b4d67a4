"""The staging file of a build: takes rows from any source, in any order."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Collection, Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec

from tui_app.registry.errors import BuildError
from tui_app.registry.sqlite.own_records import rows_of
from tui_app.registry.sqlite.previous import restore
from tui_app.registry.sqlite.record import CompanyRecord
from tui_app.registry.sqlite.sources import SourceInfo
from tui_app.registry.sqlite.staging_tables import COLUMNS, create_statements

_SETTINGS: Final = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -131072;
PRAGMA locking_mode = NORMAL;
"""
_BATCH: Final = 2_000
_INSERTS: Final = {
    table: f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * len(columns))})"
    for table, columns in COLUMNS.items()
}

OPERATIONS: Final = 1_000_000
"""SQLite operations between two checks for signals."""

Row = Sequence[object]


def keep_going() -> bool:
    """Let SQLite continue; Python handles pending signals in this call."""
    return False


class Staging:
    """Collects rows; ``path`` is a new file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._digest = hashlib.blake2b(digest_size=12)
        self.connection = sqlite3.connect(
            path.absolute().as_uri(), uri=True, isolation_level=None, check_same_thread=False
        )
        self.connection.executescript(_SETTINGS + create_statements())
        # Python checks for signals regularly, so ctrl+c ends a long statement.
        self.connection.set_progress_handler(keep_going, OPERATIONS)
        self.records = 0

    @property
    def digest(self) -> str:
        """A digest of everything added so far."""
        return self._digest.hexdigest()

    def add_to_digest(self, content: bytes) -> None:
        """Add content to the digest: equal content gives equal digests."""
        self._digest.update(content)

    def add(self, table: str, rows: Iterable[Row]) -> int:
        """Add rows to a table (``staging_tables.COLUMNS``), and count them."""
        before = self.connection.total_changes
        self.connection.execute("BEGIN")
        self.connection.executemany(_INSERTS[table], rows)
        self.connection.execute("COMMIT")
        return self.connection.total_changes - before

    def append_from(self, other: Path, table: str) -> None:
        """Append the rows of a table of another staging file."""
        self.connection.execute("ATTACH ? AS other", (str(other),))
        self.connection.execute(f"INSERT INTO {table} SELECT * FROM other.{table} ORDER BY rowid")
        self.connection.execute("DETACH other")

    def add_records(self, records: Iterable[CompanyRecord], batch: int = 1) -> int:
        """Add whole companies, and count them.

        A later batch takes precedence over an earlier one. Raises ``BuildError`` for an
        invalid record.
        """
        taken = 0
        waiting = iter(records)
        self.connection.execute("BEGIN")
        while some := list(islice(waiting, _BATCH)):
            rows: dict[str, list[Row]] = {}
            for record in some:
                self.records += 1
                try:
                    rows_of(record, self.records, batch, rows)
                    self._digest.update(msgspec.msgpack.encode(record))
                except ValueError as error:
                    raise BuildError(f"Company {self.records} of the input: {error}") from None
            for table, each in rows.items():
                self.connection.executemany(_INSERTS[table], each)
            taken += len(some)
        self.connection.execute("COMMIT")
        return taken

    def restore(self, registry: Path, sources: Collection[SourceInfo]) -> None:
        """Add what a registry has from these sources; before any record."""
        restore(self.connection, registry, sources)
        (last,) = self.connection.execute("SELECT max(number) FROM own_record").fetchone()
        self.records = last or 0

    def close(self) -> None:
        """Close the file."""
        self.connection.close()
