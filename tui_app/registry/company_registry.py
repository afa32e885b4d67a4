"""The protocol between the service and a registry, whatever its engine.

The methods block, and are safe to call from any number of threads. The service handles a
whole request (account, read, charge) in one thread of its pool: passing it once more between
the loop and a thread costs more than most reads. So

- the SQLite engine reads in the calling thread, with one of a few connections;
- a PostgreSQL engine does the same with a blocking connection pool;
- an engine with asynchronous I/O runs a loop in a thread of its own, and each method waits
  for ``asyncio.run_coroutine_threadsafe(…).result()``.
"""

from __future__ import annotations

import datetime as dt
import threading
from typing import Protocol, runtime_checkable

from msgspec import Struct

from tui_app.contract import resources as r
from tui_app.contract.provenance import DataSource
from tui_app.contract.search_notes import SearchNotes


class RegistryInfo(Struct, frozen=True, kw_only=True):
    """A registry's description of itself.

    ``version`` identifies the content: with another version the answers may differ. ``invented``
    says that its companies are invented. ``register_day`` is the date of its trade-register dump,
    if it has one. ``lacks`` names the operations for which it has no data on any company, so that a
    gap means nothing. ``newest_year`` is the latest year with a statement of any company.
    """

    version: str
    built_at: dt.datetime
    companies: int
    invented: bool
    register_day: dt.date | None = None
    lacks: tuple[str, ...] = ()
    newest_year: int | None = None


class SearchResults(Struct, frozen=True):
    """At most ten companies; ``is_complete`` is false if the time limit was reached.

    ``notes`` says which of them were found beyond the text, in a registry that tolerates errors.
    """

    companies: tuple[r.CompanySummary, ...]
    is_complete: bool
    notes: SearchNotes = SearchNotes()


class PoolUse(Struct, frozen=True):
    """The number of connections in a pool, and of callers waiting for one."""

    open: int
    in_use: int
    waited_for: int


@runtime_checkable
class Pooled(Protocol):
    """A registry with connections to a database server, for the metrics."""

    def pool_use(self) -> PoolUse:
        """The connections now."""


class Publication(Struct, frozen=True):
    """When the current registry was published; ``is_refused``: a newer one cannot be read."""

    at: dt.datetime
    is_refused: bool


@runtime_checkable
class ReplicatedRegistry(Protocol):
    """A registry that is published to a database and its replicas, for the readiness page."""

    @property
    def publication(self) -> Publication:
        """The publication in use, as of the latest read."""

    def replica_lag(self) -> dict[str, float | None]:
        """How many seconds each replica is behind, by name; ``None``: it does not answer."""


class CompanyRegistry(Protocol):
    """The companies on record, with one method for each of the nine operations.

    A method has its operation's name, and its parameters in their order; but autocomplete's is
    ``search``. Every method raises ``RegistryError`` when the registry cannot be read. ``None``
    means that the company is unknown, or that the tax id is invalid. A company with nothing on
    record gets an empty resource.
    """

    @property
    def info(self) -> RegistryInfo:
        """The current content; it may change between two calls."""

    @property
    def extensions(self) -> tuple[str, ...]:
        """The names of the supported extensions, each with its method of ``SqlRegistry``."""

    def search(self, q: str, *, interrupt: threading.Event | None = None) -> SearchResults:
        """The companies that match a text, most relevant first.

        ``q`` has passed ``operations.QUERY``. A search that takes too long, or whose ``interrupt``
        is set, returns what it has found by then.
        """

    def profile(self, tax_id: str) -> r.CompanyProfile | None:
        """The general profile."""

    def financial(self, tax_id: str) -> r.FinancialData | None:
        """The financial data."""

    def court_cases(self, tax_id: str, page: int) -> r.CourtCasePage | None:
        """One page of court cases, newest first; an empty one after the last page."""

    def registered(self, date: dt.date, page: int) -> r.RegisteredCompanyPage:
        """One page of the companies registered on a day; an empty one after the last page."""

    def phones(self, tax_id: str) -> r.Phones | None:
        """The phone numbers."""

    def emails(self, tax_id: str) -> r.Emails | None:
        """The e-mail addresses."""

    def administrators(self, tax_id: str) -> r.Administrators | None:
        """The administrators."""

    def websites(self, tax_id: str) -> r.Websites | None:
        """The websites."""

    def sources(self, tax_id: str, operation: str) -> tuple[DataSource, ...]:
        """The sources of an operation's answer about a company, as far as known."""

    def close(self) -> None:
        """Close it, once running reads have finished."""
