"""The service within the explorer's own process: no port, and no key to type."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from tui_app.registry.company_registry import CompanyRegistry
from tui_app.service.accounts import AccountsError
from tui_app.service.in_process import SampleAccounts, UnlimitedAccounts
from tui_app.service.log import Log, no_log
from tui_app.service.sqlite_accounts import SqliteAccounts

if TYPE_CHECKING:
    from tui_app.service.app import Service


class Embedded:
    """An opened service for ``httpx.ASGITransport``.

    ``token`` is the bearer key, which never leaves this process.
    """

    def __init__(
        self, registry: CompanyRegistry, accounts: UnlimitedAccounts | SampleAccounts, log: Log
    ) -> None:
        self._registry = registry
        self._accounts = accounts
        self._log = log
        self.token = accounts.token

    @cached_property
    def app(self) -> Service:
        """The application; Starlette is imported with it, at the first request."""
        from tui_app.service.app import Service

        return Service(self._registry, self._accounts, self._log, is_shared=False)

    @property
    def remaining(self) -> int | None:
        """Requests left before the first one; ``None`` if they are not counted, or cannot be."""
        if not isinstance(self._accounts, SampleAccounts):
            return None
        try:
            return self._accounts.remaining
        except AccountsError:
            return None  # the first request says why

    def close(self) -> None:
        """Close everything; no request may be running."""
        (self.app if "app" in vars(self) else self._registry).close()
        self._accounts.close()


def open_embedded(
    registry: CompanyRegistry,
    sample_accounts: Path | None = None,
    log: Log = no_log,
    *,
    private: bool = False,
) -> Embedded:
    """The service over an open registry, for the explorer; blocks for some milliseconds.

    ``sample_accounts`` is the file for the sample's demonstration of an allowance; ``None``: there
    is no limit. ``private`` counts in memory; so does a file that cannot be used.
    """
    if sample_accounts is None:
        return Embedded(registry, UnlimitedAccounts(), log)
    try:
        store = SqliteAccounts(None if private else sample_accounts, burst=None)
    except AccountsError:
        store = SqliteAccounts(None, burst=None)
    return Embedded(registry, SampleAccounts(store), log)
