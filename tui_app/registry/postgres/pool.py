"""Connections to PostgreSQL; error texts contain no password."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import ConnectionPool

from tui_app.registry.company_registry import PoolUse
from tui_app.system.language import _
from tui_app.system.untyped import DbRow

OPTIONS: Final = (
    "-c jit=off -c standard_conforming_strings=on -c datestyle=ISO -c extra_float_digits=1"
)
"""Options of every connection.

By default PostgreSQL compiles a statement that it considers expensive, which costs a hundred times
what a look-up takes. A role or a database may have another style of dates, which psycopg cannot
read, and rounded times.
"""

ENCODING: Final = "UTF8"

_BY_INDEX: Final = """
BEGIN;
SET LOCAL enable_seqscan = off;
SET LOCAL max_parallel_workers_per_gather = 0
"""

_DIALECT: Final = {
    "?": "%s",
    "length(CAST(name AS BLOB))": "octet_length(name)",
    "length(CAST(before AS BLOB))": "octet_length(before)",
    "group_concat(kind)": "string_agg(kind, ',')",
    # As in the index.
    "substr(registration_date, 1, 10)": "left(registration_date, 10)",
}
"""PostgreSQL's spelling of parts of the statements that all engines share."""


class PostgresError(Exception):
    """PostgreSQL cannot be used at this address; the text says why."""


class PostgresUnreachable(PostgresError):
    """The database does not answer; it may do so later."""


def require_encoding(connection: psycopg.Connection) -> None:
    """Raise ``PostgresError`` unless the database can store every name."""
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != ENCODING:
        raise PostgresError(
            _(
                "the database has the encoding {encoding}, and Romanian names need"
                " {needed}: create one with ENCODING '{needed}' TEMPLATE template0"
            ).format(encoding=encoding, needed=ENCODING)
        )


def shown(address: str) -> str:
    """The database of an address, without user and password."""
    try:
        parts = conninfo_to_dict(address)
    except psycopg.Error:
        return "PostgreSQL"
    host, port = parts.get("host") or "localhost", parts.get("port")
    server = f"{host}:{port}" if port else host
    return _("PostgreSQL at {server}/{database}").format(
        server=server, database=parts.get("dbname") or ""
    )


def places_of(address: str) -> tuple[tuple[str, int], ...]:
    """Where the servers of an address listen: host or folder, and port; empty if it does not say.

    libpq's own defaults (an environment variable, a service file) are not known here.
    """
    parts = conninfo_to_dict(address)
    hosts = str(parts.get("hostaddr") or parts.get("host") or "").split(",")
    ports = str(parts.get("port") or "5432").split(",")
    ports = ports if len(ports) == len(hosts) else ports[:1] * len(hosts)
    return tuple((host, int(port or 5432)) for host, port in zip(hosts, ports, strict=True) if host)


def open_pool(
    address: str, most: int, wait_seconds: float, options: str, *, must_answer: bool = True
) -> ConnectionPool[psycopg.Connection]:
    """A pool of autocommit connections with a size limit; raises ``PostgresError``.

    ``options`` are PostgreSQL's, as in ``PGOPTIONS``; those in the address come last, and win. A
    lost connection is replaced; without ``must_answer`` the first one may fail too. A server that
    is back is used after ``wait_seconds``.
    """
    try:
        given = conninfo_to_dict(address).get("options") or ""
    except psycopg.Error:
        # psycopg's message about a bad address repeats it, with the password.
        raise PostgresError(_("the address is not a valid PostgreSQL URL")) from None
    # Any: psycopg's own keyword arguments.
    keywords: dict[str, Any] = {
        "autocommit": True,
        "options": f"{OPTIONS} {options} {given}".strip(),
        "client_encoding": ENCODING,
        "connect_timeout": max(2, int(wait_seconds)),
        "application_name": "firmeterm",
    }
    # A pool doubles the time between attempts. When it gives up early, a request tries anew.
    pool = ConnectionPool(
        address,
        kwargs=keywords,
        min_size=1,
        max_size=most,
        timeout=wait_seconds,
        reconnect_timeout=wait_seconds,
        open=False,
        configure=_prepare_nothing_behind_a_pooler,
    )
    if must_answer:
        try:
            # Raises the reason; a pool would only report a timeout.
            with psycopg.connect(address, **keywords) as connection:
                require_encoding(connection)
        except psycopg.Error as error:
            raise PostgresUnreachable(reason(error)) from None
    pool.open()
    return pool


def _prepare_nothing_behind_a_pooler(connection: psycopg.Connection) -> None:
    """Turn prepared statements off if there is a pooler.

    It may run each statement in another session, where a prepared one is unknown or, worse, another
    of that name.
    """
    if has_pooler(connection):
        connection.prepare_threshold = None


def has_pooler(connection: psycopg.Connection) -> bool:
    """Whether there is a pooler in between: the process number is not that of the session."""
    with connection.cursor() as cursor:
        row = cursor.execute("SELECT pg_backend_pid()", prepare=False).fetchone()
    return row != (connection.info.backend_pid,)


def has_ended(connection: psycopg.Connection) -> bool:
    """Whether the server has ended an idle connection; checks only the local socket."""
    try:
        for _ in range(2):  # the server may say why before it ends the connection
            connection.pgconn.consume_input()
    except psycopg.OperationalError:
        return True
    return False


def reason(error: Exception) -> str:
    """The error in one line."""
    return " ".join(str(error).split()) or type(error).__name__


def pool_use(*pools: ConnectionPool[psycopg.Connection]) -> PoolUse:
    """The connections of these pools, added up."""
    stats = [pool.get_stats() for pool in pools]
    size = sum(each["pool_size"] for each in stats)
    idle = sum(each["pool_available"] for each in stats)
    return PoolUse(size, size - idle, sum(each.get("requests_waiting", 0) for each in stats))


class Snapshot:
    """A connection that reads one published registry, which never changes.

    It needs no transaction and no session setting, so that a connection pooler may be used.
    """

    def __init__(self, connection: psycopg.Connection, schema: str) -> None:
        self._connection = connection
        self._schema = schema

    def read(self, statement: str, values: Sequence[object]) -> list[DbRow]:
        """All rows of a statement as in ``registry.sql``; its plan is kept if it is frequent."""
        text = _translated(statement, self._schema)
        return self._connection.execute(text, values).fetchall()

    def search(self, statement: str, values: Mapping[str, object]) -> list[tuple[Any, ...]]:
        """All rows of a PostgreSQL statement, planned anew.

        The best plan depends on how many rows match the text.
        """
        text = statement.replace("{s}", f"{self._schema}.")
        return self._connection.execute(text, values, prepare=False).fetchall()

    @contextmanager
    def by_index(self) -> Iterator[None]:
        """Read through indexes in the block: the number of matches for a text cannot be estimated.

        The setting ends with the block's transaction; no other statement is planned with it.
        """
        self._connection.execute(_BY_INDEX)
        try:
            yield
        finally:
            # Also ends a failed transaction; a broken connection was reported by the failed
            # statement.
            if not self._connection.closed:
                self._connection.execute("COMMIT")


@lru_cache(maxsize=256)
def _translated(statement: str, schema: str) -> str:
    for written, here in (("{s}", f"{schema}."), *_DIALECT.items()):
        statement = statement.replace(written, here)
    return statement
