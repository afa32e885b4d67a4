"""The service inside the explorer's own process: no port, and no key to type."""

from __future__ import annotations

import secrets
from pathlib import Path

from tui_app.registry.company_registry import CompanyRegistry
from tui_app.service.accounts import Accounts
from tui_app.service.accounts_file import AccountsError
from tui_app.service.app import Service, create_app
from tui_app.service.log import Log, no_log


class Embedded:
    """An opened service for ``httpx.ASGITransport``.

    ``app`` is the application and ``token`` the bearer key that only this process knows.
    ``invented`` says that no company in the registry exists. ``counts_are_kept`` is false
    when the accounts database could not be used, so that the allowance is forgotten.
    """

    def __init__(
        self, registry: CompanyRegistry, accounts: Accounts, *, kept: bool, log: Log
    ) -> None:
        self._accounts = accounts
        self.token = secrets.token_urlsafe(32)
        self.app: Service = create_app(registry, accounts, local_token=self.token, log=log)
        self.invented = registry.info.invented
        self.counts_are_kept = kept

    def close(self) -> None:
        """Let go of everything; no request may be running."""
        self.app.close()
        self._accounts.close()


def open_embedded(registry: CompanyRegistry, accounts: Path, log: Log = no_log) -> Embedded:
    """The service over an open registry, for the explorer; blocks for some milliseconds.

    An explorer that only cannot count still explores.
    """
    try:
        return Embedded(registry, Accounts.open(accounts), kept=True, log=log)
    except AccountsError:
        return Embedded(registry, Accounts.open(None), kept=False, log=log)
