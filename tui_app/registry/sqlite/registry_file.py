"""Reads a registry file."""

from __future__ import annotations

import sqlite3
import threading
import time
from contextlib import AbstractContextManager, suppress
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from tui_app.contract.operations import (
    CONNECTIONS,
    CONTRACTS,
    MATCH,
    MAXIMUM_RESULTS,
    PEERS,
    PUBLIC_MONEY,
    SCREEN,
    SCREEN_FACETS,
    SIMILAR,
)
from tui_app.contract.ranking import Query, read_query
from tui_app.registry import lookup
from tui_app.registry.company_registry import RegistryInfo, SearchResults
from tui_app.registry.content import RegistryQuery
from tui_app.registry.errors import RegistryError
from tui_app.registry.history.answers import EXTENSIONS, with_former
from tui_app.registry.public_money import with_party
from tui_app.registry.sql_registry import SqlRegistry
from tui_app.registry.sqlite.checksum import has_wrong_checksum
from tui_app.registry.sqlite.connection_pool import Pool, rebuild_advice
from tui_app.registry.sqlite.reading import reader
from tui_app.registry.sqlite.search import search
from tui_app.registry.words.looser_search import LooserSearch
from tui_app.system.language import _

if TYPE_CHECKING:
    from tui_app.registry.history.reading import HistoryDescription
    from tui_app.registry.screening.engine import ScreeningEngine

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
        with self.connection() as connection:
            found = connection.execute("SELECT 1 FROM word_near LIMIT 1").fetchone()
        self.has_words = found is not None
        """Whether there are words in which a typing error can be found."""

    @property
    def info(self) -> RegistryInfo:
        """The description of the file."""
        return self._pool.info

    @cached_property
    def extensions(self) -> tuple[str, ...]:
        """The extensions that the file supports: administrators may be missing, for example."""
        with self.connection() as connection:
            linked = connection.execute("SELECT 1 FROM connection LIMIT 1").fetchone()
        return (
            PEERS.name,
            MATCH.name,
            *((CONNECTIONS.name,) if linked else ()),
            SCREEN.name,
            SCREEN_FACETS.name,
            *((PUBLIC_MONEY.name, CONTRACTS.name) if self.has_contracts else ()),
            *(EXTENSIONS if self.history_description is not None else ()),
            *((SIMILAR,) if self.has_words else ()),
        )

    @property
    def has_contracts(self) -> bool:
        """Whether public contracts were imported beside it."""
        return self._pool.attached.has_contracts

    @cached_property
    def screening(self) -> ScreeningEngine:
        """The screening of the file."""
        from tui_app.registry.screening.engine import ScreeningEngine

        return ScreeningEngine(self.info, has_contracts=self.has_contracts)

    @cached_property
    def history_description(self) -> HistoryDescription | None:
        """The history beside the file."""
        from tui_app.registry.history.reading import HistoryDescription

        if not self._pool.attached.has_history:
            return None
        with self.connection() as connection:
            return HistoryDescription(reader(connection))

    @property
    def has_provenance(self) -> bool:
        """Whether the file says where its data come from: invented ones come from nowhere."""
        return not self.info.invented

    def connection(self) -> AbstractContextManager[sqlite3.Connection]:
        """Borrow a connection; damage found in the block raises ``RegistryError``."""
        return self._pool.connection()

    def _prepare(self) -> None:
        """Compute what a reading uses of this file before it borrows a connection.

        Python 3.11 computes a cached property under a lock: its thread would wait for a connection
        while the threads that have them wait for the lock.
        """
        _ = self.history_description

    def read(self, reading: RegistryQuery[T]) -> T:
        """The result of ``reading``."""
        self._prepare()
        with self.connection() as connection:
            return reading(reader(connection), self)

    def search(self, q: str, *, interrupt: threading.Event | None = None) -> SearchResults:
        """At most ten companies, most relevant first."""
        self._prepare()
        with self.connection() as connection:
            query, read = read_query(q), reader(connection)
            with _TimeLimit(connection, interrupt) as limit:
                numbers, is_complete = search(connection, query)
            is_complete = is_complete and not limit.is_reached
            found = SearchResults(lookup.summaries(read, numbers), is_complete)
            found = with_former(read, self.history_description, q, found)
            if self.has_contracts:
                found = with_party(read, q, found)
            if not (is_complete and self.has_words) or len(found.companies) >= MAXIMUM_RESULTS:
                return found
            with _TimeLimit(connection, interrupt), suppress(sqlite3.OperationalError):
                by_text = partial(_numbers, connection)
                return LooserSearch(read, self, q, numbers, by_text).results(found)
            return found

    def check(self) -> None:
        """Read the whole file; raises ``RegistryError`` if it is damaged."""
        with self.connection() as connection:
            (kept,) = connection.execute("PRAGMA cache_size").fetchone()
            connection.execute(f"PRAGMA cache_size = {_CHECKED_PAGES}")  # each is read once
            (finding,) = connection.execute("PRAGMA quick_check(1)").fetchone()
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


def _numbers(connection: sqlite3.Connection, query: Query) -> list[int]:
    return search(connection, query)[0]


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
