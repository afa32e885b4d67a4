"""Who may ask, how often and how much is left: the one database that the service writes.

A small SQLite file in WAL mode that several worker processes share. Every change is one
statement, so that the counts are exact whatever runs at the same time. All methods block:
call them from a thread.
"""

from __future__ import annotations

import hmac
import math
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tui_app.service import keys
from tui_app.service.accounts_file import COLUMNS, USED, Account, AccountsError, connect
from tui_app.service.allowance import (
    DEFAULT_QUOTA,
    Burst,
    QuotaExceeded,
    RateLimited,
    Standing,
    before,
    month_of,
    seconds_to_next_month,
)

_LOCAL_ID: Final = "explorer"
_LOCAL_LABEL: Final = "this explorer"
_MOST_KNOWN: Final = 1024
# A clock that was set back must not keep a window open for ever.
_WINDOW_IS_OVER: Final = "(window_start + :seconds <= :now OR window_start > :now)"
_WINDOW_COUNT: Final = f"CASE WHEN {_WINDOW_IS_OVER} THEN 0 ELSE window_count END"
_COUNT: Final = f"""
UPDATE account SET
  used = {USED} + :units,
  month = :month,
  last_used = :now,
  window_count = {_WINDOW_COUNT} + :requests,
  window_start = CASE WHEN {_WINDOW_IS_OVER} THEN :now ELSE window_start END
WHERE number = :number AND revoked_at IS NULL
  AND (:units = 0 OR {USED} + :units <= quota)
  AND (:limit IS NULL OR {_WINDOW_COUNT} + :requests <= :limit)
RETURNING {COLUMNS}
"""


class CredentialRefused(Exception):
    """The key is unknown, mistyped or revoked: on purpose not said which."""


class Accounts:
    """The accounts database. ``burst`` is ``None`` for no burst limit; ``clock`` is for tests."""

    def __init__(
        self, connection: sqlite3.Connection, burst: Burst | None, clock: Callable[[], float]
    ) -> None:
        self._burst = burst
        self._clock = clock
        self._connection = connection
        # Within the process, waiting here is fairer and quicker than SQLite's sleeps.
        self._lock = threading.RLock()
        self._known: dict[bytes, Account] = {}

    @classmethod
    def open(
        cls,
        path: Path | None,
        *,
        burst: Burst | None = Burst(),  # noqa: B008 (frozen)
        clock: Callable[[], float] = time.time,
    ) -> Accounts:
        """Open the database, made when missing; ``None`` keeps it in memory only.

        Raises ``AccountsError``.
        """
        try:
            return cls(connect(path), burst, clock)
        except (OSError, sqlite3.Error) as error:
            raise AccountsError(f"The accounts database {path} cannot be used: {error}") from error

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()

    @contextmanager
    def together(self) -> Iterator[None]:
        """One transaction for the counts in the block: much cheaper than one for each."""
        with self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                self._known.clear()
                raise

    def create(self, label: str, quota: int = DEFAULT_QUOTA) -> str:
        """Open an account and return its key, which is told this once and never again."""
        while True:
            key = keys.new_key()
            digest = keys.digest(key)
            if self._insert(keys.key_id(digest), digest, label, quota):
                return key

    def with_keys(self) -> tuple[Account, ...]:
        """Every account that has or had a key, the oldest first."""
        sql = f"SELECT {COLUMNS} FROM account WHERE digest IS NOT NULL ORDER BY number"
        with self._lock:
            rows = self._connection.execute(sql, {"month": self._month()}).fetchall()
        return tuple(Account(*row) for row in rows)

    def has_key_in_use(self) -> bool:
        """Whether anybody can ask at all."""
        return any(account.revoked_at is None for account in self.with_keys())

    def revoke(self, account_id: str) -> bool:
        """Take a key out of use for good; false when none in use has that id."""
        sql = (
            "UPDATE account SET revoked_at = ?"
            " WHERE id = ? AND digest IS NOT NULL AND revoked_at IS NULL"
        )
        with self._lock:
            self._known.clear()
            return self._connection.execute(sql, (self._clock(), account_id)).rowcount == 1

    def by_key(self, key: str) -> Account:
        """The account that a key opens, as last seen; raises ``CredentialRefused``.

        A key that another process revoked since is refused when the request is counted.
        """
        digest = keys.digest(key)
        account = self._known.get(digest)
        # A key that opened an account before need not be checked for typing errors.
        if account is None and not keys.has_valid_check_digits(key):
            raise CredentialRefused
        # Somebody who is refused as too fast may have lost the key meanwhile: look.
        if account is None or self._is_full(account):
            account = self._read(digest)
        return account

    def local(self) -> Account:
        """The account of the explorer on this machine: no key opens it, no burst limit."""
        account = self._find(_LOCAL_ID)
        if account is None:
            self._insert(_LOCAL_ID, None, _LOCAL_LABEL, DEFAULT_QUOTA)
            account = self._find(_LOCAL_ID)
        if account is None:
            raise AccountsError("The explorer's own account cannot be made")
        return account

    def check_burst(self, account: Account) -> None:
        """Raise ``RateLimited`` when the account, as it was read, has asked too often."""
        if self._is_full(account):
            raise RateLimited(self.standing(account))

    def count(self, account: Account, units: int) -> Standing:
        """Count one request and charge ``units`` (0 or 1) for it: both or neither.

        Raises ``CredentialRefused`` when the key was revoked meanwhile, ``RateLimited`` and
        ``QuotaExceeded``.
        """
        counted = self._counted(account, 1, units)
        if counted is not None:
            return self.standing(counted)
        found = self._find(account.id)
        if found is None or found.revoked_at:
            self._known.clear()
            raise CredentialRefused
        self.check_burst(found)
        if found.used >= found.quota and units:
            raise QuotaExceeded(self.count(found, 0))
        return self.count(found, units)  # what stood in the way has just passed

    def count_all(self, account: Account, units: Sequence[int]) -> list[Standing] | None:
        """Count several requests in one statement, and charge for each what ``units`` says.

        What is left after each. ``None``, and nothing counted, where not all can be granted.
        """
        counted = self._counted(account, len(units), sum(units))
        if counted is None:
            return None
        standing = self.standing(counted)
        standings = []
        for charged in reversed(units):
            standings.append(standing)
            standing = before(standing, charged)
        return standings[::-1]

    def standing(self, account: Account) -> Standing:
        """What is left to an account as it was read."""
        now = self._clock()
        burst = self._burst_of(account)
        burst_remaining = burst_resets_in = 0
        if burst is not None:
            over = not account.window_start <= now < account.window_start + burst.seconds
            ends = (now if over else account.window_start) + burst.seconds
            burst_remaining = burst.limit - (0 if over else account.window_count)
            burst_resets_in = max(1, math.ceil(ends - now))
        return Standing(
            quota=account.quota,
            remaining=max(0, account.quota - account.used),
            month_resets_in=seconds_to_next_month(now),
            burst=burst,
            burst_remaining=max(0, burst_remaining),
            burst_resets_in=burst_resets_in,
        )

    def _counted(self, account: Account, requests: int, units: int) -> Account | None:
        burst = self._burst_of(account)
        limit, seconds = (burst.limit, burst.seconds) if burst else (None, 0)
        with self._lock:
            now = self._clock()
            values = {"now": now, "month": month_of(now), "limit": limit, "seconds": seconds}
            values |= {"number": account.number, "requests": requests, "units": units}
            row = self._connection.execute(_COUNT, values).fetchone()
        return self._remember(Account(*row)) if row else None

    def _read(self, digest: bytes) -> Account:
        account = self._find(keys.key_id(digest))
        known = (account and account.digest) or bytes(len(digest))
        if not hmac.compare_digest(known, digest) or account is None or account.revoked_at:
            self._known.pop(digest, None)
            raise CredentialRefused
        return self._remember(account)

    def _remember(self, account: Account) -> Account:
        if account.digest is not None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[account.digest] = account
        return account

    def _is_full(self, account: Account) -> bool:
        burst = self._burst_of(account)
        if burst is None or account.window_count < burst.limit:
            return False
        return account.window_start <= self._clock() < account.window_start + burst.seconds

    def _insert(self, account_id: str, digest: bytes | None, label: str, quota: int) -> bool:
        """Whether the id was still free and the account is made."""
        sql = (
            "INSERT INTO account (id, digest, label, quota, created_at, month)"
            " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING"
        )
        with self._lock:
            values = (account_id, digest, label, quota, self._clock(), self._month())
            return self._connection.execute(sql, values).rowcount == 1

    def _find(self, account_id: str) -> Account | None:
        sql = f"SELECT {COLUMNS} FROM account WHERE id = :id"
        with self._lock:
            values = {"id": account_id, "month": self._month()}
            row = self._connection.execute(sql, values).fetchone()
        return Account(*row) if row else None

    def _burst_of(self, account: Account) -> Burst | None:
        return None if account.id == _LOCAL_ID else self._burst

    def _month(self) -> str:
        return month_of(self._clock())
