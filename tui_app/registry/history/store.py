"""Adds snapshots to a history file, and removes them, in any order.

The content of a file follows from its snapshots alone, never from the order in which they were
added. A draft is changed, which becomes the history of the next generation.
"""

from __future__ import annotations

import datetime as dt
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Final

from tui_app.contract.folding import fold
from tui_app.contract.registry_numbers import new_registry_number
from tui_app.registry.errors import BuildError, RegistryError
from tui_app.registry.generation import NextGeneration
from tui_app.registry.history.chains import Chain, ChainLink
from tui_app.registry.history.events import events_of
from tui_app.registry.history.layout import (
    APPLICATION_ID,
    LARGEST_TAX_ID,
    PRESENT,
    SCHEMA_VERSION,
    SEARCHED,
    SPELT,
    TABLES,
    VALUE_COLUMNS,
    VALUES,
    Field,
    day_number,
)
from tui_app.registry.history.snapshots import (
    SnapshotInfo,
    snapshots_in,
    snapshots_of,
    write_snapshot,
)
from tui_app.registry.history.spelling import differs, plain

_SETTINGS: Final = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -131072;
PRAGMA temp_store = FILE;
"""
_BATCH: Final = 2_000
_FIELDS: Final = tuple(Field)
_ALWAYS_PRESENT: Final = Chain((), PRESENT)
_OF_BATCH: Final = "touched.id BETWEEN ? AND ?"

Changed = tuple[int, dict[Field, Chain]]
"""A company, and its chains."""

StateName = tuple[int, str, int]
"""A code of the register's states, its name, and its severity."""


class HistoryDraft:
    """A history that is being changed. ``folder`` is for temporary files, on the same disk."""

    def __init__(self, connection: sqlite3.Connection, folder: Path) -> None:
        self.connection = connection
        self.folder = folder
        self.snapshots = {day_number(each.day): each for each in snapshots_in(connection)}

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
        try:
            self.connection.execute("BEGIN")
            _Adding(self.connection, self.snapshots, snapshot).run()
            self.connection.execute("COMMIT")
        finally:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            self.connection.execute("DETACH staged")
        self.snapshots[day] = snapshot
        write_snapshot(self.connection, snapshot)
        self.connection.executemany(
            "INSERT INTO past_state_name VALUES (?, ?, ?, ?)",
            [(code, day, name, severity) for code, name, severity in sorted(state_names)],
        )

    def remove(self, day: dt.date) -> None:
        """Remove a snapshot."""
        number = day_number(day)
        self.connection.execute("BEGIN")
        _Removing(self.connection, self.snapshots, self.snapshots.pop(number)).run()
        for table in ("snapshot", "state_name"):
            self.connection.execute(f"DELETE FROM past_{table} WHERE day = ?", (number,))
        self.connection.execute("COMMIT")


@contextmanager
def changing(change: NextGeneration) -> Iterator[HistoryDraft]:
    """A draft of the history, which is that of the next generation after the block.

    Raises ``BuildError`` for a history that cannot be read.
    """
    try:
        snapshots_of(change.history)
    except RegistryError as error:
        raise BuildError(str(error)) from None
    folder = Path(tempfile.mkdtemp(dir=change.folder))
    draft, whole = folder / "draft.db", folder / "whole.db"
    if change.history is not None:
        shutil.copyfile(change.history, draft)
    with closing(sqlite3.connect(draft, uri=True, isolation_level=None)) as connection:
        connection.executescript(_SETTINGS)
        if change.history is None:
            _begin(connection)
        work = HistoryDraft(connection, folder)
        yield work
        if work.snapshots:
            write_searched(connection)
            # The same content gives the same bytes, however the draft was changed.
            connection.execute("PRAGMA schema_version = 1")
            connection.execute("VACUUM INTO ?", (str(whole),))
    draft.unlink()
    change.history = whole if work.snapshots else None


def _begin(connection: sqlite3.Connection) -> None:
    connection.executescript(
        f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {SCHEMA_VERSION};"
        f"{TABLES}{SEARCHED}"
    )


class _Work:
    """Reads companies with their chains, and writes them again."""

    def __init__(
        self, connection: sqlite3.Connection, snapshots: dict[int, SnapshotInfo], day: int
    ) -> None:
        self.connection = connection
        self.days = sorted({*snapshots} - {day})
        self.snapshots = snapshots
        self.day = day

    def days_with(self, chosen: Field, days: Iterable[int]) -> list[int]:
        """The days among ``days`` whose snapshots cover a field."""
        return [day for day in days if chosen in self.snapshots[day].fields]

    def batches(self) -> Iterator[tuple[int, int]]:
        """The companies in ``temp.touched`` in batches, each by its first and its last one."""
        last = -(2**63)
        statement = "SELECT id FROM temp.touched WHERE id > ? ORDER BY id LIMIT ?"
        while ids := self.connection.execute(statement, (last, _BATCH)).fetchall():
            (first,), (last,) = ids[0], ids[-1]
            yield first, last

    def chains(self, batch: tuple[int, int]) -> Iterator[tuple[int, bool, dict[Field, Chain]]]:
        """The companies of a batch with their chains, and whether each is known at all."""
        columns = ", ".join(f"past_company.{field.column}" for field in Field)
        companies = self.connection.execute(
            f"SELECT touched.id, {columns} FROM temp.touched"
            f" LEFT JOIN main.past_company USING (id) WHERE {_OF_BATCH} ORDER BY touched.id",
            batch,
        )
        links = self.connection.execute(
            "SELECT company, field, not_after, not_before, before FROM main.past_change"
            f" WHERE company IN (SELECT id FROM temp.touched WHERE {_OF_BATCH})"
            " ORDER BY company, field, not_after",
            batch,
        )
        grouped = groupby(links, key=lambda row: row[0])
        following = next(grouped, None)
        for company, *latest in companies:
            found = {field: Chain((), value) for field, value in zip(_FIELDS, latest, strict=True)}
            if following is not None and following[0] == company:
                for number, rows in groupby(following[1], key=lambda row: row[1]):
                    chain = tuple(ChainLink(*row[2:]) for row in rows)
                    found[Field(number)] = Chain(chain, found[Field(number)].latest)
                following = next(grouped, None)
            yield company, latest[0] is not None, found

    def write(
        self, changed: Callable[[tuple[int, int]], Iterable[Changed]], days: Sequence[int]
    ) -> None:
        """Write the companies in ``temp.touched`` again, as ``changed`` gives those of a batch.

        ``days`` are those of all snapshots from now on.
        """
        marks = ", ".join("?" * (3 + len(VALUE_COLUMNS)))
        for batch in self.batches():
            # All are read before any is written.
            kept = [
                (company, chains)
                for company, chains in changed(batch)
                if chains[Field.PRESENCE].latest is not None
            ]
            for table, column in (("change", "company"), ("event", "company"), ("company", "id")):
                self.connection.execute(
                    f"DELETE FROM main.past_{table} WHERE {column} IN"
                    f" (SELECT id FROM temp.touched WHERE {_OF_BATCH})",
                    batch,
                )
            self.connection.executemany(
                f"INSERT INTO main.past_company VALUES ({marks})", [_row(*each) for each in kept]
            )
            self.connection.executemany(
                "INSERT INTO main.past_change VALUES (?, ?, ?, ?, ?)",
                [
                    (company, int(field), *link)
                    for company, chains in kept
                    for field, chain in chains.items()
                    for link in chain.links
                ],
            )
            self.connection.executemany(
                "INSERT INTO main.past_event VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (company, *event)
                    for company, chains in kept
                    if any(chain.links for chain in chains.values())
                    for event in events_of(chains, days)
                ],
            )


def _row(company: int, chains: dict[Field, Chain]) -> tuple[object, ...]:
    changed = any(chain.links for chain in chains.values())
    values = (chains[each].latest for each in VALUES)
    return (company, chains[Field.PRESENCE].latest, changed, *values)


class _Adding(_Work):
    """Compares a snapshot with the history's values of its day, and adds the differences.

    The comparison is in SQL; only companies that differ are written again.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        snapshots: dict[int, SnapshotInfo],
        snapshot: SnapshotInfo,
    ) -> None:
        super().__init__(connection, snapshots, day_number(snapshot.day))
        self._snapshot = snapshot
        self._covered = [each for each in VALUES if each in snapshot.fields]
        self._days_with = {each: self.days_with(each, self.days) for each in self._covered}

    def run(self) -> None:
        """Write the companies that differ, and fill in fields and spellings."""
        if not self.days:
            self.connection.execute(
                f"INSERT INTO main.past_company SELECT id, '{PRESENT}', 0,"
                f" {', '.join(VALUE_COLUMNS)} FROM staged.seen ORDER BY id"
            )
            return
        self._fill_unknown()
        is_newest = self.day > self.days[-1]
        self.connection.create_function("differs", 3, differs, deterministic=True)
        self.connection.execute("CREATE TEMP TABLE touched (id INTEGER PRIMARY KEY)")
        try:
            self._touch(is_newest=is_newest)
            if is_newest:
                self._spell_anew()
            self._leave_equal()
            self.write(self._merged, sorted([*self.days, self.day]))
        finally:
            self.connection.execute("DROP TABLE temp.touched")

    def _fill_unknown(self) -> None:
        """Give a field that no snapshot covered before the value of this one, and no changes."""
        for each in self._covered:
            if not self.days_with(each, self.days):
                self.connection.execute(
                    f"UPDATE main.past_company SET {each.column} = seen.{each.column}"
                    f" FROM staged.seen WHERE seen.id = past_company.id AND NOT changed"
                )

    def _touch(self, *, is_newest: bool) -> None:
        """Note the companies with another text in any field, and those that come or go."""
        respelt = " OR ".join(map(_is_respelt, self._covered))
        # If a company has changes, an earlier day may be between two of them.
        looked_at = f"presence <> '{PRESENT}'" if is_newest else "changed"
        statements = [
            "SELECT seen.id FROM staged.seen LEFT JOIN main.past_company USING (id)"
            f" WHERE past_company.id IS NULL OR {looked_at} OR {respelt}",
            "SELECT past_company.id FROM main.past_company LEFT JOIN staged.seen USING (id)"
            f" WHERE seen.id IS NULL AND {self._is_missed() if is_newest else 'true'}",
        ]
        for statement in statements:
            self.connection.execute(f"INSERT OR IGNORE INTO temp.touched {statement}")

    def _spell_anew(self) -> None:
        """Store the new spelling of values that changed only in spelling, in one pass."""
        spelt = [each for each in self._covered if each in SPELT]
        new = ", ".join(
            f"{each.column} = iif({_differs(each)}, past_company.{each.column}, seen.{each.column})"
            for each in spelt
        )
        self.connection.execute(
            f"UPDATE main.past_company SET {new} FROM staged.seen WHERE seen.id = past_company.id"
            f" AND past_company.id IN (SELECT id FROM temp.touched) AND NOT changed"
            f" AND ({' OR '.join(map(_is_respelt, spelt))})"
        )

    def _leave_equal(self) -> None:
        """Forget the companies without changes that differed only in spelling."""
        differing = " OR ".join(map(_differs, self._covered))
        self.connection.execute(
            # SQLite keeps the order of a CROSS JOIN: here few companies come first.
            "DELETE FROM temp.touched WHERE id IN (SELECT touched.id FROM temp.touched"
            " CROSS JOIN staged.seen USING (id) CROSS JOIN main.past_company USING (id)"
            f" WHERE NOT changed AND NOT ({differing}))"
        )

    def _is_missed(self) -> str:
        """SQL: a company that is missing now was not missing before."""
        numbered = self._snapshot.says_of_missing(1)
        others = self._snapshot.says_of_missing(LARGEST_TAX_ID + 1)
        return (
            f"presence <> CASE WHEN past_company.id <= {LARGEST_TAX_ID}"
            f" THEN '{numbered}' ELSE '{others}' END"
        )

    def _merged(self, batch: tuple[int, int]) -> Iterator[Changed]:
        columns = ", ".join(f"seen.{each.column}" for each in VALUES)
        rows = self.connection.execute(
            f"SELECT seen.id IS NOT NULL, {columns} FROM temp.touched"
            f" LEFT JOIN staged.seen USING (id) WHERE {_OF_BATCH} ORDER BY touched.id",
            batch,
        )
        for (company, is_known, chains), (is_seen, *values) in zip(
            self.chains(batch), rows, strict=True
        ):
            seen = dict(zip(VALUES, values, strict=True))
            yield company, self._with_this_day(company, is_known, chains, seen if is_seen else None)

    def _with_this_day(
        self,
        company: int,
        is_known: bool,
        chains: dict[Field, Chain],
        seen: dict[Field, str | None] | None,
    ) -> dict[Field, Chain]:
        merged = dict(chains)
        presence = chains[Field.PRESENCE]
        if seen is not None and presence == _ALWAYS_PRESENT:
            present = self.days
        else:
            was = {
                day: presence.at(day) if is_known else self.snapshots[day].says_of_missing(company)
                for day in self.days
            }
            now = PRESENT if seen is not None else self._snapshot.says_of_missing(company)
            merged[Field.PRESENCE] = Chain().observed((), {**was, self.day: now}, str)
            present = [day for day, value in was.items() if value == PRESENT]
        for each in self._covered if seen is not None else ():
            before, value = chains[each], (seen or {})[each] or ""
            always = present is self.days
            days = self._days_with[each] if always else self.days_with(each, present)
            if before.links or before.latest != value or not days:
                merged[each] = before.observed(days, {self.day: value}, partial(plain, each))
        return merged


class _Removing(_Work):
    """Removes a snapshot from all chains."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        snapshots: dict[int, SnapshotInfo],
        snapshot: SnapshotInfo,
    ) -> None:
        super().__init__(connection, snapshots, day_number(snapshot.day))

    def run(self) -> None:
        """Rewrite the companies that changed on its day.

        Other values stay if another snapshot confirms them.
        """
        if not self.days:
            for table in ("company", "change", "event"):
                self.connection.execute(f"DELETE FROM main.past_{table}")
            return
        self.connection.execute("CREATE TEMP TABLE touched (id INTEGER PRIMARY KEY)")
        try:
            # A day within a run of equal values is no end of any link. A company that was missing
            # at times may have been seen with a field on this day alone.
            self.connection.execute(
                "INSERT INTO temp.touched SELECT DISTINCT company FROM main.past_change"
                f" WHERE ? IN (not_after, not_before) OR field = {int(Field.PRESENCE)}",
                (self.day,),
            )
            self.write(self._without, self.days)
        finally:
            self.connection.execute("DROP TABLE temp.touched")
        for each in VALUES:
            if not self.days_with(each, self.days):
                self.connection.execute(f"UPDATE main.past_company SET {each.column} = NULL")

    def _without(self, batch: tuple[int, int]) -> Iterator[Changed]:
        for company, _, chains in self.chains(batch):
            presence = chains[Field.PRESENCE]
            present = [day for day in self.days if presence.at(day) == PRESENT]
            left: dict[Field, Chain] = {
                each: chain.observed(
                    self.days_with(each, present), {self.day: None}, partial(plain, each)
                )
                for each, chain in chains.items()
                if each is not Field.PRESENCE
            }
            was = {day: presence.at(day) for day in self.days} if present else {}
            yield company, {Field.PRESENCE: Chain().observed((), dict(was), str), **left}


def _is_respelt(chosen: Field) -> str:
    """SQL: a field has another text."""
    return f"seen.{chosen.column} IS NOT past_company.{chosen.column}"


def _differs(chosen: Field) -> str:
    """SQL: a field has another value. Only other texts are compared in Python."""
    texts = f"seen.{chosen.column}, past_company.{chosen.column}"
    spelt = f" AND differs({int(chosen)}, {texts})" if chosen in SPELT else ""
    return f"({_is_respelt(chosen)}{spelt})"


def write_searched(connection: sqlite3.Connection) -> None:
    """Write former names and numbers, and those of companies that are gone, for searches."""
    connection.executescript(SEARCHED)
    connection.create_function("fold", 1, fold, deterministic=True)
    connection.create_function("new_form", 1, _new_form, deterministic=True)
    for table, chosen, form in (
        ("former_name (company, name)", Field.NAME, "' ' || fold({}) || ' '"),
        ("former_number (company, number)", Field.NUMBER, "new_form({})"),
    ):
        connection.execute(
            f"INSERT INTO {table} SELECT DISTINCT company, {form.format('text')} FROM ("
            f" SELECT company, before AS text FROM past_change WHERE field = {int(chosen)}"
            f" UNION ALL SELECT id, {chosen.column} FROM past_company"
            f" WHERE presence <> '{PRESENT}' OR id > {LARGEST_TAX_ID})"
            " WHERE text <> '' ORDER BY 1, 2"
        )


def _new_form(number: str) -> str:
    return new_registry_number(number) or fold(number)
