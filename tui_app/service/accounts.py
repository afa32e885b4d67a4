"""Who may ask, how often and how much is left: what the service needs of an accounts store.

All methods block and are safe to call from any thread. A store that is shared by several
processes keeps its counts exact: each change is one statement.
"""

from __future__ import annotations

import math
from typing import Protocol

from msgspec import Struct

from tui_app.service.allowance import (
    DEFAULT_QUOTA,
    AllowanceStatus,
    Burst,
    RateLimited,
    seconds_to_next_month,
)


class AccountsError(Exception):
    """The accounts cannot be used at all; the text tells people why."""


class AccountsUnavailable(AccountsError):
    """The accounts cannot be read or written just now; asking again makes sense."""


class CredentialRefused(Exception):
    """The key is unknown, mistyped or revoked: on purpose not said which."""


class Account(Struct, frozen=True):
    """An account as the store has it; ``used`` counts this month's successful requests.

    Moments are seconds since 1970, ``read_at`` by the store's own clock. No key opens an
    account whose ``digest`` is ``None``.
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


class Accounts(Protocol):
    """What the service asks of the accounts; each method raises ``AccountsUnavailable``."""

    def by_key(self, key: str) -> Account:
        """The account that a key opens; raises ``CredentialRefused``."""

    def check_burst(self, account: Account) -> None:
        """Raise ``RateLimited`` when the account, as it was read, has asked too often."""

    def count(self, account: Account, units: int) -> AllowanceStatus:
        """Count one request and charge ``units`` (0 or 1) for it: both or neither.

        Raises ``CredentialRefused`` when the key was revoked meanwhile, ``RateLimited`` and
        ``QuotaExceeded``.
        """

    def check(self) -> None:
        """Read the accounts once, to see that they can be read."""

    def close(self) -> None:
        """Let go of the store. Nobody may be using it."""


class KeyStore(Accounts, Protocol):
    """Accounts whose keys are issued and revoked by ``firmeterm keys``."""

    def create(self, label: str, quota: int = DEFAULT_QUOTA) -> str:
        """Open an account and return its key, which is told this once and never again."""

    def with_keys(self) -> tuple[Account, ...]:
        """Every account that has or had a key, the oldest first."""

    def revoke(self, account_id: str) -> bool:
        """Take a key out of use for good; false when none in use has that id."""

    def adopt(self, account: Account) -> bool:
        """Take over an account of another store; false when its id is taken."""


def has_key_in_use(accounts: KeyStore) -> bool:
    """Whether anybody can ask at all."""
    return any(account.revoked_at is None for account in accounts.with_keys())


def refuse_full_window(account: Account, burst: Burst | None) -> None:
    """Raise ``RateLimited`` when the account's burst window is full."""
    if burst is None or account.window_count < burst.limit:
        return
    if account.window_start <= account.read_at < account.window_start + burst.seconds:
        raise RateLimited(status_of(account, burst))


def status_of(account: Account, burst: Burst | None) -> AllowanceStatus:
    """What is left to an account as it was read."""
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
