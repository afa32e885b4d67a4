"""The protocol of account stores: who may send requests, how many, and how many are left.

All methods block and are safe to call from any thread. Several processes may share a store, and its
counts stay exact, because each change is one statement.
"""

from __future__ import annotations

import math
from typing import Protocol

from msgspec import Struct

from tui_app.service.allowance import (
    AllowanceStatus,
    Burst,
    RateLimited,
    seconds_to_next_month,
)


class AccountsError(Exception):
    """The accounts cannot be used at all; the text says why."""


class AccountsUnavailable(AccountsError):
    """The accounts cannot be read or written at the moment; a retry makes sense."""


class CredentialRefused(Exception):
    """The key is unknown, mistyped or revoked; the error deliberately does not say which."""


class Account(Struct, frozen=True):
    """An account as read from the store; ``used`` counts this month's successful requests.

    Times are seconds since 1970, ``read_at`` by the store's own clock. No key opens an
    account whose ``digest`` is ``None``. After a rotation ``old_digest`` opens it, too, until
    ``old_until``.
    """

    number: int
    id: str
    digest: bytes | None
    label: str
    quota: int
    created_at: float
    revoked_at: float | None
    last_used: float | None
    used: int
    window_start: float
    window_count: int
    read_at: float
    expires_at: float | None = None
    old_digest: bytes | None = None
    old_until: float | None = None

    @property
    def is_in_use(self) -> bool:
        """Whether its keys are neither revoked nor expired."""
        return not self.revoked_at and (self.expires_at is None or self.expires_at > self.read_at)

    def is_opened_by(self, digest: bytes | None) -> bool:
        """Whether a key opens it now; ``None`` opens an account without keys."""
        if not self.is_in_use:
            return False
        if digest is None or self.digest is None:
            return digest is self.digest
        import hmac  # slow to import

        if hmac.compare_digest(self.digest, digest):
            return True
        is_old = hmac.compare_digest(self.old_digest or b"", digest)
        return is_old and (self.old_until or 0) > self.read_at


class Accounts(Protocol):
    """The part of a store that the service needs; methods raise ``AccountsUnavailable``."""

    def by_key(self, key: str) -> Account:
        """The account of a key; raises ``CredentialRefused``."""

    def check_burst(self, account: Account) -> None:
        """Raise ``RateLimited`` when the account has used up its burst window."""

    def require(self, account: Account, units: int, *, anew: bool) -> None:
        """Raise ``QuotaExceeded`` when fewer units are left, before any work is done for them.

        ``anew`` does not rely on the account as it was last seen: another process may have counted.
        """

    def count(self, account: Account, units: int) -> AllowanceStatus:
        """Count one request and charge ``units`` for it: both or neither.

        Raises ``CredentialRefused`` when the key was revoked meanwhile, ``RateLimited`` and
        ``QuotaExceeded``.
        """

    def confirm_once(self, handle: str) -> bool:
        """Note a confirmation that works once, for every process; false if it was noted before."""

    def check(self) -> None:
        """Write to the accounts once, to check that a request can be counted."""

    def close(self) -> None:
        """Close the store, once nobody uses it any more."""


def refuse_full_window(account: Account, burst: Burst | None) -> None:
    """Raise ``RateLimited`` when the account's burst window is full."""
    if burst is None or account.window_count < burst.limit:
        return
    if account.window_start <= account.read_at < account.window_start + burst.seconds:
        raise RateLimited(status_of(account, burst))


def status_of(account: Account, burst: Burst | None) -> AllowanceStatus:
    """The remainder of an account's limits."""
    now, start = account.read_at, account.window_start
    burst_remaining, burst_resets_in = 0, 1
    if burst is not None:
        is_over = not start <= now < start + burst.seconds
        burst_remaining = burst.limit - (0 if is_over else account.window_count)
        ends = (now if is_over else start) + burst.seconds
        burst_resets_in = max(1, math.ceil(ends - now))
    return AllowanceStatus(
        quota=account.quota,
        remaining=max(0, account.quota - account.used),
        month_resets_in=seconds_to_next_month(now),
        burst=burst,
        burst_remaining=max(0, burst_remaining),
        burst_resets_in=burst_resets_in,
    )
