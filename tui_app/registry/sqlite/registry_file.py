"""Reads a registry file."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Final, TypeVar

from tui_app.contract.ranking import read_query
from tui_app.registry.company_registry import RegistryInfo, SearchResults
from tui_app.registry.content import RegistryContent, RegistryQuery
from tui_app.registry.errors import RegistryError
from tui_app.registry.sql_registry import SqlRegistry, search_results
from tui_app.registry.sqlite.checksum import has_wrong_checksum
from tui_app.registry.sqlite.connection_pool import Pool, rebuild_advice
from tui_app.registry.sqlite.finished import reader
from tui_app.registry.sqlite.search import search
from tui_app.system.language import _

SEARCH_SECONDS: Final = 0.2
"""The time limit of a search, which then returns what it has found."""

_CHECK_EVERY: Final = 1000

_CHECKED_PAGES: Final = 64
"""Pages in memory during a check, which every start makes of the sample."""

T = TypeVar("T")


class RegistryFile(SqlRegistry):
    """One open registry file, for a small pool of threads.

    It keeps reading the opened file, even if another replaces it. Raises ``RegistryError``, which
    says what to run next, if the file cannot be used, and in every method if it turns out to be
    damaged.
    """

    def __init__(self, path: Path) -> None:
        self._pool = Pool(path)
        self.path = path
        beside = self._pool.attached
        with self.connection() as connection:
            self.content = RegistryContent(
                self._pool.info,
                reader(connection),
                has_contracts=beside.has_contracts,
                has_history=beside.has_history,
            )

    @property
    def info(self) -> RegistryInfo:
        """The description of the file."""
        return self.content.info

    @property
    def extensions(self) -> tuple[str, ...]:
        """The extensions that the file supports."""
        return self.content.extensions

    def connection(self) -> AbstractContextManager[sqlite3.Connection]:
        """Borrow a connection; damage found in the block raises ``RegistryError``."""
        return self._pool.connection()

    def read(self, reading: RegistryQuery[T]) -> T:
        """The result of ``reading``."""
        with self.connection() as connection:
            return reading(reader(connection), self.content)

    def search_today(self, q: str, interrupt: threading.Event | None) -> SearchResults:
        """At most ten companies, most relevant first."""
        with self.connection() as connection:
            with _TimeLimit(connection, interrupt) as limit:
                numbers, is_complete = search(connection, read_query(q))
            return search_results(
                reader(connection),
                self.content,
                q,
                (numbers, is_complete and not limit.is_reached),
                lambda query: search(connection, query)[0],
                _within_time(connection, interrupt),
            )

    def check(self) -> None:
        """Read the whole file; raises ``RegistryError`` if it is damaged."""
        with self.connection() as connection:
            (kept,) = connection.execute("PRAGMA cache_size").fetchone()
            connection.execute(f"PRAGMA cache_size = {_CHECKED_PAGES}")  # each is read once
            (finding,) = connection.execute("PRAGMA main.quick_check(1)").fetchone()
            connection.execute(f"PRAGMA cache_size = {kept}")
        try:
            if finding == "ok" and has_wrong_checksum(self.path):
                finding = _("its checksum is wrong")
        except OSError as error:
            raise RegistryError(
                _("{path} cannot be read: {why}.").format(path=self.path, why=error.strerror)
            ) from None
        if finding != "ok":
            raise RegistryError(
                _("{path} is damaged: {finding}. {advice} {path}").format(
                    path=self.path, finding=finding, advice=rebuild_advice()
                )
            )

    def close(self) -> None:
        """Close the file, once running reads have finished."""
        self._pool.close()


@contextmanager
def _within_time(
    connection: sqlite3.Connection, interrupt: threading.Event | None
) -> Iterator[None]:
    with _TimeLimit(connection, interrupt), suppress(sqlite3.OperationalError):
        yield


class _TimeLimit:
    """Ends a statement after a time limit, or when it is interrupted."""

    def __init__(self, connection: sqlite3.Connection, interrupt: threading.Event | None) -> None:
        self.is_reached = False
        self._connection = connection
        self._interrupt = interrupt
        self._end = time.monotonic() + SEARCH_SECONDS

    def __enter__(self) -> _TimeLimit:
        self._connection.set_progress_handler(self._must_stop, _CHECK_EVERY)
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.set_progress_handler(None, 0)

    def _must_stop(self) -> bool:
        if time.monotonic() > self._end or (self._interrupt and self._interrupt.is_set()):
            self.is_reached = True
        return self.is_reached
