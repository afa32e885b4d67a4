"""A ``CompanyRegistry`` in PostgreSQL: the last published registry, from replicas or primary.

Once a second a reader checks which schema is current; a call keeps the one it started with. A
server that fails is skipped for some seconds; the next one is used instead.
"""

from __future__ import annotations

import datetime as dt
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple, TypeVar

import psycopg
from psycopg_pool import PoolTimeout

from tui_app.contract.ranking import read_query
from tui_app.registry.company_registry import PoolUse, Publication, RegistryInfo, SearchResults
from tui_app.registry.content import RegistryContent, RegistryQuery
from tui_app.registry.errors import RegistryError, RegistryUnavailable
from tui_app.registry.events import Notify, RegistryEvent, report_nothing
from tui_app.registry.lookup import described
from tui_app.registry.postgres import schema
from tui_app.registry.postgres.pool import (
    PostgresError,
    PostgresUnreachable,
    Snapshot,
    open_pool,
    pool_use,
    reason,
    shown,
)
from tui_app.registry.postgres.search import SEARCH_SECONDS, SliceSearch
from tui_app.registry.postgres.watchdog import Watchdog
from tui_app.registry.sql_registry import SqlRegistry, search_results
from tui_app.system.language import _

_MAX_CONNECTIONS: Final = 4
"""Twice a key's concurrent requests, so that its slow searches leave room for others."""

_WAIT_SECONDS: Final = 2.0
_CHECK_SECONDS: Final = 1.0
_SKIP_SECONDS: Final = 5.0
_SLOW_SECONDS: Final = 1.0
"""After an answer slower than this, a replica is skipped for some time."""

_HANGING_SECONDS: Final = 4.0
"""After this time without an answer, a server counts as down."""
_OPTIONS: Final = (
    f"-c statement_timeout={SEARCH_SECONDS * 1000:.0f} -c default_transaction_read_only=on"
)

_LAG: Final = """
SELECT CASE
  WHEN NOT pg_is_in_recovery() THEN 0
  WHEN pg_last_wal_receive_lsn() <= pg_last_wal_replay_lsn()
    AND EXISTS (SELECT FROM pg_stat_wal_receiver) THEN 0
  ELSE extract(epoch FROM
    now() - coalesce(pg_last_xact_replay_timestamp(), pg_postmaster_start_time()))
END
"""
"""The seconds that a replica is behind; a quiet primary sends nothing, so nothing is behind."""

_TAKEN_AWAY: Final = (psycopg.errors.InsufficientPrivilege, psycopg.errors.UndefinedTable)
"""Errors when rights or tables are taken away from a running service; both may come back."""

_CANNOT_BE_READ: Final = (
    RegistryError,
    *_TAKEN_AWAY,
    psycopg.errors.UndefinedColumn,
    psycopg.errors.InvalidSchemaName,
)
"""Errors when reading a publication of another version of this program, or without the rights."""

T = TypeVar("T")


class _Published(NamedTuple):
    """A published registry: the schema of this name."""

    name: str
    at: dt.datetime
    content: RegistryContent
    search: SliceSearch


class _DatabaseServer:
    """One PostgreSQL server and its current schema: a replica may be behind."""

    def __init__(self, address: str, connections: int, is_replica: bool) -> None:
        self.is_replica = is_replica
        self.name = shown(address)
        self.skipped_until = 0.0
        self.checked_at = 0.0
        self.published: _Published | None = None
        self.refused = ""
        """The name of the latest publication, if it cannot be read; the one before it is used."""
        self.has_failed = False
        # A service can start without a replica that is down; it is tried again later.
        try:
            self.pool = open_pool(
                address, connections, _WAIT_SECONDS, _OPTIONS, must_answer=not is_replica
            )
        except PostgresError as error:
            is_away = isinstance(error, PostgresUnreachable)
            kind = RegistryUnavailable if is_away else RegistryError
            raise kind(f"{self.name}: {error}") from None
        self.watchdog = Watchdog(self.pool, address, _HANGING_SECONDS)

    def skip(self) -> None:
        """Read from other servers for some time."""
        self.has_failed = True
        self.skipped_until = time.monotonic() + _SKIP_SECONDS

    def mark_usable(self) -> None:
        """Read from it again, at once."""
        self.has_failed = False
        self.skipped_until = 0.0


class PostgresRegistry(SqlRegistry):
    """Opened by the URL of the primary.

    ``replicas`` are read first; ``connections`` is the maximum to each. Raises ``RegistryError``.
    """

    def __init__(
        self,
        address: str,
        replicas: Sequence[str] = (),
        notify: Notify = report_nothing,
        connections: int | None = None,
    ) -> None:
        most = connections or _MAX_CONNECTIONS
        self._notify = notify
        self._lock = threading.Lock()
        self._servers: list[_DatabaseServer] = []
        try:
            self._servers.extend(_DatabaseServer(each, most, is_replica=True) for each in replicas)
            self._servers.append(_DatabaseServer(address, most, is_replica=False))
            self._read(lambda _snapshot, _published: None)
        except RegistryError:
            self.close()
            raise

    @property
    def info(self) -> RegistryInfo:
        """The description of the current registry."""
        return self._read(lambda _, published: published.content.info)

    def read(self, reading: RegistryQuery[T]) -> T:
        """The result of ``reading`` from the first server that answers."""
        return self._read(lambda snapshot, published: reading(snapshot.read, published.content))

    def search_today(self, q: str, interrupt: threading.Event | None) -> SearchResults:
        """At most ten companies, most relevant first."""

        def found(snapshot: Snapshot, published: _Published) -> SearchResults:
            if interrupt is not None and interrupt.is_set():
                return SearchResults((), is_complete=False)
            return search_results(
                snapshot.read,
                published.content,
                q,
                published.search.run(snapshot, read_query(q)),
                lambda query: published.search.run(snapshot, query)[0],
                suppress(psycopg.errors.QueryCanceled),
            )

        return self._read(found)

    @property
    def extensions(self) -> tuple[str, ...]:
        """The extensions that are supported, as of the latest read.

        Every answer names them, so they must not need a query.
        """
        known = [server.published for server in self._servers if server.published]
        return known[0].content.extensions if known else ()

    @property
    def publication(self) -> Publication:
        """The publication in use, as of the latest read."""
        known = [server.published for server in self._servers if server.published]
        is_refused = any(server.refused for server in self._servers)
        return Publication(known[0].at, is_refused)

    def pool_use(self) -> PoolUse:
        """The connections to all servers."""
        return pool_use(*(server.pool for server in self._servers))

    def replica_lag(self) -> dict[str, float | None]:
        """How many seconds each replica is behind; ``None`` for one that does not answer."""
        return {server.name: self._lag(server) for server in self._servers[:-1]}

    def close(self) -> None:
        """Close the connections."""
        for server in self._servers:
            server.watchdog.close()
            server.pool.close()

    def _read(self, read: Callable[[Snapshot, _Published], T]) -> T:
        failed = ""
        now = time.monotonic()
        usable = [server for server in self._servers if server.skipped_until <= now]
        for server in usable or self._servers:
            if server.has_failed:
                # One caller tries it; the others need not wait for a server that hangs.
                server.skip()
            try:
                return self._read_from(server, read)
            except (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout) as error:
                failed = f"{server.name}: {reason(error)}"
            except psycopg.Error as error:
                failed = f"{server.name}: {reason(error)}"
                if server.published is None or not isinstance(error, _TAKEN_AWAY):
                    raise RegistryError(failed) from error
            except RegistryError as error:
                failed = f"{server.name}: {error}"
                # A replica that is behind may have nothing published yet, or an older format.
                if not server.is_replica:
                    raise RegistryError(failed) from None
            server.skip()
        raise RegistryUnavailable(failed)

    def _read_from(self, server: _DatabaseServer, read: Callable[[Snapshot, _Published], T]) -> T:
        try:
            return self._read_once(server, read)
        except psycopg.errors.UndefinedTable:
            # Two publications happened meanwhile, so the schema was dropped.
            server.checked_at = 0.0
            return self._read_once(server, read)
        except psycopg.errors.QueryCanceled:
            # A search ends in time by itself. What else is read is little: the machine was busy.
            return self._read_once(server, read)

    def _read_once(self, server: _DatabaseServer, read: Callable[[Snapshot, _Published], T]) -> T:
        with server.watchdog.connection() as connection:
            began = time.monotonic()
            published = self._current(server, connection)
            found = read(Snapshot(connection, published.name), published)
        if server.is_replica and time.monotonic() - began > _SLOW_SECONDS:
            server.skip()
        elif server.has_failed:
            server.mark_usable()
        return found

    def _lag(self, server: _DatabaseServer) -> float | None:
        try:
            with server.watchdog.connection() as connection:
                row = connection.execute(_LAG).fetchone()
        except (psycopg.Error, PoolTimeout):
            return None
        return float(row[0]) if row else None

    def _current(self, server: _DatabaseServer, connection: psycopg.Connection) -> _Published:
        with self._lock:
            published, is_due = server.published, time.monotonic() - server.checked_at
            if published is not None and is_due < _CHECK_SECONDS:
                return published
            server.checked_at = time.monotonic()
        if published is None:
            published = _published(connection, *_current_name(connection))
        else:
            published = self._renewed(server, connection, published)
        server.published = published
        return published

    def _renewed(
        self, server: _DatabaseServer, connection: psycopg.Connection, published: _Published
    ) -> _Published:
        """The current publication, or the one in use if the current one cannot be read.

        It is tried again, since a missing right may be granted, but reported only once.
        """
        name = schema.CONTROL
        try:
            name, at = _current_name(connection)
            if name != published.name:
                published = _published(connection, name, at)
                self._notify(RegistryEvent.REPLACED, published.content.info.version)
            server.refused = ""
        except _CANNOT_BE_READ as error:
            if server.refused != name:
                server.refused = name
                self._notify(RegistryEvent.REFUSED, f"{server.name}, {name}: {reason(error)}")
        return published


def _current_name(connection: psycopg.Connection) -> tuple[str, dt.datetime]:
    try:
        row = connection.execute(f"SELECT current, at FROM {schema.CONTROL}.published").fetchone()
    except (psycopg.errors.UndefinedTable, psycopg.errors.InvalidSchemaName):
        row = None
    if row is None:
        raise RegistryError(
            _("No registry is published there: firmeterm registry publish FILE URL")
        )
    return row[0], row[1]


def _published(connection: psycopg.Connection, name: str, at: dt.datetime) -> _Published:
    row = connection.execute(f"SELECT tables FROM {name}.build").fetchone()
    if row != (schema.VERSION,):
        found = row[0] if row else "none"
        raise RegistryError(
            _(
                "The published registry has tables of version {found}, this program reads"
                " {version}: publish it again, and update this program everywhere."
            ).format(found=found, version=schema.VERSION)
        )
    slices, worded = connection.execute(f"SELECT slices, worded FROM {name}.build").fetchall()[0]
    read = Snapshot(connection, name).read
    content = RegistryContent(
        described(read),
        read,
        has_contracts=_has_table(connection, name, "money_build"),
        has_history=_has_table(connection, name, "past_snapshot"),
    )
    return _Published(name, at, content, SliceSearch(slices, worded))


def _has_table(connection: psycopg.Connection, name: str, table: str) -> bool:
    """Whether a publication has a table: what does not lie beside the file is not copied."""
    row = connection.execute("SELECT to_regclass(%s) IS NOT NULL", (f"{name}.{table}",)).fetchone()
    return row == (True,)
