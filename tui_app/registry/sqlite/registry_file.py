"""Reads a registry file: the data of all operations."""

from __future__ import annotations

import datetime as dt
import sqlite3
import threading
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Final, TypeVar

from tui_app.contract import resources as r
from tui_app.contract.ranking import read_query
from tui_app.contract.screening.criteria import Screen
from tui_app.contract.screening.page import ScreenFacets, ScreenPage
from tui_app.registry.company_registry import RegistryInfo, SearchResults
from tui_app.registry.errors import RegistryError
from tui_app.registry.screening.page_request import PageRequest
from tui_app.registry.screening.screening import Screening
from tui_app.registry.sqlite import connections, lookup, peer_groups
from tui_app.registry.sqlite.connection_pool import Pool
from tui_app.registry.sqlite.screening.reading import is_there, reader
from tui_app.registry.sqlite.search import search

SEARCH_SECONDS: Final = 0.2
"""The time limit of a search, which then returns what it found."""

_CHECK_EVERY: Final = 1000

T = TypeVar("T")


class RegistryFile:
    """One open registry file, for a small pool of threads.

    It keeps reading the opened file, even when another replaces it. Raises
    ``RegistryError``, which says what to run next, when the file cannot be used, and in every
    method when it turns out to be damaged. ``None`` means that the company is unknown, or the tax
    id invalid.
    """

    def __init__(self, path: Path) -> None:
        self._pool = Pool(path)
        self._screening = Screening(self._pool.info)
        self.path = path

    @property
    def info(self) -> RegistryInfo:
        """The description of the file."""
        return self._pool.info

    def search(self, q: str, *, interrupt: threading.Event | None = None) -> SearchResults:
        """At most ten companies, most relevant first; ``q`` has passed ``operations.QUERY``.

        A search that takes too long, or whose ``interrupt`` is set, returns what was
        found by then.
        """
        with self._pool.connection() as connection:
            with _TimeLimit(connection, interrupt) as limit:
                numbers = search(connection, read_query(q))
            return SearchResults(lookup.summaries(connection, numbers), not limit.is_reached)

    def profile(self, tax_id: str) -> r.CompanyProfile | None:
        """The general profile."""
        with self._pool.connection() as connection:
            return lookup.profile(connection, tax_id)

    def financial(self, tax_id: str) -> r.FinancialData | None:
        """The financial data, all absent when none is on record."""
        return self._of_company(tax_id, lookup.financial)

    def court_cases(self, tax_id: str, page: int) -> r.CourtCasePage | None:
        """One page of court cases, newest first; an empty one after the last page."""
        return self._of_company(tax_id, lambda c, number: lookup.court_cases(c, number, page))

    def phones(self, tax_id: str) -> r.Phones | None:
        """The phone numbers."""
        return self._of_company(tax_id, lambda c, n: lookup.contacts(c, n, r.Phones))

    def emails(self, tax_id: str) -> r.Emails | None:
        """The e-mail addresses."""
        return self._of_company(tax_id, lambda c, n: lookup.contacts(c, n, r.Emails))

    def administrators(self, tax_id: str) -> r.Administrators | None:
        """The administrators."""
        return self._of_company(
            tax_id, lambda c, number: lookup.contacts(c, number, r.Administrators)
        )

    def websites(self, tax_id: str) -> r.Websites | None:
        """The websites."""
        return self._of_company(tax_id, lambda c, n: lookup.contacts(c, n, r.Websites))

    def registered(self, date: dt.date, page: int) -> r.RegisteredCompanyPage:
        """One page of the companies registered on a day; an empty one after the last page."""
        with self._pool.connection() as connection:
            return lookup.registered(connection, date, page)

    def peers(self, tax_id: str) -> r.Peers | None:
        """The position of the company among its peers."""
        return self._of_company(tax_id, peer_groups.read)

    def connections(self, tax_id: str, page: int) -> r.ConnectionPage | None:
        """One page of the companies connected to one."""
        return self._of_company(tax_id, lambda c, number: connections.read(c, number, page))

    @cached_property
    def has_connections(self) -> bool:
        """Whether administrators were imported, so that connections are known."""
        with self._pool.connection() as connection:
            return connections.are_known(connection)

    @cached_property
    def has_screening(self) -> bool:
        """Whether the file supports screening: that of an older firmeterm does not."""
        with self._pool.connection() as connection:
            return is_there(connection)

    def screen(self, screen: Screen, order: str, size: int, cursor: str) -> ScreenPage:
        """One page of the companies that match the criteria."""
        with self._pool.connection() as connection:
            return self._screening.page(
                reader(connection), PageRequest(screen, order, size, cursor)
            )

    def screen_facets(self, screen: Screen) -> ScreenFacets:
        """The facets of the companies that match the criteria."""
        with self._pool.connection() as connection:
            return self._screening.facets(reader(connection), screen)

    def check(self) -> None:
        """Read the whole file; raises ``RegistryError`` when it is damaged."""
        with self._pool.connection() as connection:
            (finding,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if finding != "ok":
            raise RegistryError(f"{self.path} is damaged: {finding}")

    def close(self) -> None:
        """Close the file, once running reads have finished."""
        self._pool.close()

    def _of_company(self, tax_id: str, read: Callable[[sqlite3.Connection, int], T]) -> T | None:
        with self._pool.connection() as connection:
            number = lookup.number_of(connection, tax_id)
            return None if number is None else read(connection, number)


class _TimeLimit:
    """Ends a statement after a time limit, or when it is interrupted."""

    def __init__(self, connection: sqlite3.Connection, interrupt: threading.Event | None) -> None:
        self.is_reached = False
        self._connection = connection
        self._interrupt = interrupt
        self._end = time.monotonic() + SEARCH_SECONDS

    def __enter__(self) -> _TimeLimit:
        self._connection.set_progress_handler(self._look, _CHECK_EVERY)
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.set_progress_handler(None, 0)

    def _look(self) -> bool:
        if time.monotonic() > self._end or (self._interrupt and self._interrupt.is_set()):
            self.is_reached = True
        return self.is_reached
