"""Accounts for the explorer's own service: one caller, whose key never leaves the process."""

from __future__ import annotations

import os
import threading
from typing import Final

from tui_app.service.accounts import Account, AccountsUnavailable, CredentialRefused, status_of
from tui_app.service.allowance import DEFAULT_QUOTA, AllowanceStatus, QuotaExceeded
from tui_app.service.sqlite_accounts import SqliteAccounts

_ID: Final = "explorer"
_LABEL: Final = "this explorer"

UNLIMITED: Final = 2**53 - 1
"""The count of an unlimited explorer: the largest integer that JSON carries exactly."""


def _are_equal(key: str, token: str) -> bool:
    """Compare keys in constant time; ``hmac``, which is slow to import, waits for a request."""
    import hmac

    return hmac.compare_digest(key.encode(), token.encode())


class UnlimitedAccounts:
    """For the user's own registry: a count, as the interface requires, but no limit.

    It is in memory only.
    """

    def __init__(self) -> None:
        self.token = os.urandom(32).hex()
        self._left = UNLIMITED
        self._lock = threading.Lock()
        self._account = Account(0, _ID, None, _LABEL, UNLIMITED, 0, None, None, 0, 0, 0, 0)

    def by_key(self, key: str) -> Account:
        """The explorer's account; raises ``CredentialRefused`` for any other key."""
        if not _are_equal(key, self.token):
            raise CredentialRefused
        return self._account

    def check_burst(self, account: Account) -> None:
        """There is no burst limit."""

    def require(self, account: Account, units: int, *, anew: bool) -> None:
        """There is no limit."""

    def count(self, account: Account, units: int) -> AllowanceStatus:
        """Count down, without a limit."""
        with self._lock:
            left = self._left
            self._left = max(0, left - units)
        return AllowanceStatus(quota=None, remaining=left)

    def confirm_once(self, handle: str) -> bool:
        """Nothing costs, so nothing is confirmed."""
        return False

    def check(self) -> None:
        """Never fails."""

    def close(self) -> None:
        """Nothing to close."""


class SampleAccounts:
    """For the sample: demonstrates an allowance, stored without a burst limit.

    It restarts once it is used up. If the file fails, as on a full disk, it continues in memory: a
    request is answered even if it cannot be counted.
    """

    def __init__(self, store: SqliteAccounts) -> None:
        self.token = os.urandom(32).hex()
        self._store = store
        self._failed: SqliteAccounts | None = None
        """The file, after it failed."""
        self._lock = threading.Lock()

    def by_key(self, key: str) -> Account:
        """The explorer's account; raises ``CredentialRefused`` for any other key."""
        if not _are_equal(key, self.token):
            raise CredentialRefused
        return self._in_use()

    def _in_use(self) -> Account:
        try:
            return self._account()
        except AccountsUnavailable:
            return self._continue_in_memory(used=0)

    def _account(self) -> Account:
        account = self._store.find(_ID)
        if account is None:
            self._store.add(_ID, _LABEL, DEFAULT_QUOTA)
            return self._account()
        return account

    @property
    def remaining(self) -> int:
        """Requests left before the first one; a used-up allowance restarts with it."""
        account = self._in_use()
        return status_of(account, None).remaining or account.quota

    def check_burst(self, account: Account) -> None:
        """There is no burst limit."""

    def require(self, account: Account, units: int, *, anew: bool) -> None:
        """The allowance restarts."""

    def count(self, account: Account, units: int) -> AllowanceStatus:
        """Count one request; restart the allowance when it is used up."""
        try:
            return self._count(account, units)
        except AccountsUnavailable:
            return self._count(self._continue_in_memory(account.used), units)

    def _continue_in_memory(self, used: int) -> Account:
        with self._lock:
            if self._failed is None:
                self._failed, self._store = self._store, SqliteAccounts(None, burst=None)
                self._store.count(self._account(), used)
            return self._account()

    def _count(self, account: Account, units: int) -> AllowanceStatus:
        while True:
            try:
                return self._store.count(account, units)
            except QuotaExceeded:
                self._store.restart(account)

    def confirm_once(self, handle: str) -> bool:
        """See ``KeyStore``."""
        return self._store.confirm_once(handle)

    def check(self) -> None:
        """Write to the store once."""
        self._store.check()

    def close(self) -> None:
        """Close the store."""
        self._store.close()
        if self._failed is not None:
            self._failed.close()
