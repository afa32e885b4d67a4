"""Accounts with keys in a database: the same statements for every engine.

Every change is one statement, so that counts stay exact whoever shares the database.
"""

from __future__ import annotations

import hmac
from abc import ABC, abstractmethod
from typing import Any, Final

import msgspec

from tui_app.service import keys
from tui_app.service.accounts import Account, CredentialRefused, refuse_full_window, status_of
from tui_app.service.allowance import DEFAULT_QUOTA, AllowanceStatus, Burst, QuotaExceeded

# A statement has values by name. In braces an engine fills in the table, the time by its
# clock and the month.
_USED: Final = "CASE WHEN month = {month} THEN used ELSE 0 END"
_COLUMNS: Final = (
    "number, id, digest, label, quota, created_at, revoked_at, last_used,"
    f" {_USED}, window_start, window_count, {{now}}"
)
# A clock that was set back must not keep a window open for ever.
_WINDOW_IS_OVER: Final = "(window_start + :seconds <= {now} OR window_start > {now})"
_WINDOW_COUNT: Final = f"CASE WHEN {_WINDOW_IS_OVER} THEN 0 ELSE window_count END"
_LIMIT: Final = "CAST(:limit AS bigint)"
_COUNT: Final = f"""
UPDATE {{account}} SET
  used = {_USED} + :units,
  month = {{month}},
  last_used = {{now}},
  window_count = {_WINDOW_COUNT} + 1,
  window_start = CASE WHEN {_WINDOW_IS_OVER} THEN {{now}} ELSE window_start END
WHERE number = :number AND revoked_at IS NULL
  AND (:units = 0 OR {_USED} + :units <= quota)
  AND ({_LIMIT} IS NULL OR {_WINDOW_COUNT} < {_LIMIT})
RETURNING {_COLUMNS}
"""
_INSERT: Final = """
INSERT INTO {account} (id, digest, label, quota, created_at, month)
VALUES (:id, :digest, :label, :quota, {now}, {month})
ON CONFLICT (id) DO NOTHING RETURNING 1
"""
_ADOPT: Final = """
INSERT INTO {account} (id, digest, label, quota, created_at, revoked_at, last_used, month, used,
  window_start, window_count)
VALUES (:id, :digest, :label, :quota, :created_at, :revoked_at, :last_used, {month}, :used,
  :window_start, :window_count)
ON CONFLICT (id) DO NOTHING RETURNING 1
"""
_REVOKE: Final = """
UPDATE {account} SET revoked_at = {now}
WHERE id = :id AND digest IS NOT NULL AND revoked_at IS NULL RETURNING 1
"""
_ADOPT_REVOCATION: Final = """
UPDATE {account} SET revoked_at = :revoked_at
WHERE id = :id AND digest = :digest AND revoked_at IS NULL RETURNING 1
"""


class KeyStore(ABC):
    """``Accounts`` with keys that ``firmeterm keys`` issues and revokes.

    ``burst`` is ``None`` for no burst limit. Methods raise ``AccountsUnavailable``.
    """

    def __init__(self, burst: Burst | None) -> None:
        self._burst = burst

    # Any: the engines do not know the types of a row.
    @abstractmethod
    def _rows(self, statement: str, **values: object) -> list[tuple[Any, ...]]:
        """All rows of one of the statements above."""

    @abstractmethod
    def close(self) -> None:
        """Close the store, when nobody uses it any more."""

    def check(self) -> None:
        """Read the accounts once, to check that they are readable."""
        self._rows("SELECT count(*) FROM {account}")

    def create(self, label: str, quota: int = DEFAULT_QUOTA) -> str:
        """Create an account and return its key, which is never shown again."""
        while True:
            key = keys.new_key()
            digest = keys.digest(key)
            if self.add(keys.key_id(digest), label, quota, digest):
                return key

    def add(self, account_id: str, label: str, quota: int, digest: bytes | None = None) -> bool:
        """Create an account; false when the id exists. Without a digest it has no key."""
        return bool(self._rows(_INSERT, id=account_id, digest=digest, label=label, quota=quota))

    def adopt(self, account: Account) -> bool:
        """Take over an account from another store; false when its id exists."""
        return bool(self._rows(_ADOPT, **msgspec.structs.asdict(account)))

    def adopt_revocation(self, account: Account) -> bool:
        """Revoke a key that another store has revoked; false where it is not in use here."""
        if account.revoked_at is None:
            return False
        values = {"id": account.id, "digest": account.digest, "revoked_at": account.revoked_at}
        return bool(self._rows(_ADOPT_REVOCATION, **values))

    def revoke(self, account_id: str) -> bool:
        """Revoke a key for good; false when no valid key has that id."""
        return bool(self._rows(_REVOKE, id=account_id))

    def with_keys(self) -> tuple[Account, ...]:
        """Every account that has or had a key, oldest first."""
        return self._accounts("digest IS NOT NULL ORDER BY number")

    def find(self, account_id: str) -> Account | None:
        """The account with this id."""
        return next(iter(self._accounts("id = :id", id=account_id)), None)

    def by_key(self, key: str) -> Account:
        """The account of a key; raises ``CredentialRefused``."""
        if not keys.has_valid_check_digits(key):
            raise CredentialRefused
        digest = keys.digest(key)
        account = self.find(keys.key_id(digest))
        known = (account and account.digest) or bytes(len(digest))
        if not hmac.compare_digest(known, digest) or account is None or account.revoked_at:
            raise CredentialRefused
        return account

    def check_burst(self, account: Account) -> None:
        """Raise ``RateLimited`` when the account has used up its burst window."""
        refuse_full_window(account, self._burst)

    def count(self, account: Account, units: int) -> AllowanceStatus:
        """Count one request and charge ``units`` (0 or 1) for it: both or neither.

        Raises ``CredentialRefused`` when the key was revoked meanwhile, ``RateLimited`` and
        ``QuotaExceeded``.
        """
        counted = self._counted(account, units)
        if counted is not None:
            return status_of(counted, self._burst)
        found = self.find(account.id)
        if found is None or found.revoked_at:
            raise CredentialRefused
        self.check_burst(found)
        if units and found.used >= found.quota:
            raise QuotaExceeded(self.count(found, 0))
        return self.count(found, units)  # the limit that stopped the statement has just been reset

    def _counted(self, account: Account, units: int) -> Account | None:
        """Count and charge in one statement; ``None`` if not allowed, and then nothing was done."""
        limit, seconds = (self._burst.limit, self._burst.seconds) if self._burst else (None, 0)
        rows = self._rows(_COUNT, number=account.number, units=units, limit=limit, seconds=seconds)
        return Account(*rows[0]) if rows else None

    def _accounts(self, condition: str, **values: object) -> tuple[Account, ...]:
        rows = self._rows(f"SELECT {_COLUMNS} FROM {{account}} WHERE {condition}", **values)
        return tuple(Account(*row) for row in rows)
