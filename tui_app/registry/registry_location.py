"""Opens a registry by its location: the only module that knows which engines exist."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from pathlib import Path

from tui_app.registry.company_registry import CompanyRegistry
from tui_app.registry.errors import RegistryError, RegistryUnavailable
from tui_app.registry.events import Notify, report_nothing
from tui_app.system.extras import needs_extra
from tui_app.system.language import _


def is_url(location: str | Path) -> bool:
    """Whether a location is a PostgreSQL URL, not a file."""
    return str(location).startswith(("postgresql://", "postgres://"))


def described(location: str) -> str:
    """A location for people: a URL without its password."""
    if not is_url(location):
        return location
    from tui_app.registry.postgres.pool import shown

    return shown(location)


def require_room(needs: Mapping[str, int]) -> None:
    """Raise ``RegistryError`` if a database allows fewer connections than services need.

    ``needs`` has the number of connections by URL.
    """
    from tui_app.registry.postgres.pool import PostgresError, PostgresUnreachable
    from tui_app.registry.postgres.room import require_room

    try:
        require_room(needs)
    except PostgresUnreachable as error:
        raise RegistryUnavailable(str(error)) from None
    except PostgresError as error:
        raise RegistryError(str(error)) from None


def open_registry(
    location: str | Path,
    notify: Notify = report_nothing,
    replicas: Sequence[str] = (),
    connections: int | None = None,
) -> CompanyRegistry:
    """Open a registry: a file that ``firmeterm registry build`` made, or a PostgreSQL URL.

    ``notify`` is called with its events; ``replicas`` are URLs that are read before the database,
    ``connections`` is the maximum to each. Raises ``RegistryError``, which says what to run next.
    """
    if is_url(location):
        try:
            from tui_app.registry.postgres.registry import PostgresRegistry
        except ImportError:
            raise RegistryError(needs_extra(_("A registry in PostgreSQL"), "postgres")) from None
        return PostgresRegistry(str(location), replicas, notify, connections)
    from tui_app.registry.sqlite.registry import SqliteRegistry

    return SqliteRegistry(Path(location), notify)


def register_day_of(location: str | Path) -> dt.date | None:
    """The date of a registry's trade-register dump; ``None`` without one."""
    from tui_app.registry.sqlite.connection_pool import register_day_of

    return register_day_of(Path(location))
