"""Accounts in a small SQLite file in WAL mode, the only database that the service writes.

Several worker processes share it.
"""

from __future__ import annotations

import math
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Final

from tui_app.service.account_store import KeyStore
from tui_app.service.accounts import Account, AccountsError, AccountsUnavailable
from tui_app.service.allowance import Burst, month_of
from tui_app.system.language import _
from tui_app.system.untyped import DbRow

_SCHEMA_VERSION: Final = 2
_WAIT_SECONDS: Final = 4.0
"""Seconds that a request waits for another writer."""

_LOOK_SECONDS: Final = 1.0
"""Seconds between two checks that the file is still the one that was opened."""

# Times are seconds since 1970. No key opens an account whose digest is NULL.
_TABLE: Final = """
CREATE TABLE IF NOT EXISTS account (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  digest BLOB,
  label TEXT NOT NULL,
  quota INTEGER NOT NULL,
  created_at REAL NOT NULL,
  revoked_at REAL,
  last_used REAL,
  month TEXT NOT NULL,
  used INTEGER NOT NULL DEFAULT 0,
  window_start REAL NOT NULL DEFAULT 0,
  window_count INTEGER NOT NULL DEFAULT 0
) STRICT;
"""
_COLUMNS_OF_2: Final = """
ALTER TABLE account ADD COLUMN expires_at REAL;
ALTER TABLE account ADD COLUMN old_digest BLOB;
ALTER TABLE account ADD COLUMN old_until REAL;
CREATE INDEX account_digest ON account (digest);
CREATE INDEX account_old_digest ON account (old_digest);
"""

_RESTART: Final = (
    "UPDATE {account} SET used = 0 WHERE number = :number AND used >= quota RETURNING 1"
)


class SqliteAccounts(KeyStore):
    """A ``KeyStore`` in one file. ``burst`` is ``None`` for no burst limit.

    ``path`` is created if missing; ``None`` keeps the accounts in memory. ``clock`` is for tests.
    ``trusts_clock``: see ``trust_clock``. Raises ``AccountsError``.
    """

    def __init__(
        self,
        path: Path | None,
        *,
        burst: Burst | None = Burst(),  # noqa: B008 (frozen)
        clock: Callable[[], float] = time.time,
        trusts_clock: bool = False,
    ) -> None:
        self._name = (
            _("The accounts database {path}").format(path=path)
            if path
            else _("The accounts in memory")
        )
        super().__init__(burst)
        self._clock = clock
        # Within the process, a lock is fairer and faster than SQLite's sleeps.
        self._lock = threading.Lock()
        self._path = path
        try:
            self._connection = connect(path)
            self._opened = path.stat() if path else None
        except (OSError, sqlite3.Error) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise AccountsError(
                _("{name} cannot be used: {reason}").format(name=self._name, reason=reason)
            ) from error
        self._looked_at = time.monotonic()
        try:
            (self.trust_clock if trusts_clock else self._check_clock)()
        except AccountsError:
            self.close()
            raise

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def check(self) -> None:
        """Write to the accounts, and check the file: a deleted file stays usable while it is open.

        Raises ``AccountsUnavailable``.
        """
        self._looked_at = -math.inf
        super().check()
        if self._path is None:
            return
        uri = f"{self._path.absolute().as_uri()}?mode=ro"
        try:
            with closing(sqlite3.connect(uri, uri=True)) as anew:
                anew.execute("SELECT count(*) FROM account").fetchone()
        except sqlite3.Error as error:
            raise AccountsUnavailable(
                _("{name} cannot be used: {error}").format(name=self._name, error=error)
            ) from error

    def restart(self, account: Account) -> None:
        """Reset an account's used-up allowance."""
        self._rows(_RESTART, number=account.number)

    def _rows(self, statement: str, **values: object) -> list[DbRow]:
        with self._connected() as connection:
            now = self._clock()
            bound = values | {"now": now, "month": month_of(now)}
            return connection.execute(_filled_in(statement), bound).fetchall()

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        if not self._lock.acquire(timeout=_WAIT_SECONDS):
            raise AccountsUnavailable(f"{self._name} is busy.")
        try:
            self._require_same_file()
            yield self._connection
        except sqlite3.Error as error:
            raise AccountsUnavailable(
                _("{name} cannot be used: {error}").format(name=self._name, error=error)
            ) from error
        finally:
            self._lock.release()

    def _require_same_file(self) -> None:
        """Raise ``AccountsUnavailable`` if another file has the name: nobody would see the counts.

        The other file cannot simply be opened: SQLite would take this one's log for its own.
        """
        if self._path is None or self._opened is None:
            return
        if time.monotonic() - self._looked_at < _LOOK_SECONDS:
            return
        try:
            is_same = os.path.samestat(self._path.stat(), self._opened)
        except OSError as error:
            raise AccountsUnavailable(
                _("{name} is gone: {why}").format(name=self._name, why=error.strerror)
            ) from error
        if not is_same:
            raise AccountsUnavailable(
                _(
                    "{name} was replaced: start the service again. Next time use firmeterm keys"
                    " restore, which a running service notices by itself."
                ).format(name=self._name)
            )
        self._looked_at = time.monotonic()


@lru_cache
def _filled_in(statement: str) -> str:
    """A statement of the store for SQLite. Made anew, it takes a twentieth of a profile's time."""
    return statement.format(account="account", now=":now", month=":month")


def connect(path: Path | None) -> sqlite3.Connection:
    """A connection for any thread; raises ``OSError`` and ``sqlite3.Error``."""
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Other users of the machine must not see how much the service is used.
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    connection = sqlite3.connect(
        path or ":memory:", timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        # A power failure may lose the last few counts, never the file.
        connection.execute("PRAGMA synchronous = NORMAL")
        prepare(connection)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def prepare(connection: sqlite3.Connection) -> None:
    """Create the tables, or upgrade them to this version; raises ``sqlite3.Error``."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > _SCHEMA_VERSION:
        raise sqlite3.DatabaseError(
            _("version {version} is not known to this program").format(version=version)
        )
    if version < _SCHEMA_VERSION:
        _upgrade(connection)


def _upgrade(connection: sqlite3.Connection) -> None:
    """Upgrade the tables to this version, once, even if several programs open the file."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        steps = "".join((_TABLE, _COLUMNS_OF_2)[version:])
        for statement in filter(str.strip, steps.split(";")):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {_SCHEMA_VERSION}")
        connection.execute("COMMIT")
    except sqlite3.Error:
        connection.execute("ROLLBACK")
        raise
