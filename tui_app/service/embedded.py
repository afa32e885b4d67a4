"""The service within the explorer's own process: no port, and no key to type."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from tui_app.registry.company_registry import CompanyRegistry
from tui_app.service.accounts import AccountsError
from tui_app.service.in_process import SampleAccounts, UnlimitedAccounts
from tui_app.service.log import Log, no_log
from tui_app.service.sqlite_accounts import SqliteAccounts

if TYPE_CHECKING:
    from tui_app.service.app import Service


class Embedded:
    """A service for ``httpx.ASGITransport``.

    ``open_registry`` is called once, when the registry is needed. ``token`` is the bearer key,
    which never leaves this process.
    """

    def __init__(
        self,
        open_registry: Callable[[], CompanyRegistry],
        accounts: UnlimitedAccounts | SampleAccounts,
        log: Log,
    ) -> None:
        self._open_registry = open_registry
        self._opened: CompanyRegistry | None = None
        self._opening = Lock()
        self._accounts = accounts
        self._log = log
        self.token = accounts.token

    def registry(self) -> CompanyRegistry:
        """The registry, opened when it is first wanted; raises what ``open_registry`` does."""
        with self._opening:
            if self._opened is None:
                self._opened = self._open_registry()
            return self._opened

    @cached_property
    def app(self) -> Service:
        """The application; Starlette is imported with it, at the first request."""
        from tui_app.service.app import Service

        return Service(self.registry(), self._accounts, self._log, is_shared=False)

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
        opened = self.app if "app" in vars(self) else self._opened
        if opened is not None:
            opened.close()
        self._accounts.close()


def open_embedded(
    open_registry: Callable[[], CompanyRegistry],
    sample_accounts: Path | None = None,
    log: Log = no_log,
    *,
    private: bool = False,
) -> Embedded:
    """The service over a registry, for the explorer; blocks for some milliseconds.

    ``sample_accounts`` is the file for the sample's demonstration of an allowance; ``None``: there
    is no limit. ``private`` counts in memory; so does a file that cannot be used.
    """
    if sample_accounts is None:
        return Embedded(open_registry, UnlimitedAccounts(), log)
    try:
        store = SqliteAccounts(None if private else sample_accounts, burst=None)
    except AccountsError:
        store = SqliteAccounts(None, burst=None)
    return Embedded(open_registry, SampleAccounts(store), log)
