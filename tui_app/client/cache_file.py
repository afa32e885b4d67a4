"""The cache file: a small SQLite database, created again when it is damaged.

Used only in the thread of ``Cache``. It holds answers, dates, the last known allowance
and a fingerprint of the key, never the key; only its owner can read it.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import sqlite3
from pathlib import Path
from typing import Final

from msgspec import Struct

from tui_app.client.allowance import AllowanceReport
from tui_app.system.language import _
from tui_app.system.own_files import SET_ASIDE, create_private, identity, is_damage, set_aside

MAX_BYTES: Final = 64_000_000
MAX_ANSWERS: Final = 20_000
_APPLICATION: Final = 0x6669726D  # "firm"
_VERSION: Final = 1
_TRIM_EVERY: Final = 64
_BUSY_SECONDS: Final = 2.0
"""How long to wait for another program that writes."""
_SCHEMA: Final = f"""
BEGIN IMMEDIATE;
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {_VERSION};
CREATE TABLE IF NOT EXISTS answer (
    source TEXT NOT NULL,
    question TEXT NOT NULL,
    fetched_at REAL NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (source, question)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS answer_by_age ON answer (fetched_at);
CREATE TABLE IF NOT EXISTS allowance (
    source TEXT PRIMARY KEY,
    remaining INTEGER NOT NULL,
    told_at REAL NOT NULL,
    resets_at REAL
) WITHOUT ROWID;
COMMIT;
"""


class _OtherFileError(Exception):
    """The file is a database of another program."""


class CachedAnswer(Struct, frozen=True):
    """A cached answer: when it was fetched (seconds since 1970) and its data as JSON."""

    fetched_at: float
    body: bytes


class CacheFileInfo(Struct, frozen=True, kw_only=True):
    """The contents of a cache file, summarised."""

    answers: int
    bytes: int
    oldest: float | None
    newest: float | None


class CacheFile:
    """Cached answers by source and request. No method raises because of the disk."""

    def __init__(
        self, path: Path, *, most_bytes: int = MAX_BYTES, most_answers: int = MAX_ANSWERS
    ) -> None:
        self.path = path
        self.notices: list[str] = []
        self._most_bytes = most_bytes
        self._most_answers = most_answers
        self._since_trim = 0
        self._database: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        """Device and number of the open file: another file may take its name."""
        self._database = self._open()

    def dates(self, source: str) -> dict[str, float]:
        """When each cached answer of a source was fetched, by request."""
        rows = self._execute("SELECT question, fetched_at FROM answer WHERE source = ?", source)
        return {str(key): float(str(fetched)) for key, fetched in rows}

    def get(self, source: str, key: str) -> CachedAnswer | None:
        """The cached answer to a request."""
        rows = self._execute(
            "SELECT fetched_at, body FROM answer WHERE source = ? AND question = ?",
            source,
            key,
        )
        for fetched_at, body in rows:
            if isinstance(fetched_at, float) and isinstance(body, bytes):
                return CachedAnswer(fetched_at, body)
        return None

    def put(self, source: str, key: str, cached: CachedAnswer) -> None:
        """Store an answer in place of an older one; beyond the limit the oldest are deleted."""
        self._execute(
            "INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?)",
            source,
            key,
            cached.fetched_at,
            cached.body,
        )
        self._since_trim += 1
        if self._since_trim >= _TRIM_EVERY:
            self.trim()

    def allowance(self, source: str) -> AllowanceReport:
        """The last reported allowance of a source; empty if there is none."""
        rows = self._execute(
            "SELECT remaining, told_at, resets_at FROM allowance WHERE source = ?", source
        )
        for remaining, told_at, resets_at in rows:
            with contextlib.suppress(ValueError, OverflowError, OSError):
                return AllowanceReport(int(str(remaining)), _moment(told_at), _moment(resets_at))
        return AllowanceReport()

    def put_allowance(self, source: str, status: AllowanceReport) -> None:
        """Store the reported allowance of a source."""
        told_at, resets_at = (
            None if moment is None else moment.timestamp()
            for moment in (status.reported_at, status.resets_at)
        )
        self._execute(
            "INSERT OR REPLACE INTO allowance VALUES (?, ?, ?, ?)",
            source,
            status.remaining,
            told_at,
            resets_at,
        )

    def trim(self) -> None:
        """Delete the oldest answers beyond the limits."""
        self._since_trim = 0
        self._execute(
            """
            DELETE FROM answer WHERE (source, question) IN (
                SELECT source, question FROM (
                    SELECT source, question,
                        SUM(LENGTH(body) + LENGTH(question) + 100) OVER newest AS size,
                        ROW_NUMBER() OVER newest AS number
                    FROM answer WINDOW newest AS (ORDER BY fetched_at DESC, question)
                ) WHERE size > ? OR number > ?
            )
            """,
            self._most_bytes,
            self._most_answers,
        )

    def clear(self) -> None:
        """Delete every answer, including those in files set aside, and free the disk space."""
        self._execute("DELETE FROM answer")
        if not self.info().answers:  # else another program holds the file, which was waited for
            self._execute("VACUUM")
        for aside in self.path.parent.glob(f"{self.path.name}{SET_ASIDE}*"):
            with contextlib.suppress(OSError):
                aside.unlink()

    def info(self) -> CacheFileInfo:
        """How much is stored."""
        rows = self._execute("SELECT COUNT(*), MIN(fetched_at), MAX(fetched_at) FROM answer")
        count, oldest, newest = rows[0] if rows else (0, None, None)
        return CacheFileInfo(
            answers=int(str(count)),
            bytes=self.path.stat().st_size if self.path.exists() else 0,
            oldest=oldest if isinstance(oldest, float) else None,
            newest=newest if isinstance(newest, float) else None,
        )

    def close(self) -> None:
        """Close the file, trimmed to its limits."""
        if self._since_trim:
            self.trim()
        self._close()

    def _close(self) -> None:
        if self._database is not None:
            with contextlib.suppress(sqlite3.Error):
                self._database.close()
            self._database = None

    def _execute(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        if self._database is not None and not self.path.exists():
            self._close()  # the directory was cleared: create the file again
            self._database = self._open()
        if self._database is None:
            return []
        try:
            with self._database:
                return self._database.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            if is_damage(error):
                self._set_aside()
                self._database = self._open()
            else:  # a full or locked disk, or a bug: the file itself is fine
                self._notify_once(error)
        return []

    def _open(self) -> sqlite3.Connection | None:
        try:
            try:
                return self._opened()
            except sqlite3.Error as error:
                if not is_damage(error):
                    raise
                self._set_aside()
                return self._opened()
        except (sqlite3.Error, OSError, _OtherFileError) as error:
            self._notify_once(error)
        return None

    def _opened(self) -> sqlite3.Connection:
        create_private(self.path)
        database = sqlite3.connect(self.path, timeout=_BUSY_SECONDS, check_same_thread=False)
        self._identity = identity(self.path)
        try:
            self._prepare(database)
        except BaseException:
            database.close()
            raise
        return database

    def _prepare(self, database: sqlite3.Connection) -> None:
        named = database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        tables = {name for (name,) in named}
        if tables:
            (application,) = database.execute("PRAGMA application_id").fetchone()
            (version,) = database.execute("PRAGMA user_version").fetchone()
            if application != _APPLICATION:
                raise _OtherFileError(_("created by another program"))
            if version != _VERSION:
                # Cached answers are not worth a migration: they can be requested again.
                self._empty(database, tables)
                tables = set()
        if "allowance" not in tables:
            database.executescript(_SCHEMA)

    @staticmethod
    def _empty(database: sqlite3.Connection, tables: set[str]) -> None:
        """Drop the tables of another version, all of them or none."""
        database.execute("BEGIN IMMEDIATE")
        for table in tables:
            quoted = table.replace('"', '""')
            database.execute(f'DROP TABLE IF EXISTS "{quoted}"')
        database.execute("COMMIT")

    def _set_aside(self) -> None:
        """Rename a damaged file, so that it can be examined.

        Another program may already have done so: then the new file under this name is left alone.
        """
        self._close()
        if self._identity not in (None, identity(self.path)):
            return
        text = _("The cached answers could not be read and start anew; the old file is now {path}.")
        self.notices.append(text.format(path=set_aside(self.path)))

    def _notify_once(self, error: Exception) -> None:
        text = _("Answers are not cached on disk: {path} cannot be used ({problem}).")
        notice = text.format(path=self.path, problem=error)
        if notice not in self.notices:
            self.notices.append(notice)


def _moment(seconds: object) -> dt.datetime | None:
    return None if seconds is None else dt.datetime.fromtimestamp(float(str(seconds)), dt.UTC)
