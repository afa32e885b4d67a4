"""Who may read a published registry, and whether they can: services have roles of their own."""

from __future__ import annotations

import psycopg

from tui_app.registry.errors import BuildError
from tui_app.registry.postgres import schema
from tui_app.system.language import _

_TRIGRAMS = """
SELECT quote_ident(nspname) FROM pg_extension
JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm'
"""
# The owner has its rights anyway. The role 0 is PUBLIC, everybody.
_READERS = """
SELECT grantee, CASE WHEN grantee = 0 THEN 'PUBLIC' ELSE quote_ident(rolname) END
FROM pg_namespace CROSS JOIN aclexplode(nspacl)
LEFT JOIN pg_roles ON pg_roles.oid = grantee
WHERE nspname = %s AND privilege_type = 'USAGE' AND grantee <> nspowner
"""
_UNREADABLE = """
SELECT FROM pg_class AS tables JOIN pg_namespace AS schemas ON schemas.oid = relnamespace
WHERE nspname = %s AND relkind = 'r' AND NOT (
  has_schema_privilege(%s::oid, schemas.oid, 'USAGE')
  AND has_table_privilege(%s::oid, tables.oid, 'SELECT')
) LIMIT 1
"""


def trigram_schema(connection: psycopg.Connection) -> str:
    """The schema of the extension ``pg_trgm``, quoted; empty if it is not installed."""
    row = connection.execute(_TRIGRAMS).fetchone()
    return str(row[0]) if row else ""


def copy_grants(connection: psycopg.Connection, name: str) -> None:
    """Let the readers of the current registry read a new one."""
    for _role, reader in _readers(connection, _published(connection, "current")):
        connection.execute(f"GRANT USAGE ON SCHEMA {name} TO {reader}")
        connection.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA {name} TO {reader}")


def require_readable(connection: psycopg.Connection) -> None:
    """Raise ``BuildError`` unless the readers of the current registry can read the previous one."""
    previous = _published(connection, "previous")
    if not previous:
        return
    tables = connection.execute(f"SELECT tables FROM {previous}.build").fetchone()
    if tables != (schema.VERSION,):
        raise BuildError(
            _(
                "{previous} has tables of version {tables}, and this program reads {version}."
                " Nothing was changed: publish that registry again instead."
            ).format(previous=previous, tables=tables and tables[0], version=schema.VERSION)
        )
    for role, reader in _readers(connection, _published(connection, "current")):
        if connection.execute(_UNREADABLE, (previous, role, role)).fetchone() is not None:
            raise BuildError(
                _(
                    "{reader} reads the current registry and may not read {previous}. Nothing was"
                    " changed. Grant it first: GRANT USAGE ON SCHEMA {previous} TO {reader};"
                    " GRANT SELECT ON ALL TABLES IN SCHEMA {previous} TO {reader}"
                ).format(reader=reader, previous=previous)
            )


def _readers(connection: psycopg.Connection, name: str) -> list[tuple[int, str]]:
    """The roles besides the owner that may use a schema: their numbers and quoted names."""
    return connection.execute(_READERS, (name,)).fetchall()


def _published(connection: psycopg.Connection, which: str) -> str:
    """The name of the current or the previous schema; empty if there is none."""
    row = connection.execute(f"SELECT {which} FROM {schema.CONTROL}.published").fetchone()
    return str(row[0] or "") if row else ""
