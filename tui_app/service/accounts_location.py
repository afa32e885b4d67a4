"""Opens accounts by their location: the only module that knows which stores exist."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from tui_app.config import settings
from tui_app.registry.registry_location import is_url
from tui_app.service.account_store import KeyStore
from tui_app.service.accounts import AccountsError
from tui_app.service.allowance import Burst
from tui_app.service.sqlite_accounts import SqliteAccounts
from tui_app.system.extras import needs_extra
from tui_app.system.language import _


def accounts_location(environment: Mapping[str, str] = os.environ) -> str:
    """The location of the accounts; ``FIRMETERM_ACCOUNTS`` overrides the default file."""
    return environment.get("FIRMETERM_ACCOUNTS") or str(settings.state_folder() / "accounts.db")


def accounts_file() -> Path:
    """The file for the explorer's own counts: never the database that services share."""
    location = accounts_location()
    return settings.state_folder() / "accounts.db" if is_url(location) else Path(location)


def open_accounts(
    location: str,
    burst: Burst | None = Burst(),  # noqa: B008
    *,
    prepares: bool = False,
    trusts_clock: bool = False,
    connections: int | None = None,
) -> KeyStore:
    """Open a file, or a database by its URL; raises ``AccountsError``.

    A file is created if missing; the tables of a database only with ``prepares``. ``trusts_clock``
    confirms a clock that is far ahead of the latest count. ``connections`` is the maximum number of
    connections to a database.
    """
    if not is_url(location):
        if "://" in location:
            raise AccountsError(
                _(
                    "Accounts are kept in a file, or in PostgreSQL: a URL that begins with"
                    " postgresql://."
                )
            )
        return SqliteAccounts(Path(location), burst=burst, trusts_clock=trusts_clock)
    try:
        from tui_app.service.postgres_accounts import MAX_CONNECTIONS, PostgresAccounts
    except ImportError:
        raise AccountsError(needs_extra(_("This place of accounts"), "postgres")) from None
    return PostgresAccounts(
        location,
        burst=burst,
        prepares=prepares,
        trusts_clock=trusts_clock,
        connections=connections or MAX_CONNECTIONS,
    )
