"""In whose line a request waits before its key is checked."""

from __future__ import annotations

from typing import Final

from tui_app.service.accounts import Account

_MOST: Final = 10_000


class Callers:
    """The account of each key that was used, by id; keys not seen before share one line."""

    def __init__(self) -> None:
        self._accounts: dict[str, str] = {}

    def line_of(self, key: str) -> str:
        """The line in which a request with this key waits."""
        return self._accounts.get(key, "")

    def remember(self, key: str, account: Account) -> None:
        """Let further requests with this key wait in the account's own line."""
        if len(self._accounts) >= _MOST:
            self._accounts.clear()
        self._accounts[key] = account.id

    def forget(self, key: str) -> None:
        """The key opens no account any more."""
        self._accounts.pop(key, None)
