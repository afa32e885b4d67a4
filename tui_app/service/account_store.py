"""Accounts with keys in a database, with the same statements for every engine.

Every change is one statement, so that counts stay exact for everybody who shares the database.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import suppress
from typing import Final

import msgspec

from tui_app.service import keys
from tui_app.service.accounts import (
    Account,
    AccountsError,
    AccountsUnavailable,
    CredentialRefused,
    refuse_full_window,
    status_of,
)
from tui_app.service.allowance import (
    DEFAULT_QUOTA,
    AllowanceStatus,
    Burst,
    QuotaExceeded,
    later_month,
    month_of,
)
from tui_app.system.language import _
from tui_app.system.untyped import DbRow

# A statement has values by name. In braces an engine fills in the table, the time by its clock and
# the month. A month never goes back: a clock that was set back does not renew any allowance.
_USED: Final = "CASE WHEN month >= {month} THEN used ELSE 0 END"
_MONTH: Final = "CASE WHEN month > {month} THEN month ELSE {month} END"
_COLUMNS: Final = (
    "number, id, digest, label, quota, created_at, revoked_at, last_used,"
    f" {_USED}, window_start, window_count, {{now}}, expires_at, old_digest, old_until"
)
# A clock that was set back must not keep a window open for ever.
_WINDOW_IS_OVER: Final = "(window_start + :seconds <= {now} OR window_start > {now})"
_WINDOW_COUNT: Final = f"CASE WHEN {_WINDOW_IS_OVER} THEN 0 ELSE window_count END"
_LIMIT: Final = "CAST(:limit AS bigint)"
_IN_USE: Final = "revoked_at IS NULL AND (expires_at IS NULL OR expires_at > {now})"
_OPENED: Final = "(digest = :digest OR (old_digest = :digest AND old_until > {now}))"
_COUNT: Final = f"""
UPDATE {{account}} SET
  used = {_USED} + :units,
  month = {_MONTH},
  last_used = {{now}},
  window_count = {_WINDOW_COUNT} + 1,
  window_start = CASE WHEN {_WINDOW_IS_OVER} THEN {{now}} ELSE window_start END
WHERE number = :number AND {_IN_USE} AND (:keyless = 1 OR {_OPENED})
  AND (:units = 0 OR {_USED} + :units <= quota)
  AND ({_LIMIT} IS NULL OR {_WINDOW_COUNT} < {_LIMIT})
  AND {{month}} <= :last_month
RETURNING {_COLUMNS}
"""
_INSERT: Final = """
INSERT INTO {account} (id, digest, label, quota, created_at, month)
VALUES (:id, :digest, :label, :quota, {now}, {month})
ON CONFLICT (id) DO NOTHING RETURNING 1
"""
_ADOPT: Final = """
INSERT INTO {account} (id, digest, label, quota, created_at, revoked_at, last_used, month, used,
  window_start, window_count, expires_at, old_digest, old_until)
VALUES (:id, :digest, :label, :quota, :created_at, :revoked_at, :last_used, {month}, :used,
  :window_start, :window_count, :expires_at, :old_digest, :old_until)
ON CONFLICT (id) DO NOTHING RETURNING 1
"""
_REVOKE: Final = """
UPDATE {account} SET revoked_at = {now}
WHERE id = :id AND digest IS NOT NULL AND revoked_at IS NULL RETURNING 1
"""
_REVOKED: Final = "CAST(:revoked_at AS double precision)"
_END: Final = "CAST(:expires_at AS double precision)"
# A key that was rotated here since then differs from the one there.
_COPY_EXPIRY: Final = f"""
UPDATE {{account}} SET
  revoked_at = coalesce(revoked_at, {_REVOKED}),
  expires_at = CASE WHEN expires_at <= {_END} THEN expires_at ELSE coalesce({_END}, expires_at) END,
  digest = :digest,
  old_digest = CASE WHEN digest = :digest THEN old_digest ELSE :old_digest END,
  old_until = CASE WHEN digest = :digest THEN old_until
    ELSE CAST(:old_until AS double precision) END
WHERE id = :id AND created_at = :created_at
  AND (digest = :digest OR digest = :old_digest OR old_digest IS NULL)
  AND (digest <> :digest OR (revoked_at IS NULL AND {_REVOKED} IS NOT NULL)
    OR coalesce(expires_at > {_END}, {_END} IS NOT NULL))
RETURNING 1
"""
_CHANGE: Final = """
UPDATE {account} SET
  quota = coalesce(CAST(:quota AS bigint), quota),
  expires_at = CASE WHEN :sets_end = 1 THEN CAST(:expires_at AS double precision)
    ELSE expires_at END
WHERE id = :id AND digest IS NOT NULL AND revoked_at IS NULL RETURNING 1
"""
_ROTATE: Final = f"""
UPDATE {{account}} SET digest = :digest,
  old_digest = digest, old_until = {{now}} + CAST(:overlap AS double precision)
WHERE id = :id AND digest IS NOT NULL AND {_IN_USE} RETURNING 1
"""
_UNDO_ROTATION: Final = """
UPDATE {account} SET digest = old_digest, old_digest = NULL, old_until = NULL
WHERE digest = :digest AND old_digest IS NOT NULL RETURNING 1
"""
_PROBE_ID: Final = "readiness"
"""An account that no key opens; it is written to check that a request could be counted."""

_PROBE: Final = f"""
UPDATE {{account}} SET last_used = {{now}}, month = {_MONTH}
WHERE id = '{_PROBE_ID}' AND {{month}} <= :last_month RETURNING {{now}}
"""
_CONFIRMED: Final = "confirmed-"
_CONFIRMED_SECONDS: Final = 3600
"""How long a confirmation is kept: longer than a handle is valid."""

_FORGET: Final = f"""
DELETE FROM {{account}}
WHERE digest IS NULL AND substr(id, 1, {len(_CONFIRMED)}) = '{_CONFIRMED}'
  AND created_at < {{now}} - {_CONFIRMED_SECONDS}
RETURNING 1
"""
_MAX_KNOWN: Final = 1024
_MONTHS_AHEAD: Final = 12
"""After a longer pause, the clock is believed only if an administrator confirms it."""


class KeyStore(ABC):
    """``Accounts`` with keys that ``firmeterm keys`` issues and revokes.

    ``burst`` is ``None`` for no burst limit. Methods raise ``AccountsUnavailable``.
    """

    def __init__(self, burst: Burst | None) -> None:
        self._burst = burst
        self._known: dict[bytes, Account] = {}
        """The accounts as last read or counted, by the digest of the key that opened them."""
        self._last_month = ""
        """The latest month that is believed: the one after the latest month counted in."""

    @abstractmethod
    def _rows(self, statement: str, **values: object) -> list[DbRow]:
        """All rows of one of the statements above."""

    @abstractmethod
    def close(self) -> None:
        """Close the store, once nobody uses it any more."""

    def check(self) -> None:
        """Write to the accounts once, as a count would: a full disk can still be read."""
        if rows := self._rows(_PROBE, last_month=self._last_month):
            self._advance_month(rows[0][0])
            return
        ((now,),) = self._rows("SELECT {now}")
        self._require_month(now)
        self.add(_PROBE_ID, "", 0)

    def trust_clock(self) -> None:
        """Believe the clock, however far it is ahead of the latest count."""
        self.add(_PROBE_ID, "", 0)
        ((now,),) = self._rows(_PROBE, last_month="9999-12")
        self._advance_month(now)

    def _check_clock(self) -> None:
        """Raise ``AccountsError`` when the clock is far ahead: its month would never end."""
        ((latest, now),) = self._rows("SELECT max(month), {now} FROM {account}")
        month = month_of(now)
        if latest and month > later_month(latest, _MONTHS_AHEAD):
            raise AccountsError(
                _(
                    "The clock says {month}, and the latest request was counted in {latest}. Set"
                    " the clock; if it is right, confirm it with: firmeterm keys prepare"
                ).format(month=month, latest=latest)
            )
        self._last_month = later_month(max(latest or month, month))

    def _advance_month(self, now: float) -> None:
        self._last_month = max(self._last_month, later_month(month_of(now)))

    def _require_month(self, now: float) -> None:
        month = month_of(now)
        if month > self._last_month:
            raise AccountsUnavailable(
                _(
                    "The clock of the accounts jumped to {month}: nothing is counted until it is"
                    " set."
                ).format(month=month)
            )

    def confirm_once(self, handle: str) -> bool:
        """Note a confirmation that works once, for every process; false if it was noted before.

        It is kept as an account that no key opens: every role of a service may write those. Old
        ones are deleted where the role may.
        """
        is_new = self.add(f"{_CONFIRMED}{handle}", "", 0)
        with suppress(AccountsUnavailable):
            self._rows(_FORGET)
        return is_new

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

    def copy_expiry(self, account: Account) -> bool:
        """Let keys of an account stop working as in another store; false if nothing changes.

        In the other store the account was revoked, rotated, or given an earlier end.
        """
        return bool(self._rows(_COPY_EXPIRY, **msgspec.structs.asdict(account)))

    def revoke(self, account_id: str) -> bool:
        """Revoke a key for good; false when no valid key has that id."""
        self._known.clear()
        return bool(self._rows(_REVOKE, id=account_id))

    def change(
        self, account_id: str, quota: int | None, expires_at: float | None, *, sets_end: bool
    ) -> bool:
        """Change the allowance of a key, unless ``None``, and its end if ``sets_end``.

        ``expires_at`` is in seconds since 1970, ``None`` for never. False when no valid key has
        that id.
        """
        values = {"quota": quota, "expires_at": expires_at, "sets_end": int(sets_end)}
        return bool(self._rows(_CHANGE, id=account_id, **values))

    def rotate(self, account_id: str, overlap: float) -> str | None:
        """A new key for an account; the old one opens it for ``overlap`` seconds more.

        Both spend the same allowance. ``None`` when no valid key has that id.
        """
        key = keys.new_key()
        values = {"digest": keys.digest(key), "overlap": overlap}
        return key if self._rows(_ROTATE, id=account_id, **values) else None

    def undo_rotation(self, key: str) -> None:
        """Withdraw a new key that nobody could see: the old one opens its account as before."""
        self._rows(_UNDO_ROTATION, digest=keys.digest(key))

    def with_keys(self) -> tuple[Account, ...]:
        """Every account that has or had a key, oldest first."""
        return self._accounts("digest IS NOT NULL ORDER BY number")

    def find(self, account_id: str) -> Account | None:
        """The account with this id."""
        return next(iter(self._accounts("id = :id", id=account_id)), None)

    def by_key(self, key: str) -> Account:
        """The account of a key as it was last seen; raises ``CredentialRefused``.

        The account is not read again, for the bar of ``benchmarks serve`` and to save a round trip
        to PostgreSQL. Counting decides: it refuses a key that was revoked meanwhile. The account is
        read again if the caller seems too fast, or may have lost the key.
        """
        digest = keys.digest(key)
        known = self._known.get(digest)
        if known is None or (self._burst and known.window_count >= self._burst.limit):
            known = self._remember(self._read(key, digest))
        return known

    def _read(self, key: str, digest: bytes) -> Account:
        if not keys.has_valid_check_digits(key):
            raise CredentialRefused
        for account in self._accounts(_OPENED, digest=digest):
            if account.is_opened_by(digest):
                return msgspec.structs.replace(account, digest=digest)
        raise CredentialRefused

    def check_burst(self, account: Account) -> None:
        """Raise ``RateLimited`` when the account has used up its burst window."""
        refuse_full_window(account, self._burst)

    def require(self, account: Account, units: int, *, anew: bool) -> None:
        """Raise ``QuotaExceeded`` when fewer units are left, before any work is done for them.

        ``anew`` does not rely on the account as it was last seen: another process may have counted.
        """
        # Not the account itself, which others may have charged since it was read.
        known = self._known.get(account.digest or b"")
        if not anew and known is not None and known.used + units <= known.quota:
            return
        found = self.find(account.id)
        if found is not None and found.used + units > found.quota:
            raise QuotaExceeded(self.count(account, 0))

    def count(self, account: Account, units: int) -> AllowanceStatus:
        """Count one request and charge ``units`` for it: both or neither.

        Raises ``CredentialRefused`` when the key was revoked meanwhile, ``RateLimited`` and
        ``QuotaExceeded``.
        """
        counted = self._counted(account, units)
        if counted is not None:
            return status_of(counted, self._burst)
        found = self.find(account.id)
        if found is None or not found.is_opened_by(account.digest):
            raise CredentialRefused
        self._require_month(found.read_at)
        self.check_burst(found)
        if units and found.used + units > found.quota:
            raise QuotaExceeded(self.count(account, 0))
        return self.count(account, units)  # the limit that stopped the statement was just reset

    def _counted(self, account: Account, units: int) -> Account | None:
        """Count and charge in one statement; ``None`` if not allowed, and then nothing was done."""
        limit, seconds = (self._burst.limit, self._burst.seconds) if self._burst else (None, 0)
        rows = self._rows(
            _COUNT,
            number=account.number,
            digest=account.digest,
            keyless=int(account.digest is None),
            units=units,
            limit=limit,
            seconds=seconds,
            last_month=self._last_month,
        )
        if not rows:
            self._known.pop(account.digest or b"", None)
            return None
        counted = Account(*rows[0])
        self._advance_month(counted.read_at)
        return self._remember(msgspec.structs.replace(counted, digest=account.digest))

    def _remember(self, account: Account) -> Account:
        if len(self._known) >= _MAX_KNOWN:
            self._known.clear()
        if account.digest is not None:
            self._known[account.digest] = account
        return account

    def _accounts(self, condition: str, **values: object) -> tuple[Account, ...]:
        rows = self._rows(f"SELECT {_COLUMNS} FROM {{account}} WHERE {condition}", **values)
        return tuple(Account(*row) for row in rows)
