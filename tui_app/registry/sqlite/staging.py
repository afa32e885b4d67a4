"""Staged rows: those of one source in a file of its own, and those that a build gathers."""

from __future__ import annotations

import hashlib
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec

from tui_app.registry.errors import BuildError
from tui_app.registry.sqlite.drafts import open_draft
from tui_app.registry.sqlite.finished import uri_of
from tui_app.registry.sqlite.own_records import rows_of
from tui_app.registry.sqlite.record import CompanyRecord
from tui_app.registry.sqlite.staging_tables import COLUMNS, LISTS, create_statement
from tui_app.system.language import _

_BATCH: Final = 2_000
_INSERTS: Final = {
    table: f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * len(columns))})"
    for table, columns in COLUMNS.items()
}
_RECORD: Final = {"own_record": "number", "own_year": "record", "own_case": "record",
                  "own_contact": "record"}  # fmt: skip
"""The column with a record's number, in the tables for records."""

Row = Sequence[object]


class StagedSource:
    """A new file at ``path`` for the rows of one source."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.connection = open_draft(path)
        self.records = 0

    def add(self, table: str, rows: Iterable[Row]) -> int:
        """Add rows to a table (``staging_tables.COLUMNS``), and count them."""
        self.create(table)
        before = self.connection.total_changes
        self.connection.execute("BEGIN")
        self.insert(table, rows)
        self.connection.execute("COMMIT")
        return self.connection.total_changes - before

    def create(self, table: str) -> None:
        """Create a table, unless it exists."""
        self.connection.execute(create_statement(table))

    def insert(self, table: str, rows: Iterable[Row]) -> None:
        """Insert rows into a table that exists."""
        self.connection.executemany(_INSERTS[table], rows)

    def add_records(
        self, records: Iterable[tuple[int, CompanyRecord]], digest: hashlib.blake2b | None = None
    ) -> int:
        """Add whole companies, each with its line in the file, and count them.

        ``digest`` is updated with each. Raises ``BuildError`` for an invalid record.
        """
        taken = 0
        waiting = iter(records)
        for table in _RECORD:
            self.connection.execute(create_statement(table))
        self.connection.execute("BEGIN")
        while some := list(islice(waiting, _BATCH)):
            rows: dict[str, list[Row]] = {}
            for line, record in some:
                self.records += 1
                try:
                    rows_of(record, self.records, line, rows)
                    if digest is not None:
                        digest.update(msgspec.msgpack.encode(record))
                except ValueError as error:
                    raise BuildError(
                        _("Company {records} of the input: {error}").format(
                            records=self.records, error=error
                        )
                    ) from None
            for table, each in rows.items():
                self.connection.executemany(_INSERTS[table], each)
            taken += len(some)
        self.connection.execute("COMMIT")
        return taken

    def close(self) -> None:
        """Close the file."""
        self.connection.close()


class Staging(StagedSource):
    """The rows of all sources of a build; ``path`` is a new file."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        for table in COLUMNS:
            self.connection.execute(create_statement(table))
        self._ends: dict[str, list[tuple[int, int]]] = {table: [] for table in COLUMNS}
        self._records: Counter[int] = Counter()

    def gather(self, source: int, files: Iterable[Path]) -> None:
        """Append the rows of a source; ``source`` is its number, which only grows.

        Raises ``sqlite3.DatabaseError`` if a file is damaged.
        """
        for file in files:
            self.connection.execute("ATTACH ? AS kept", (uri_of(file),))
            try:
                names = self.connection.execute("SELECT name FROM kept.sqlite_schema").fetchall()
                tables = {name for (name,) in names}.intersection(COLUMNS)
                if not tables:
                    raise sqlite3.DatabaseError("it is empty")
                self._append(tables, source)
            finally:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                self.connection.execute("DETACH kept")

    def _append(self, tables: set[str], source: int) -> None:
        (records,) = self.connection.execute("SELECT max(number) FROM own_record").fetchone()
        for table in sorted(tables):
            columns = ", ".join(
                "case_tax_id" if table == "own_case" and name == "tax_id" else name
                for name in COLUMNS[table]
            )
            if table in _RECORD and records:
                columns = _shifted(table, columns, records)
            if table == "own_record":
                columns = columns.replace(" batch", f" {source} AS batch", 1)
            # Rows are copied unchanged if the columns are the same.
            chosen = "*" if columns == ", ".join(COLUMNS[table]) else columns
            replacing = "OR REPLACE " if table == "state_name" else ""
            self.connection.execute(
                f"INSERT {replacing}INTO main.{table} SELECT {chosen} FROM kept.{table}"
            )
            if table == "own_record":
                self._records[source] += self.connection.execute("SELECT changes()").fetchone()[0]
            (last,) = self.connection.execute(f"SELECT max(rowid) FROM main.{table}").fetchone()
            self._ends[table].append((last or 0, source))

    def doubled_records(self) -> list[tuple[int, int]]:
        """The records superseded by another one of their source, by the number of the source."""
        left = dict(
            self.connection.execute("SELECT batch, count(*) FROM own_record GROUP BY batch")
        )
        return [
            (source, count - left.get(source, 0))
            for source, count in self._records.items()
            if count > left.get(source, 0)
        ]

    def rows_of_sources(self, table: str) -> Counter[int]:
        """The number of rows that each source has in a gathered table."""
        found: Counter[int] = Counter()
        before = 0
        for last, source in self._ends[table]:
            found[source] += last - before
            before = last
        return found

    def repeated(
        self, table: str, column: str, sources: Iterable[int]
    ) -> Iterator[tuple[int, int]]:
        """Sources with how many of their rows repeat a value of a column."""
        wanted, before = set(sources), 0
        spans: defaultdict[int, list[str]] = defaultdict(list)
        for last, source in self._ends[table]:
            if source in wanted:
                spans[source].append(f"rowid BETWEEN {before + 1} AND {last}")
            before = last
        for source, some in spans.items():
            ((count,),) = self.connection.execute(
                f"SELECT count(*) - count(DISTINCT {column}) FROM {table} WHERE {' OR '.join(some)}"
            )
            if count:
                yield source, count

    def number_of_source(
        self, table: str, row: str = "", instead: Mapping[int, int] | None = None
    ) -> str:
        """SQL for the number of the source that a row of a gathered table came from.

        ``row`` is SQL for its number in the table, if that is not available as ``rowid``;
        ``instead`` are other numbers, by those of the sources.
        """
        ends = dict(reversed(self._ends[table]))
        ranges = [
            (last, source if instead is None else instead.get(source, 0))
            for last, source in sorted(ends.items())
        ]
        if len(ranges) < 2:
            return str(ranges[0][1]) if ranges else "NULL"
        row_number = row or f"{table}.rowid"
        cases = " ".join(f"WHEN {row_number} <= {last} THEN {source}" for last, source in ranges)
        return f"CASE {cases} END"

    def first_row(self, table: str, source: int) -> int:
        """The number of the first row of a source in a gathered table."""
        return 1 + max((last for last, other in self._ends[table] if other < source), default=0)


def _shifted(table: str, columns: str, by: int) -> str:
    """The columns of a table of records with larger numbers, because others came before."""
    names = columns.split(", ")
    shifted = {_RECORD[table], *(LISTS if table == "own_record" else ())}
    return ", ".join(f"{name} + {by}" if name in shifted else name for name in names)
