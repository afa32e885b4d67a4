"""Adds snapshots to a history file, and removes them, in any order.

The content of a file follows from its snapshots alone, never from the order in which they were
added. A draft is changed, which becomes the history of the next generation.
"""

from __future__ import annotations

import datetime as dt
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Final

from tui_app.contract.folding import fold
from tui_app.contract.registry_numbers import new_registry_number
from tui_app.registry.errors import BuildError, RegistryError
from tui_app.registry.generation import NextGeneration
from tui_app.registry.history.events import RegisterEvent, events_of
from tui_app.registry.history.layout import (
    ALWAYS,
    APPLICATION_ID,
    KINDS,
    LARGEST_TAX_ID,
    SCHEMA_VERSION,
    SEARCHED,
    SPELT,
    STILL,
    TABLES,
    VALUE_COLUMNS,
    Field,
    day_number,
)
from tui_app.registry.history.snapshots import (
    DAMAGED,
    SnapshotInfo,
    snapshots_in,
    snapshots_of,
    write_snapshot,
)
from tui_app.registry.history.spelling import differs
from tui_app.registry.history.versions import Values, Version, runs_of, seen_in, versions_of
from tui_app.registry.sqlite.checksum import copy_without_checksum, has_wrong_checksum
from tui_app.registry.sqlite.drafts import drafted
from tui_app.registry.sqlite.finished import FileMark
from tui_app.system.language import _

_BATCH: Final = 2_000
_OF_BATCH: Final = "touched.id BETWEEN ? AND ?"
_COLUMNS: Final = ", ".join(VALUE_COLUMNS)
_STEADY: Final = f"(valid_from = {ALWAYS} AND valid_to = {STILL})"
"""SQL: the only row of a company that all snapshots have with the same values."""

_GONE: Final = KINDS.index("gone")

StateName = tuple[int, str, int]
"""A code of the register's states, its name, and its severity."""


class HistoryDraft:
    """A history that is being changed. ``folder`` is for temporary files, on the same disk."""

    def __init__(self, connection: sqlite3.Connection, folder: Path) -> None:
        self.connection = connection
        self.folder = folder
        self.snapshots = {day_number(each.day): each for each in snapshots_in(connection)}
        connection.create_function("differs", 3, differs, deterministic=True)

    def add(
        self, snapshot: SnapshotInfo, seen: Path, state_names: Iterable[StateName] = ()
    ) -> None:
        """Add a snapshot; ``seen`` is a file with its companies in a table ``layout.SEEN``.

        An existing one of the same day is removed first.
        """
        day = day_number(snapshot.day)
        if day in self.snapshots:
            self.remove(snapshot.day)
        # SQLite cannot attach a database within a transaction.
        self.connection.execute("ATTACH ? AS staged", (str(seen),))
        with self._transaction():
            if self.snapshots:
                self._add(day, snapshot)
            else:
                self.connection.execute(
                    f"INSERT INTO past_version SELECT id, {ALWAYS}, {STILL}, {_COLUMNS}"
                    " FROM staged.seen ORDER BY id"
                )
        self.connection.execute("DETACH staged")
        self.snapshots[day] = snapshot
        write_snapshot(self.connection, snapshot)
        self.connection.executemany(
            "INSERT INTO past_state_name VALUES (?, ?, ?, ?)",
            [(code, day, name, severity) for code, name, severity in sorted(state_names)],
        )

    def _add(self, day: int, snapshot: SnapshotInfo) -> None:
        """Write the companies that differ; those with all values as before stay as they are."""
        covered = [field for field in Field if field in snapshot.fields]
        latest = {field: max(_covering(self.snapshots, field), default=None) for field in covered}
        # It would come out the same, but each company would have to be rewritten on its own.
        if new := [field.column for field in covered if latest[field] is None]:
            columns = ", ".join(new)
            # SQLite would first write the rows of a join to a table of its own.
            self.connection.execute(
                f"UPDATE past_version SET ({columns}) = (SELECT {columns} FROM staged.seen"
                " WHERE id = company) WHERE company IN (SELECT id FROM staged.seen)"
            )
        self._touch(day, covered)
        self._spell_anew([field for field in covered if (latest[field] or 0) < day])
        # SQLite keeps the order of a CROSS JOIN: here few companies come first.
        self.connection.execute(
            "DELETE FROM temp.touched WHERE id IN (SELECT id FROM temp.touched"
            " CROSS JOIN staged.seen USING (id) CROSS JOIN past_version ON company = id"
            f" WHERE {_STEADY} AND NOT ({' OR '.join(map(_differs, covered))}))"
        )
        self._rewrite({**self.snapshots, day: snapshot}, day)

    def _touch(self, day: int, covered: Sequence[Field]) -> None:
        """Note the companies with another text in any field, and those that come or go."""
        on_day = f"valid_from <= {day} AND valid_to > {day}"
        if day > max(self.snapshots):
            # They may have been missing from incomplete snapshots, and now be surely gone.
            others = (
                f"valid_to <> {STILL} AND NOT EXISTS (SELECT 1 FROM past_version AS other WHERE"
                f" other.company = past_version.company AND valid_to = {STILL}) AND NOT EXISTS"
                f" (SELECT 1 FROM past_event WHERE kind = {_GONE}"
                " AND past_event.company = past_version.company)"
            )
        else:
            others = f"NOT {_STEADY}"  # the new day may be next to a change
        for statement in (
            f"SELECT id FROM staged.seen LEFT JOIN past_version ON company = id AND {on_day}"
            f" WHERE company IS NULL OR {' OR '.join(map(_is_respelt, covered))}",
            f"SELECT company FROM past_version WHERE {on_day} AND NOT EXISTS"
            " (SELECT 1 FROM staged.seen WHERE id = company)",
            f"SELECT company FROM past_version WHERE {others}",
        ):
            self.connection.execute(f"INSERT OR IGNORE INTO temp.touched {statement}")

    def _spell_anew(self, newest: Sequence[Field]) -> None:
        """Store the new spelling of values that changed only in spelling, in one pass."""
        if spelt := [field for field in newest if field in SPELT]:
            new = ", ".join(
                f"{each.column} = iif({_differs(each)}, past_version.{each.column},"
                f" seen.{each.column})"
                for each in spelt
            )
            self.connection.execute(
                f"UPDATE past_version SET {new} FROM staged.seen WHERE seen.id = company"
                f" AND company IN (SELECT id FROM temp.touched) AND {_STEADY}"
                f" AND ({' OR '.join(map(_is_respelt, spelt))})"
            )

    def remove(self, day: dt.date) -> None:
        """Remove a snapshot. Other values stay if another snapshot confirms them."""
        number = day_number(day)
        del self.snapshots[number]
        with self._transaction():
            self.connection.execute(
                f"INSERT OR IGNORE INTO temp.touched SELECT company FROM past_version"
                f" WHERE {'NOT ' + _STEADY if self.snapshots else 'true'}"
            )
            self._rewrite(self.snapshots)
            unknown = [each.column for each in Field if not _covering(self.snapshots, each)]
            if unknown:
                nothing = ", ".join(f"{column} = NULL" for column in unknown)
                self.connection.execute(f"UPDATE past_version SET {nothing}")
            for table in ("snapshot", "state_name"):
                self.connection.execute(f"DELETE FROM past_{table} WHERE day = ?", (number,))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """A transaction with an empty table of the companies that are touched in it."""
        self.connection.execute("CREATE TEMP TABLE touched (id INTEGER PRIMARY KEY)")
        self.connection.execute("BEGIN")
        yield
        self.connection.execute("COMMIT")
        self.connection.execute("DROP TABLE temp.touched")

    def _rewrite(self, snapshots: dict[int, SnapshotInfo], added: int | None = None) -> None:
        """Write the touched companies again, as these snapshots have them.

        ``added`` is the day of the staged one.
        """
        days = sorted(snapshots)
        covering = {field: frozenset(_covering(snapshots, field)) for field in Field}
        marks = ", ".join("?" * (3 + len(VALUE_COLUMNS)))
        for batch in self._batches():
            versions: list[tuple[object, ...]] = []
            events: list[tuple[int, *RegisterEvent]] = []
            for company, seen in self._seen(batch, days, added):
                if not seen:
                    continue
                runs = runs_of(seen, covering)
                own = [*versions_of(seen, runs, days)]
                versions += [(company, *each[:2], *each.values) for each in own]
                missing = [day for day in days if day not in seen and snapshots[day].lists(company)]
                events += [(company, *each) for each in events_of(runs, own, [*seen], missing)]
            for table in ("version", "event"):
                self.connection.execute(
                    f"DELETE FROM past_{table} WHERE company IN"
                    f" (SELECT id FROM temp.touched WHERE {_OF_BATCH})",
                    batch,
                )
            self.connection.executemany(f"INSERT INTO past_version VALUES ({marks})", versions)
            self.connection.executemany("INSERT INTO past_event VALUES (?, ?, ?, ?, ?, ?)", events)

    def _batches(self) -> Iterator[tuple[int, int]]:
        """The touched companies in batches, each by its first and its last one."""
        last = -(2**63)
        statement = "SELECT id FROM temp.touched WHERE id > ? ORDER BY id LIMIT ?"
        while ids := self.connection.execute(statement, (last, _BATCH)).fetchall():
            (first,), (last,) = ids[0], ids[-1]
            yield first, last

    def _seen(
        self, batch: tuple[int, int], days: Sequence[int], added: int | None
    ) -> Iterator[tuple[int, dict[int, Values]]]:
        """The companies of a batch, each with its values by day."""
        before = [day for day in days if day != added]
        rows = f"SELECT id, valid_from, valid_to, {_COLUMNS} FROM temp.touched"
        rows += f" JOIN past_version ON company = id WHERE {_OF_BATCH}"
        now: dict[int, Values] = {}
        if added is not None:
            columns = f"SELECT id, {_COLUMNS} FROM temp.touched JOIN staged.seen USING (id)"
            found = self.connection.execute(f"{columns} WHERE {_OF_BATCH}", batch)
            now = {company: tuple(values) for company, *values in found}
        ordered = self.connection.execute(f"{rows} ORDER BY id, valid_from", batch)
        known = {
            company: seen_in((Version(row[1], row[2], row[3:]) for row in some), before)
            for company, some in groupby(ordered, key=lambda row: int(row[0]))
        }
        for company in sorted({*known, *now}):
            seen = known.get(company, {})
            if added is not None and company in now:
                seen = dict(sorted({**seen, added: now[company]}.items()))
            yield company, seen


@contextmanager
def changing(change: NextGeneration) -> Iterator[HistoryDraft]:
    """A draft of the history, which is that of the next generation after the block.

    Raises ``BuildError`` for a history that cannot be read.
    """
    try:
        snapshots_of(change.history)
    except RegistryError as error:
        raise BuildError(str(error)) from None
    if change.history is not None and has_wrong_checksum(change.history):
        why = sqlite3.DatabaseError(_("its checksum is wrong"))
        raise BuildError(_(DAMAGED).format(history=change.history, error=why)) from why
    folder = Path(tempfile.mkdtemp(dir=change.folder))
    path, whole = folder / "draft.db", folder / "whole.db"
    if change.history is not None:
        copy_without_checksum(change.history, path)
    with drafted(path, FileMark(APPLICATION_ID, SCHEMA_VERSION)) as connection:
        if change.history is None:
            connection.executescript(TABLES + SEARCHED)
        work = HistoryDraft(connection, folder)
        yield work
        if work.snapshots:
            _write_searched(connection)
            # The same content gives the same bytes, however the draft was changed.
            connection.execute("PRAGMA schema_version = 1")
            connection.execute("VACUUM INTO ?", (str(whole),))
    path.unlink()
    change.history = whole if work.snapshots else None


def _covering(snapshots: dict[int, SnapshotInfo], field: Field) -> list[int]:
    """The days whose snapshots cover a field."""
    return [day for day, snapshot in snapshots.items() if field in snapshot.fields]


def _is_respelt(field: Field) -> str:
    """SQL: a field has another text."""
    return f"seen.{field.column} IS NOT past_version.{field.column}"


def _differs(field: Field) -> str:
    """SQL: a field has another value. Only other texts are compared in Python."""
    texts = f"seen.{field.column}, past_version.{field.column}"
    spelt = f" AND differs({int(field)}, {texts})" if field in SPELT else ""
    return f"({_is_respelt(field)}{spelt})"


def _write_searched(connection: sqlite3.Connection) -> None:
    """Write former names and numbers, and those of companies that are gone, for searches."""
    connection.executescript(SEARCHED)
    connection.create_function("fold", 1, fold, deterministic=True)
    connection.create_function("new_form", 1, _new_form, deterministic=True)
    for table, column, form in (
        ("former_name (company, name)", Field.NAME.column, "' ' || fold({}) || ' '"),
        ("former_number (company, number)", Field.NUMBER.column, "new_form({})"),
    ):
        of_company = "SELECT 1 FROM past_version AS other WHERE other.company = own.company"
        connection.execute(
            f"INSERT INTO {table} SELECT DISTINCT company, {form.format(column)}"
            f" FROM past_version AS own WHERE {column} <> '' AND (company > {LARGEST_TAX_ID}"
            f" OR valid_to <> {STILL} AND (NOT EXISTS ({of_company} AND valid_to = {STILL})"
            f" OR EXISTS ({of_company} AND other.valid_from >= own.valid_to"
            f" AND other.{column} <> own.{column}))) ORDER BY 1, 2"
        )


def _new_form(number: str) -> str:
    return new_registry_number(number) or fold(number)
