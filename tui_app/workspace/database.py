"""The workspace file: opening, migrations, concurrent use, and recovery from damage.

Write-ahead logging lets one explorer read while another writes; each change is one short
transaction, so that a killed program loses nothing already written.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from tui_app.system.language import _
from tui_app.system.own_files import create_private, identity, is_damage, set_aside
from tui_app.system.untyped import DbRow
from tui_app.workspace.errors import WorkspaceError
from tui_app.workspace.schema import APPLICATION, MIGRATIONS

_BUSY_SECONDS: Final = 10.0
"""Seconds to wait while another program writes."""

_RETRY_SECONDS: Final = 0.01
"""Seconds between two attempts, in cases where SQLite itself does not wait."""

T = TypeVar("T")

Row = DbRow


class Database:
    """One connection, used by one thread at a time. ``notices`` are for the user.

    ``path`` is ``None`` for a database in memory. ``private`` reads a file and stores nothing:
    changes go into a copy in memory. The constructor and every method may raise ``WorkspaceError``.
    """

    def __init__(self, path: Path | None, *, private: bool = False) -> None:
        self.path = path
        self.private = private
        self.notices: list[str] = []
        self._file: tuple[int, int] | None = None
        """The device and number of the open file: its name may be deleted, or given to another."""
        self._connection = sqlite3.connect(":memory:", check_same_thread=False)
        self._connection = self._open_or_set_aside()

    def read(self, sql: str, *values: object) -> list[Row]:
        """The rows of a query."""
        return self._run(lambda db: db.execute(sql, values).fetchall())

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run ``work`` in one transaction: all of its changes are stored, or none."""

        def transaction(db: sqlite3.Connection) -> T:
            db.execute("BEGIN IMMEDIATE")
            try:
                done = work(db)
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise
            db.execute("COMMIT")
            return done

        done = self._run(transaction)
        return done if self._is_in_place else self._store_replaced(transaction, done)

    @property
    def _is_in_place(self) -> bool:
        """Whether the open file still has its name; if not, its contents are lost at the end."""
        return self.path is None or self.private or identity(self.path) == self._file

    def _store_replaced(self, transaction: Callable[[sqlite3.Connection], T], done: T) -> T:
        """Store a transaction under the file's name, which another program deleted or replaced.

        Where the name is free, the whole open database is written; where another file has it, only
        the transaction is repeated there. ``done`` is its result in the open file. Raises
        ``WorkspaceError`` if neither can be written; the next write tries again.
        """
        before, file = self._connection, self._file
        try:
            is_missing = self.path is not None and not self.path.exists()
            self._connection = self._open()
            if is_missing:
                before.backup(self._connection)
            else:
                done = transaction(self._connection)
        except (sqlite3.DatabaseError, OSError, WorkspaceError) as error:
            self._connection, self._file = before, file
            if isinstance(error, WorkspaceError):
                raise
            raise self._unusable(error) from None
        before.close()
        return done

    def version(self) -> int:
        """A number that changes when another program has written."""
        [[number]] = self.read("PRAGMA data_version")
        return int(number)

    def pop_notices(self) -> tuple[str, ...]:
        """Notices for the user about the file, each once."""
        notices, self.notices = tuple(self.notices), []
        return notices

    def close(self) -> None:
        """Close the file; everything written stays."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()

    def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return work(self._connection)
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise self._unusable(error) from None
        self._set_aside()
        self._connection = self._open_or_set_aside()
        try:
            return work(self._connection)
        except sqlite3.DatabaseError as error:
            raise self._unusable(error) from None

    def _unusable(self, error: Exception) -> WorkspaceError:
        text = _("History, watch list and notes cannot be used: {path} ({problem}).")
        problem = getattr(error, "strerror", None) or error  # without the path once more
        return WorkspaceError(text.format(path=self.path, problem=problem))

    def _open_or_set_aside(self) -> sqlite3.Connection:
        try:
            try:
                return self._open()
            except sqlite3.DatabaseError as error:
                if not is_damage(error) or self.private:
                    raise
            self._set_aside()
            return self._open()
        except (sqlite3.DatabaseError, OSError) as error:
            raise self._unusable(error) from None

    def _open(self) -> sqlite3.Connection:
        if self.path is None:
            return self._prepared(sqlite3.connect(":memory:", check_same_thread=False))
        if self.private:
            return self._prepared(_copy(self.path))
        create_private(self.path)
        self._file = identity(self.path)
        return self._prepared(
            sqlite3.connect(self.path, timeout=_BUSY_SECONDS, check_same_thread=False)
        )

    def _prepared(self, db: sqlite3.Connection) -> sqlite3.Connection:
        db.isolation_level = None
        try:
            if self.path is not None and not self.private:
                _write_ahead(db)
            # A power failure may lose the last second; killing the program loses nothing.
            db.execute("PRAGMA synchronous = NORMAL")
            self._migrate(db)
        except BaseException:
            db.close()
            raise
        return db

    def _migrate(self, db: sqlite3.Connection) -> None:
        if _migrations_done(db) == len(MIGRATIONS) and _is_ours(db):
            return
        db.execute("BEGIN IMMEDIATE")
        with db:
            tables = db.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()[0]
            done = _migrations_done(db)  # another program may have migrated it meanwhile
            if tables and not _is_ours(db):
                raise _foreign_file_error()
            if done > len(MIGRATIONS):
                text = _(
                    "{path} was written by a newer firmeterm. It was left as it is: "
                    "update firmeterm to use history, watch list and notes."
                )
                raise WorkspaceError(text.format(path=self.path))
            for migration in MIGRATIONS[done:]:
                for statement in _statements(migration):
                    db.execute(statement)
            db.execute(f"PRAGMA application_id = {APPLICATION}")
            db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")

    def _set_aside(self) -> None:
        """Rename a damaged file for later examination, unless another program already did."""
        self.close()
        if self.path is None or not self.path.exists() or identity(self.path) != self._file:
            return
        aside = set_aside(self.path)
        text = _(
            "History, watch list and notes could not be read and start anew; "
            "the old file is now {path}."
        )
        self.notices.append(text.format(path=aside))


def _write_ahead(db: sqlite3.Connection) -> None:
    """Turn write-ahead logging on. SQLite does not wait while another program turns it on."""
    until = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(_RETRY_SECONDS)
        else:
            return


def _copy(path: Path) -> sqlite3.Connection:
    """A file's content in memory; empty if there is no file. The file is only read."""
    memory = sqlite3.connect(":memory:", check_same_thread=False)
    if not path.exists() or not path.stat().st_size:
        return memory
    # Without a log file the database is complete, and reading it need not create one.
    how = "mode=ro" if path.with_name(f"{path.name}-wal").exists() else "immutable=1"
    try:
        with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?{how}", uri=True)) as file:
            file.backup(memory)
    except BaseException:
        memory.close()
        raise
    return memory


def _foreign_file_error() -> sqlite3.DatabaseError:
    error = sqlite3.DatabaseError("the file is not a workspace of firmeterm")
    error.sqlite_errorcode = sqlite3.SQLITE_NOTADB
    return error


def _migrations_done(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _is_ours(db: sqlite3.Connection) -> bool:
    return int(db.execute("PRAGMA application_id").fetchone()[0]) == APPLICATION


def _statements(script: str) -> list[str]:
    """The single statements of a script; ``executescript`` would end the transaction."""
    return [part for part in re.sub(r"--.*", "", script).split(";") if part.strip()]
