"""The watched companies, and their changes."""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Struct

from tui_app.contract.resources import CompanySummary
from tui_app.workspace.changes import Change
from tui_app.workspace.companies import read_summary
from tui_app.workspace.database import Database
from tui_app.workspace.moments import from_stored, now, to_stored


class WatchedCompany(Struct, frozen=True, kw_only=True):
    """A watched company, its newest change, and the number since it was last looked at."""

    summary: CompanySummary
    invented: bool
    added_at: dt.datetime
    newest: Change | None
    news: int


_ENTRIES: Final = """
    SELECT watch.tax_id, company.summary, company.invented, added_at,
        (SELECT body FROM change WHERE change.tax_id = watch.tax_id
            ORDER BY seen_at DESC, id LIMIT 1),
        (SELECT MAX(seen_at) FROM change WHERE change.tax_id = watch.tax_id) AS newest_at,
        (SELECT COUNT(*) FROM change
            WHERE change.tax_id = watch.tax_id AND change.seen_at > watch.seen_at)
    FROM watch LEFT JOIN company USING (tax_id)
    ORDER BY newest_at DESC NULLS LAST, added_at DESC, watch.tax_id LIMIT ?
"""
_ALL: Final = -1
"""SQLite's value for no limit."""


class WatchList:
    """The watch list of a workspace."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, tax_ids: Iterable[str], *, at: dt.datetime | None = None) -> int:
        """Watch companies; returns how many were not watched before."""
        moment = to_stored(at or now())
        # A millisecond apart, so that their order is kept.
        rows = [(tax_id, moment + index, moment, moment) for index, tax_id in enumerate(tax_ids)]

        def work(db: sqlite3.Connection) -> int:
            before = db.total_changes
            db.executemany("INSERT OR IGNORE INTO watch VALUES (?, ?, ?, ?)", rows)
            return db.total_changes - before

        return self._database.write(work)

    def remove(self, tax_ids: Iterable[str]) -> int:
        """Stop watching companies; returns how many were watched. Their snapshots stay."""
        rows = [(tax_id,) for tax_id in tax_ids]
        return self._database.write(
            lambda db: db.executemany("DELETE FROM watch WHERE tax_id = ?", rows).rowcount
        )

    def kept(self, tax_ids: Iterable[str]) -> tuple[tuple[str, int, int, int], ...]:
        """The watched companies among ``tax_ids``, as they are stored, for ``put_back``."""
        statement = "SELECT tax_id, added_at, seen_at, reported_at FROM watch WHERE tax_id = ?"
        return tuple(row for each in tax_ids for row in self._database.read(statement, each))

    def put_back(self, tax_ids: Iterable[str], kept: Iterable[tuple[str, int, int, int]]) -> None:
        """Watch only the ``kept`` companies among ``tax_ids``, each as it was stored."""
        gone, rows = [(tax_id,) for tax_id in tax_ids], tuple(kept)

        def work(db: sqlite3.Connection) -> None:
            db.executemany("DELETE FROM watch WHERE tax_id = ?", gone)
            db.executemany("INSERT INTO watch VALUES (?, ?, ?, ?)", rows)

        self._database.write(work)

    def contains(self, tax_id: str) -> bool:
        """Whether a company is watched."""
        return bool(self._database.read("SELECT 1 FROM watch WHERE tax_id = ?", tax_id))

    def tax_ids(self) -> tuple[str, ...]:
        """The watched companies, in the order they were added."""
        rows = self._database.read("SELECT tax_id FROM watch ORDER BY added_at, tax_id")
        return tuple(tax_id for (tax_id,) in rows)

    def entries(self) -> tuple[WatchedCompany, ...]:
        """The watched companies, newest change first, then latest added."""
        return self._entries(_ALL)

    def changed(self, *, most: int) -> tuple[WatchedCompany, ...]:
        """The watched companies with the latest changes."""
        return tuple(each for each in self._entries(most) if each.newest is not None)

    def _entries(self, most: int) -> tuple[WatchedCompany, ...]:
        return tuple(
            WatchedCompany(
                summary=read_summary(tax_id, summary),
                invented=bool(invented),
                added_at=from_stored(added_at),
                newest=None if newest is None else msgspec.json.decode(newest, type=Change),
                news=news,
            )
            for tax_id, summary, invented, added_at, newest, _at, news in self._database.read(
                _ENTRIES, most
            )
        )

    def mark_seen(self, tax_id: str, *, at: dt.datetime | None = None) -> None:
        """Record a look at a watched company: its changes so far are no longer new."""
        self._mark("seen_at", [tax_id], at or now())

    def unreported(self) -> dict[str, tuple[Change, ...]]:
        """The changes of each watched company since the last report, newest first."""
        rows = self._database.read(
            "SELECT watch.tax_id, change.body FROM watch LEFT JOIN change"
            " ON change.tax_id = watch.tax_id AND change.seen_at > watch.reported_at"
            " ORDER BY watch.added_at, watch.tax_id, change.seen_at DESC, change.id"
        )
        found: dict[str, tuple[Change, ...]] = {}
        for tax_id, body in rows:
            changes = () if body is None else (msgspec.json.decode(body, type=Change),)
            found[tax_id] = found.get(tax_id, ()) + changes
        return found

    def reported(self, tax_ids: Iterable[str], *, at: dt.datetime | None = None) -> None:
        """Record that the changes of these companies until a given time were reported."""
        self._mark("reported_at", tax_ids, at or now())

    def _mark(self, column: str, tax_ids: Iterable[str], at: dt.datetime) -> None:
        moment = to_stored(at)
        rows = [(moment, tax_id, moment) for tax_id in tax_ids]
        self._database.write(
            lambda db: db.executemany(
                f"UPDATE watch SET {column} = ? WHERE tax_id = ? AND {column} < ?", rows
            )
        )
