"""Accounts in PostgreSQL, for any number of service processes and machines.

They have their own schema in the database. Each request is
counted by one statement, by the database's clock, so machines' clocks need not agree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Final

import psycopg
from psycopg_pool import PoolTimeout

from tui_app.registry.company_registry import PoolUse
from tui_app.registry.postgres.pool import (
    PostgresError,
    PostgresUnreachable,
    open_pool,
    pool_use,
    reason,
)
from tui_app.registry.postgres.watchdog import Watchdog
from tui_app.service.account_store import KeyStore
from tui_app.service.accounts import Account, AccountsError, AccountsUnavailable
from tui_app.service.allowance import Burst
from tui_app.system.language import _
from tui_app.system.untyped import DbRow

SCHEMA: Final = "firmeterm_accounts"
_VERSION: Final = 2
MAX_CONNECTIONS: Final = 3
"""One more than a key's concurrent requests, so that its locked account stops no other."""

_WAIT_SECONDS: Final = 4.0
"""Seconds that a request waits for a connection."""

# A power failure may lose the last few counts, never the database.
_SETTINGS: Final = (
    "-c synchronous_commit=off -c statement_timeout=4000"
    " -c default_transaction_isolation=read\\ committed"
)
_HANGING_SECONDS: Final = 6.0
"""Seconds without an answer after which a database counts as down."""

_ATTEMPTS: Final = 5
"""The most attempts of a statement that conflicts with others, on a server that serializes."""

_RETRIABLE_ERRORS: Final = (psycopg.errors.SerializationFailure, psycopg.errors.DeadlockDetected)
"""Errors after which nothing was done, so that a retry may help."""

_NO_TABLES: Final = (psycopg.errors.UndefinedTable, psycopg.errors.InvalidSchemaName)

_TABLES: Final = f"""
CREATE SCHEMA IF NOT EXISTS {SCHEMA};
CREATE TABLE IF NOT EXISTS {SCHEMA}.version (number integer PRIMARY KEY);
CREATE TABLE IF NOT EXISTS {SCHEMA}.account (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL UNIQUE,
  digest bytea,
  label text NOT NULL,
  quota bigint NOT NULL,
  created_at double precision NOT NULL,
  revoked_at double precision,
  last_used double precision,
  month text NOT NULL,
  used bigint NOT NULL DEFAULT 0,
  window_start double precision NOT NULL DEFAULT 0,
  window_count bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 70);
ALTER TABLE {SCHEMA}.account
  ADD COLUMN IF NOT EXISTS expires_at double precision,
  ADD COLUMN IF NOT EXISTS old_digest bytea,
  ADD COLUMN IF NOT EXISTS old_until double precision;
CREATE INDEX IF NOT EXISTS account_digest ON {SCHEMA}.account (digest);
CREATE INDEX IF NOT EXISTS account_old_digest ON {SCHEMA}.account (old_digest);
DELETE FROM {SCHEMA}.version;
INSERT INTO {SCHEMA}.version VALUES ({_VERSION});
"""
"""Free space in each page lets a count be updated in place."""

_CLOCK: Final = "extract(epoch from statement_timestamp())::float8"
_MONTH: Final = "to_char(to_timestamp({now}) AT TIME ZONE 'UTC', 'YYYY-MM')"
_VALUE: Final = re.compile(r":([a-z_]+)")


class _CountLost(AccountsUnavailable):
    """The connection was lost during a statement: whether it counted is unknown."""


class PostgresAccounts(KeyStore):
    """A ``KeyStore`` in PostgreSQL.

    ``address`` is a PostgreSQL URL; passwords may come from ``PGPASSFILE`` or ``PGSERVICE``
    instead. ``prepares``: create missing tables and upgrade old ones, which needs a role that may;
    otherwise reading and writing is enough. ``clock`` is for tests; ``trusts_clock``: see
    ``trust_clock``. Raises ``AccountsError``.
    """

    def __init__(
        self,
        address: str,
        *,
        burst: Burst | None = Burst(),  # noqa: B008 (frozen)
        clock: Callable[[], float] | None = None,
        prepares: bool = True,
        trusts_clock: bool = False,
        connections: int = MAX_CONNECTIONS,
    ) -> None:
        super().__init__(burst)
        self._clock = clock
        try:
            self._pool = open_pool(address, connections, _WAIT_SECONDS, _SETTINGS)
        except PostgresError as error:
            away = isinstance(error, PostgresUnreachable)
            kind = AccountsUnavailable if away else AccountsError
            raise kind(_("The accounts in PostgreSQL: {error}").format(error=error)) from None
        self._watchdog = Watchdog(self._pool, address, _HANGING_SECONDS)
        try:
            self._require_version(prepares)
            (self.trust_clock if trusts_clock else self._check_clock)()
        except AccountsError:
            self.close()
            raise

    def close(self) -> None:
        """Close the connections."""
        self._watchdog.close()
        self._pool.close()

    def pool_use(self) -> PoolUse:
        """The connections to the database."""
        return pool_use(self._pool)

    def _counted(self, account: Account, units: int) -> Account | None:
        try:
            return super()._counted(account, units)
        except _CountLost as error:
            # The log entry allows a correction.
            unsent = _("; {units} may have been counted for {id} without an answer").format(
                units=units, id=account.id
            )
            raise AccountsUnavailable(f"{error}{unsent if units else ''}") from error

    def _rows(self, statement: str, **values: object) -> list[DbRow]:
        if self._clock is not None:
            values["clock"] = self._clock()
        text = _translated(statement, "%(clock)s::float8" if self._clock else _CLOCK)
        with self._connection() as connection:
            try:
                for _attempt in range(_ATTEMPTS - 1):
                    with suppress(*_RETRIABLE_ERRORS):
                        return connection.execute(text, values).fetchall()
                return connection.execute(text, values).fetchall()
            except psycopg.OperationalError as error:
                # A server that ends may do so between a commit and its answer, and the connection
                # is known to be broken only later; else it refused, and undid what it had done.
                if not (connection.broken or isinstance(error, psycopg.errors.AdminShutdown)):
                    raise
                raise _CountLost(
                    _("The accounts in PostgreSQL: {reason}").format(reason=reason(error))
                ) from error

    @contextmanager
    def _connection(self) -> Iterator[psycopg.Connection]:
        try:
            with self._watchdog.connection() as connection:
                yield connection
        except (psycopg.Error, PoolTimeout) as error:
            raise AccountsUnavailable(
                _("The accounts in PostgreSQL: {reason}").format(reason=reason(error))
            ) from error

    def _require_version(self, prepares: bool) -> None:
        version = self._version()
        if version < _VERSION and not (prepares and self._has_prepared()):
            are = _("are of an older firmeterm") if version else _("were not prepared")
            raise AccountsError(
                _(
                    "The accounts in PostgreSQL {are}. Whoever owns the database runs once:"
                    " firmeterm keys prepare URL"
                ).format(are=are)
            )
        if version > _VERSION:
            raise AccountsError(
                _(
                    "The accounts in PostgreSQL have version {version}, which is not known to this"
                    " program: update it on every machine."
                ).format(version=version)
            )

    def _version(self) -> int:
        """The version of the tables, 0 if there are none; raises ``AccountsError``."""
        try:
            with self._connection() as connection:
                row = connection.execute(f"SELECT number FROM {SCHEMA}.version").fetchone()
        except AccountsUnavailable as error:
            if isinstance(error.__cause__, _NO_TABLES):
                return 0
            if isinstance(error.__cause__, psycopg.errors.InsufficientPrivilege):
                advice = _("Grant the role what firmeterm manual hosting says.")
                raise AccountsError(f"{error}. {advice}") from None
            raise
        return int(row[0]) if row else 0

    def _has_prepared(self) -> bool:
        """Create the tables, or upgrade them to this version; false if the role may not."""
        try:
            with self._connection() as connection, connection.transaction():
                # Two programs that start at the same time must create the tables once.
                connection.execute("SELECT pg_advisory_xact_lock(7130424)")
                connection.execute(_TABLES)
        except AccountsUnavailable as error:
            if isinstance(error.__cause__, psycopg.errors.InsufficientPrivilege):
                return False
            raise
        return True


@lru_cache(maxsize=64)
def _translated(statement: str, now: str) -> str:
    text = _VALUE.sub(r"%(\1)s", statement)
    return text.format(account=f"{SCHEMA}.account", now=now, month=_MONTH.format(now=now))
