"""What the service is given to answer from: one protocol for every engine.

The methods are blocking, and safe to call from any number of threads. The service runs a
whole request (account, read, charge) in one thread of its pool: a second hand-over between
the loop and a thread costs more than most reads. So

- the SQLite engine reads in the thread that asks, with a few connections that it lends;
- a PostgreSQL engine does the same with a pool of connections that blocks;
- an engine with asynchronous I/O runs a loop in a thread of its own, and each method waits
  for ``asyncio.run_coroutine_threadsafe(…).result()``.
"""

from __future__ import annotations

import datetime as dt
import threading
from typing import Protocol, runtime_checkable

from msgspec import Struct

from tui_app.contract import resources as r
from tui_app.contract.screening.criteria import Screen
from tui_app.contract.screening.page import ScreenFacets, ScreenPage


class RegistryInfo(Struct, frozen=True, kw_only=True):
    """What a registry says of itself.

    ``version`` names the content: with another version the answers may differ.
    ``invented`` says that no company in it exists. ``register_day`` is the date of the trade
    register's dump that it holds, where it holds one.
    """

    version: str
    built_at: dt.datetime
    companies: int
    invented: bool
    register_day: dt.date | None = None


class SearchResults(Struct, frozen=True):
    """At most ten companies; not ``is_complete`` where the time was over before the end."""

    companies: tuple[r.CompanySummary, ...]
    is_complete: bool


class PoolUse(Struct, frozen=True):
    """The connections of a pool, and the callers who wait for one."""

    open: int
    in_use: int
    waited_for: int


@runtime_checkable
class Pooled(Protocol):
    """What has connections to a database server, for the metrics."""

    def pool_use(self) -> PoolUse:
        """How many connections there are."""


@runtime_checkable
class ReplicatedRegistry(Protocol):
    """A registry that is read from replicas, for the readiness page."""

    def replica_lag(self) -> dict[str, float | None]:
        """Seconds that each replica is behind, by its name; ``None``: it does not answer."""


class CompanyRegistry(Protocol):
    """The companies on record, by the nine operations of the interface.

    Every method raises ``RegistryError`` when the registry cannot be read. ``None`` means
    that the company is unknown, or that the tax id is none. A company with nothing on record
    has an empty resource.
    """

    @property
    def info(self) -> RegistryInfo:
        """What is in use now; it may change between two calls."""

    def search(self, q: str, *, interrupt: threading.Event | None = None) -> SearchResults:
        """The companies that match a text, most relevant first.

        ``q`` has passed ``operations.QUERY``. A search that takes too long, or whose
        ``interrupt`` is set, gives what was found by then.
        """

    def profile(self, tax_id: str) -> r.CompanyProfile | None:
        """The general profile."""

    def financial(self, tax_id: str) -> r.FinancialData | None:
        """The financial data."""

    def court_cases(self, tax_id: str, page: int) -> r.CourtCasePage | None:
        """One page of court cases, newest first; past the last page an empty one."""

    def registered(self, date: dt.date, page: int) -> r.RegisteredCompanyPage:
        """One page of the companies registered on a day; past the last page an empty one."""

    def phones(self, tax_id: str) -> r.Phones | None:
        """The phone numbers."""

    def emails(self, tax_id: str) -> r.Emails | None:
        """The e-mail addresses."""

    def administrators(self, tax_id: str) -> r.Administrators | None:
        """The administrators."""

    def websites(self, tax_id: str) -> r.Websites | None:
        """The websites."""

    def close(self) -> None:
        """Let go of everything, once what is being read has been read."""


@runtime_checkable
class ResearchRegistry(CompanyRegistry, Protocol):
    """A registry that answers our extensions as well."""

    @property
    def extensions(self) -> tuple[str, ...]:
        """The names of the operations that it answers besides the nine."""

    def peers(self, tax_id: str) -> r.Peers | None:
        """Where a company stands among firms of its class, county and size."""

    def connections(self, tax_id: str, page: int) -> r.ConnectionPage | None:
        """One page of the companies of the same administrators or at the same address."""

    def screen(self, screen: Screen, order: str, size: int, cursor: str) -> ScreenPage:
        """One page, from ``cursor`` on, of the companies that fulfil the criteria.

        Raises ``InvalidParameter`` for a cursor of other data, another order or other criteria.
        """

    def screen_facets(self, screen: Screen) -> ScreenFacets:
        """How the companies that fulfil the criteria divide."""
