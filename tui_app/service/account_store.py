"""The common part of all account stores; an engine provides finding, counting and inserting."""

from __future__ import annotations

import hmac
from abc import ABC, abstractmethod

from tui_app.service import keys
from tui_app.service.accounts import Account, CredentialRefused, refuse_full_window, status_of
from tui_app.service.allowance import DEFAULT_QUOTA, AllowanceStatus, Burst, QuotaExceeded


class AccountStore(ABC):
    """A ``KeyStore`` without its database. ``burst`` is ``None`` for no burst limit."""

    def __init__(self, burst: Burst | None) -> None:
        self._burst = burst

    @abstractmethod
    def find(self, account_id: str) -> Account | None:
        """The account with this id."""

    @abstractmethod
    def add(self, account_id: str, label: str, quota: int, digest: bytes | None = None) -> bool:
        """Create an account; false when the id exists. Without a digest it has no key."""

    @abstractmethod
    def _counted(self, account: Account, units: int) -> Account | None:
        """Count and charge in one statement; ``None`` if not allowed, and then nothing was done."""

    def create(self, label: str, quota: int = DEFAULT_QUOTA) -> str:
        """Create an account and return its key, which is never shown again."""
        while True:
            key = keys.new_key()
            digest = keys.digest(key)
            if self.add(keys.key_id(digest), label, quota, digest):
                return key

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
