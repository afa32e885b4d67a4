"""Accounts in a small SQLite file in WAL mode, the only database that the service writes.

Several worker processes share it. Every change is one statement, so that counts stay
exact under concurrency.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec

from tui_app.service.account_store import AccountStore
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

_USED: Final = "CASE WHEN month = :month THEN used ELSE 0 END"
_COLUMNS: Final = (
    "number, id, digest, label, quota, created_at, revoked_at, last_used,"
    f" {_USED}, window_start, window_count, :now"
)
# A clock that was set back must not keep a window open for ever.
_WINDOW_IS_OVER: Final = "(window_start + :seconds <= :now OR window_start > :now)"
_WINDOW_COUNT: Final = f"CASE WHEN {_WINDOW_IS_OVER} THEN 0 ELSE window_count END"
_COUNT: Final = f"""
UPDATE account SET
  used = {_USED} + :units,
  month = :month,
  last_used = :now,
  window_count = {_WINDOW_COUNT} + 1,
  window_start = CASE WHEN {_WINDOW_IS_OVER} THEN :now ELSE window_start END
WHERE number = :number AND revoked_at IS NULL
  AND (:units = 0 OR {_USED} + :units <= quota)
  AND (:limit IS NULL OR {_WINDOW_COUNT} < :limit)
RETURNING {_COLUMNS}
"""
_INSERT: Final = (
    "INSERT INTO account (id, digest, label, quota, created_at, month)"
    " VALUES (:id, :digest, :label, :quota, :now, :month) ON CONFLICT (id) DO NOTHING"
)
_ADOPT: Final = (
    "INSERT INTO account (id, digest, label, quota, created_at, revoked_at, last_used, month,"
    " used, window_start, window_count) VALUES (:id, :digest, :label, :quota, :created_at,"
    " :revoked_at, :last_used, :month, :used, :window_start, :window_count)"
    " ON CONFLICT (id) DO NOTHING"
)
_REVOKE: Final = (
    "UPDATE account SET revoked_at = :now"
    " WHERE id = :id AND digest IS NOT NULL AND revoked_at IS NULL"
)
_RESTART: Final = "UPDATE account SET used = 0 WHERE number = :number AND used >= quota"


class SqliteAccounts(AccountStore):
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
        try:
            self._connection = _connect(path)
        except (OSError, sqlite3.Error) as error:
            raise AccountsError(f"{self._name} cannot be used: {error}") from error

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def check(self) -> None:
        """Read the accounts once, to check that they are readable."""
        self._rows("SELECT count(*) FROM account")

    def add(self, account_id: str, label: str, quota: int, digest: bytes | None = None) -> bool:
        """Create an account; false when the id exists. Without a digest it has no key."""
        return self._change(_INSERT, id=account_id, digest=digest, label=label, quota=quota)

    def with_keys(self) -> tuple[Account, ...]:
        """Every account that has or had a key, oldest first."""
        return self._accounts("digest IS NOT NULL ORDER BY number")

    def revoke(self, account_id: str) -> bool:
        """Revoke a key for good; false when no valid key has that id."""
        return self._change(_REVOKE, id=account_id)

    def restart(self, account: Account) -> None:
        """Reset an account's used-up allowance."""
        self._change(_RESTART, number=account.number)

    def find(self, account_id: str) -> Account | None:
        """The account with this id."""
        return next(iter(self._accounts("id = :id", id=account_id)), None)

    def adopt(self, account: Account) -> bool:
        """Take over an account from another store; false when its id exists."""
        return self._change(_ADOPT, **msgspec.structs.asdict(account))

    def _counted(self, account: Account, units: int) -> Account | None:
        limit, seconds = (self._burst.limit, self._burst.seconds) if self._burst else (None, 0)
        rows = self._rows(_COUNT, number=account.number, units=units, limit=limit, seconds=seconds)
        return Account(*rows[0]) if rows else None

    def _accounts(self, condition: str, **values: object) -> tuple[Account, ...]:
        rows = self._rows(f"SELECT {_COLUMNS} FROM account WHERE {condition}", **values)
        return tuple(Account(*row) for row in rows)

    def _change(self, sql: str, **values: object) -> bool:
        """Whether the statement changed a row."""
        return bool(self._rows(f"{sql} RETURNING 1", **values))

    # Any: sqlite3 does not know the types of a row.
    def _rows(self, sql: str, **values: object) -> list[tuple[Any, ...]]:
        with self._connected() as connection:
            now = self._clock()
            return connection.execute(sql, values | {"now": now, "month": month_of(now)}).fetchall()

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
