"""Checks that a server has room for all connections that a service's processes may open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

import psycopg
from psycopg.conninfo import conninfo_to_dict

from tui_app.registry.postgres.pool import (
    PostgresError,
    PostgresUnreachable,
    has_pooler,
    reason,
    shown,
)
from tui_app.system.language import _

RESERVED: Final = 5
"""Connections that stay free for ``firmeterm keys``, ``psql`` and a publication."""

_ALLOWED: Final = f"""
SELECT least(
  current_setting('max_connections')::int
    - current_setting('superuser_reserved_connections')::int
    - coalesce(current_setting('reserved_connections', true)::int, 0) - {RESERVED},
  (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user),
  (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database())
)
"""


def require_room(needs: Mapping[str, int]) -> None:
    """Raise ``PostgresError`` if a server allows fewer connections than are needed.

    ``needs`` has the number of connections by address. The limits of a pooler are not known here.
    """
    addresses: dict[tuple[str, str], str] = {}
    needed: Counter[tuple[str, str]] = Counter()
    for address, count in needs.items():
        parts = conninfo_to_dict(address)
        server = str(parts.get("host")), str(parts.get("port"))
        addresses[server] = address
        needed[server] += count
    for server, count in needed.items():
        address = addresses[server]
        try:
            with psycopg.connect(address, connect_timeout=4, autocommit=True) as connection:
                if has_pooler(connection):
                    continue
                row = connection.execute(_ALLOWED).fetchone()
        except psycopg.Error as error:
            raise PostgresUnreachable(f"{shown(address)}: {reason(error)}") from None
        allowed = row[0] if row else 0
        if count > allowed:
            raise PostgresError(
                _(
                    "The workers need up to {count} connections, but {shown} allows {allowed}, as"
                    " {reserved} stay free for keys and psql. Use fewer --workers or a smaller"
                    " --pool, raise max_connections (or the limit of the role or database), or put"
                    " PgBouncer between."
                ).format(count=count, shown=shown(address), allowed=allowed, reserved=RESERVED)
            )
