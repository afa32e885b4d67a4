"""Accounts in a small SQLite file in WAL mode, the only database that the service writes.

Several worker processes share it.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from tui_app.service.account_store import KeyStore
from tui_app.service.accounts import Account, AccountsError, AccountsUnavailable
from tui_app.service.allowance import Burst, month_of

_SCHEMA_VERSION: Final = 1
_WAIT_SECONDS: Final = 4.0
"""Seconds that a request waits for another writer."""

# Times are seconds since 1970. No key opens an account whose digest is NULL.
_SCHEMA: Final = f"""
BEGIN IMMEDIATE;
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
PRAGMA user_version = {_SCHEMA_VERSION};
COMMIT;
"""

_RESTART: Final = (
    "UPDATE {account} SET used = 0 WHERE number = :number AND used >= quota RETURNING 1"
)


class SqliteAccounts(KeyStore):
    """A ``KeyStore`` in one file. ``burst`` is ``None`` for no burst limit.

    ``path`` is created when missing; ``None`` keeps the accounts in memory. ``clock`` is
    for tests. Raises ``AccountsError``.
    """

    def __init__(
        self,
        path: Path | None,
        *,
        burst: Burst | None = Burst(),  # noqa: B008 (frozen)
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._name = f"The accounts database {path}" if path else "The accounts in memory"
        super().__init__(burst)
        self._clock = clock
        # Within the process, a lock is fairer and faster than SQLite's sleeps.
        self._lock = threading.Lock()
        self._path = path
        try:
            self._connection = _connect(path)
            self._opened = path.stat() if path else None
        except (OSError, sqlite3.Error) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise AccountsError(f"{self._name} cannot be used: {reason}") from error

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def check(self) -> None:
        """Read the accounts, and from the file: what is in memory outlives a file that is gone."""
        super().check()
        if self._path is None or self._opened is None:
            return
        uri = f"{self._path.absolute().as_uri()}?mode=ro"
        try:
            is_other = not os.path.samestat(self._path.stat(), self._opened)
            with closing(sqlite3.connect(uri, uri=True)) as anew:
                anew.execute("SELECT count(*) FROM account").fetchone()
        except (OSError, sqlite3.Error) as error:
            raise AccountsUnavailable(f"{self._name} cannot be used: {error}") from error
        if is_other:
            raise AccountsUnavailable(f"{self._name} was replaced: start the service again")

    def restart(self, account: Account) -> None:
        """Reset an account's used-up allowance."""
        self._rows(_RESTART, number=account.number)

    # Any: sqlite3 does not know the types of a row.
    def _rows(self, statement: str, **values: object) -> list[tuple[Any, ...]]:
        text = statement.format(account="account", now=":now", month=":month")
        with self._connected() as connection:
            now = self._clock()
            bound = values | {"now": now, "month": month_of(now)}
            return connection.execute(text, bound).fetchall()

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        if not self._lock.acquire(timeout=_WAIT_SECONDS):
            raise AccountsUnavailable(f"{self._name} is busy.")
        try:
            yield self._connection
        except sqlite3.Error as error:
            raise AccountsUnavailable(f"{self._name} cannot be used: {error}") from error
        finally:
            self._lock.release()


def _connect(path: Path | None) -> sqlite3.Connection:
    """A connection for any thread; raises ``OSError`` and ``sqlite3.Error``."""
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Other users of the machine must not see how much the service is used.
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    connection = sqlite3.connect(
        path or ":memory:", timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False
    )
    try:
        _prepare(connection)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    # A power failure may lose the last few counts, never the file.
    connection.execute("PRAGMA synchronous = NORMAL")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == 0:
        connection.executescript(_SCHEMA)
    elif version != _SCHEMA_VERSION:
        raise sqlite3.DatabaseError(f"version {version} is not known to this program")
