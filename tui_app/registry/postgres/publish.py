"""``firmeterm registry publish``: copies a registry file into PostgreSQL and switches to it.

All data go into a new schema by ``COPY``, in one transaction. Changing one row makes it
current; the previous schema is kept for ``roll_back``.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import psycopg
from psycopg.conninfo import conninfo_to_dict

from tui_app.contract.folding import fold, letters, words
from tui_app.registry.errors import BuildError
from tui_app.registry.postgres import rights, schema
from tui_app.registry.postgres.pool import (
    ENCODING,
    PostgresError,
    reason,
    require_encoding,
    shown,
)
from tui_app.registry.postgres.tables import tables_of
from tui_app.registry.sqlite.registry_file import RegistryFile
from tui_app.system.language import _
from tui_app.system.untyped import DbRow, DbValue

Report = Callable[[str], None]
"""Called with the current step."""

_LOCK: Final = 7_130_425
_BUILD: Final = "INSERT INTO build VALUES (%s, %s, %s, %s, %s, %s, %s, %s)"
_NAMES: Final = (
    "SELECT id, company_name, tax_id, company_id FROM company ORDER BY id LIMIT ? OFFSET ?"
)


def publish(source: Path, address: str, report: Report) -> str:
    """Publish a registry file; returns the name of its schema.

    Raises ``RegistryError`` for the file and ``BuildError`` for the database.
    """
    with (
        closing(RegistryFile(source)) as file,
        file.connection() as read,
        _database(address) as connection,
    ):
        info = file.info
        slices = schema.slices(info.companies)
        name = _new_schema(connection)
        tables = list(tables_of(read))
        for table in tables:
            report(f"copying {table.name}")
            connection.execute(table.create)
            rows = read.execute(f"SELECT {', '.join(table.columns)} FROM {table.source}")
            _copy(connection, table.name, table.columns, rows)
        for index, ranks in enumerate(slices):
            report(
                _("copying names and numbers, ranks {first} to {last}").format(
                    first=ranks[0], last=ranks[1]
                )
            )
            connection.execute(schema.slice_table(index))
            _copy(connection, f"slice_{index}", schema.SLICE_COLUMNS, _searched(read, ranks))
        report(_("building indexes"))
        connection.execute("SET LOCAL maintenance_work_mem = '256MB'")
        for table in tables:
            if table.add_key:
                connection.execute(table.add_key)
        connection.execute(schema.INDEXES)
        if file.content.has_contracts:
            connection.execute(schema.INDEXES_OF_CONTRACTS)
        trigrams = rights.trigram_schema(connection)
        if file.content.has_history:
            connection.execute(
                f"CREATE INDEX ON former_name USING gin (name {trigrams}.gin_trgm_ops)"
            )
        for index in range(len(slices)):
            connection.execute(schema.slice_index(index, trigrams))
        values = (schema.VERSION, len(slices), info.version, info.built_at.isoformat())
        worded = connection.execute(schema.has_worded_identifiers(len(slices))).fetchone()
        content = (info.companies, info.invented, info.register_day, worded == (True,))
        connection.execute(_BUILD, (*values, *content))
        slice_names = [f"slice_{index}" for index in range(len(slices))]
        ours = ["build", *(table.name for table in tables), *slice_names]
        connection.execute(f"ANALYZE {', '.join(ours)}")  # not what else the database holds
        rights.copy_grants(connection, name)
        _switch_to(connection, name)
        _drop_others(connection)
    return name


def roll_back(address: str) -> str:
    """Make the previous registry current again; returns its schema's name.

    Raises ``BuildError``, also if the readers of the current one cannot read the previous one.
    """
    with _database(address) as connection:
        rights.require_readable(connection)
        row = connection.execute(
            f"UPDATE {schema.CONTROL}.published SET current = previous, previous = current,"
            " at = now() WHERE previous IS NOT NULL RETURNING current"
        ).fetchone()
    if row is None:
        raise BuildError(
            _("{address} keeps no registry from before the current one.").format(
                address=shown(address)
            )
        )
    return str(row[0])


_OWN_SETTINGS: Final = """
SET LOCAL statement_timeout = 0;
SET LOCAL idle_in_transaction_session_timeout = 0;
SET LOCAL standard_conforming_strings = on
"""
"""Whatever role and database say; it comes first, since any statement may be too late."""


@contextmanager
def _database(address: str) -> Iterator[psycopg.Connection]:
    """A transaction with the exclusive right to publish; raises ``BuildError``.

    Its settings end with it: behind a pooler, the session goes on to somebody else.
    """
    try:
        conninfo_to_dict(address)
    except psycopg.Error:
        # psycopg's message about a bad address repeats it, with the password.
        raise BuildError(_("The address is not a valid PostgreSQL URL.")) from None
    try:
        with psycopg.connect(
            address,
            application_name="firmeterm",
            prepare_threshold=None,
            client_encoding=ENCODING,
        ) as connection:
            require_encoding(connection)
            connection.execute(_OWN_SETTINGS)
            row = connection.execute("SELECT pg_try_advisory_xact_lock(%s)", (_LOCK,)).fetchone()
            if row != (True,):
                raise BuildError(
                    _("Another publication to {address} is running.").format(address=shown(address))
                )
            connection.execute(schema.CONTROL_TABLES)
            yield connection
    except PostgresError as error:
        raise BuildError(f"{shown(address)}: {error}.") from None
    except psycopg.Error as error:
        raise BuildError(
            _("{address}: {reason}. The earlier publication is unchanged.").format(
                address=shown(address), reason=reason(error)
            )
        ) from error


def _new_schema(connection: psycopg.Connection) -> str:
    """An empty schema with all tables, first in the search path."""
    _drop_others(connection)
    rows = connection.execute(
        "SELECT substr(nspname, %s)::int FROM pg_namespace WHERE nspname ~ %s",
        (len(schema.CONTROL) + 2, f"^{schema.CONTROL}_[0-9]+$"),
    ).fetchall()
    name = f"{schema.CONTROL}_{max((number for (number,) in rows), default=0) + 1}"
    if not rights.trigram_schema(connection):
        connection.execute("CREATE EXTENSION pg_trgm")
    connection.execute(f"CREATE SCHEMA {name}")
    connection.execute(f"SET LOCAL search_path TO {name}, public")
    connection.execute(schema.BUILD)
    return name


def _copy(
    connection: psycopg.Connection, table: str, columns: tuple[str, ...], rows: Iterable[DbRow]
) -> None:
    into = f"COPY {table} ({', '.join(columns)}) FROM STDIN"
    with connection.cursor() as cursor, cursor.copy(into) as copy:
        for row in rows:
            copy.write_row([_storable(value) for value in row])


def _searched(read: sqlite3.Connection, ranks: tuple[int, int]) -> Iterator[DbRow]:
    """The searched texts of the companies with these ranks."""
    first, last = ranks
    for number, name, tax_id, company_id in read.execute(_NAMES, (last - first + 1, first - 1)):
        folded = fold(name)
        normal = " ".join(words(folded))
        yield (
            number,
            f" {folded} ",
            f" {normal} ",
            letters(folded),
            (f"{tax_id}\n{fold(company_id or '')}"),
        )


def _storable(value: DbValue) -> DbValue:
    """PostgreSQL cannot store the character NUL."""
    return value.replace("\x00", "") if isinstance(value, str) and "\x00" in value else value


def _switch_to(connection: psycopg.Connection, name: str) -> None:
    connection.execute(
        f"INSERT INTO {schema.CONTROL}.published (current) VALUES (%s) ON CONFLICT (only_row)"
        " DO UPDATE SET previous = published.current, current = excluded.current, at = now()",
        (name,),
    )


def _drop_others(connection: psycopg.Connection) -> None:
    """Drop every published schema except the current and the previous one."""
    rows = connection.execute(
        f"SELECT nspname FROM pg_namespace WHERE nspname ~ %s AND NOT EXISTS (SELECT 1"
        f" FROM {schema.CONTROL}.published WHERE nspname IN (current, previous))",
        (f"^{schema.CONTROL}_[0-9]+$",),
    ).fetchall()
    for (name,) in rows:
        connection.execute(f"DROP SCHEMA {name} CASCADE")
