"""The operations of a registry in SQL tables: the same statements for every engine."""

from __future__ import annotations

import datetime as dt
import threading
from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from tui_app.contract import resources as r
from tui_app.contract.matching import CompanyMatch, MatchRow
from tui_app.contract.operations import MAXIMUM_RESULTS
from tui_app.contract.past import ChangePage, CompanyHistory
from tui_app.contract.provenance import DataSource
from tui_app.contract.public_money import ContractPage, PublicMoney
from tui_app.contract.ranking import Query
from tui_app.contract.screening import OF_THE_PAST
from tui_app.contract.screening.criteria import Criteria
from tui_app.contract.screening.page import ScreeningFacets, ScreeningPage
from tui_app.registry import lookup
from tui_app.registry.company_registry import CompanyRegistry, SearchResults
from tui_app.registry.connections import connections
from tui_app.registry.content import RegistryContent, RegistryQuery
from tui_app.registry.peers import peers
from tui_app.registry.provenance import sources
from tui_app.registry.public_money import (
    contracts,
    party_profile,
    public_money,
    with_party,
    with_public_share,
)
from tui_app.registry.sql import Read
from tui_app.registry.words.looser_search import LooserSearch

if TYPE_CHECKING:
    from tui_app.registry.history.as_of import PastDay

T = TypeVar("T")
Contact = TypeVar("Contact", bound=r.Resource)


class SqlRegistry(CompanyRegistry):
    """A ``CompanyRegistry`` that also answers our extensions, each by a method of its name.

    An engine provides ``read``, ``search_today``, and ``info``, ``extensions`` and ``close``. With
    a ``day``, the answer is as of that day: ``InvalidParameter`` if there is no history, or none of
    that day. A ``cursor`` of other data, another order or other criteria is an
    ``InvalidParameter``, too.
    """

    @abstractmethod
    def read(self, reading: RegistryQuery[T]) -> T:
        """The result of ``reading``, which may be called again on newer content.

        Raises ``RegistryError``.
        """

    @abstractmethod
    def search_today(self, q: str, interrupt: threading.Event | None) -> SearchResults:
        """At most ten companies, most relevant first; ``q`` has passed ``operations.QUERY``.

        A search that takes too long, or whose ``interrupt`` is set, returns what it has found by
        then.
        """

    def search(
        self, q: str, *, day: dt.date | None = None, interrupt: threading.Event | None = None
    ) -> SearchResults:
        """The companies that match a text; with a day, whose name or number up to it does."""
        if day is None:
            return self.search_today(q, interrupt)
        today = self.search_today(q, interrupt).companies
        return self._on_day(day, lambda past: past.search(q, today))

    def profile(self, tax_id: str, *, day: dt.date | None = None) -> r.CompanyProfile | None:
        """The general profile, or what the register said on a day."""
        if day is not None:
            return self._on_day(day, lambda past: past.profile(tax_id))

        def found(read: Read, content: RegistryContent) -> r.CompanyProfile | None:
            profile = lookup.profile(read, tax_id)
            return profile or (party_profile(read, tax_id) if content.has_contracts else None)

        return self.read(found)

    def financial(self, tax_id: str) -> r.FinancialData | None:
        """The financial data; all fields are absent if none is on record."""
        return self._of_company(tax_id, lookup.financial)

    def court_cases(self, tax_id: str, page: int) -> r.CourtCasePage | None:
        """One page of court cases, newest first; an empty one after the last page."""
        return self._of_company(tax_id, lambda read, owner: lookup.court_cases(read, owner, page))

    def registered(self, date: dt.date, page: int) -> r.RegisteredCompanyPage:
        """One page of the companies registered on a day; an empty one after the last page."""
        return self.read(lambda read, _: lookup.registered(read, date, page))

    def phones(self, tax_id: str) -> r.Phones | None:
        """The phone numbers."""
        return self._contacts(tax_id, r.Phones)

    def emails(self, tax_id: str) -> r.Emails | None:
        """The e-mail addresses."""
        return self._contacts(tax_id, r.Emails)

    def administrators(self, tax_id: str) -> r.Administrators | None:
        """The administrators."""
        return self._contacts(tax_id, r.Administrators)

    def websites(self, tax_id: str) -> r.Websites | None:
        """The websites."""
        return self._contacts(tax_id, r.Websites)

    def peers(self, tax_id: str) -> r.Peers | None:
        """The position of a company among its peers."""

        def found(read: Read, content: RegistryContent) -> r.Peers | None:
            owner = lookup.owner_of(read, tax_id)
            if owner is None:
                return None
            found = peers(read, owner)
            return with_public_share(read, owner, found) if content.has_contracts else found

        return self.read(found)

    def public_money(self, tax_id: str, side: str, partners: int) -> PublicMoney | None:
        """The totals of a company's public contracts, or of an authority's that no register has."""
        return self.read(lambda read, _: public_money(read, tax_id, side, partners))

    def contracts(self, tax_id: str, side: str, size: int, cursor: str) -> ContractPage | None:
        """One page of a company's public contracts, from ``cursor`` on."""
        return self.read(lambda read, _: contracts(read, tax_id, side, size, cursor))

    def connections(self, tax_id: str, page: int) -> r.ConnectionPage | None:
        """One page of the companies connected to one."""
        return self._of_company(tax_id, lambda read, owner: connections(read, owner, page))

    def screen(
        self,
        criteria: Criteria,
        order: str,
        size: int,
        cursor: str,
        *,
        day: dt.date | None = None,
    ) -> ScreeningPage:
        """One page, from ``cursor`` on, of the companies that match the criteria."""
        if day is not None:
            return self._on_day(day, lambda past: past.screen(criteria, order, size, cursor))

        def page(read: Read, content: RegistryContent) -> ScreeningPage:
            _require_history(read, content, criteria)
            return content.screening.page(read, criteria, order, size, cursor)

        return self.read(page)

    def screen_facets(self, criteria: Criteria, *, day: dt.date | None = None) -> ScreeningFacets:
        """The facets of the companies that match the criteria."""
        if day is not None:
            return self._on_day(day, lambda past: past.facets(criteria))

        def facets(read: Read, content: RegistryContent) -> ScreeningFacets:
            _require_history(read, content, criteria)
            return content.screening.facets(read, criteria)

        return self.read(facets)

    def history(self, tax_id: str) -> CompanyHistory | None:
        """A company in all snapshots of the register."""
        from tui_app.registry.history.reading import company_history

        return self.read(lambda read, content: company_history(read, content.history(read), tax_id))

    def changes(self, criteria: Criteria, size: int, cursor: str) -> ChangePage:
        """One page of the changes of companies that match the criteria, newest first."""
        from tui_app.registry.history.changes import change_page

        def page(read: Read, content: RegistryContent) -> ChangePage:
            index = content.screening.index(read)
            history = content.history(read)
            return change_page(index, history, content.info.version, criteria, size, cursor)

        return self.read(page)

    def match(
        self, rows: Sequence[MatchRow], *, interrupt: threading.Event | None = None
    ) -> tuple[CompanyMatch, ...]:
        """The company that each row means; rows after an interruption have none."""
        # Few need it, and it takes time to load.
        from tui_app.registry.matching import match_rows

        return match_rows(self.read, partial(self.search, interrupt=interrupt), rows, interrupt)

    def sources(self, tax_id: str, operation: str) -> tuple[DataSource, ...]:
        """The sources of an answer about a company."""

        def found(read: Read, content: RegistryContent) -> tuple[DataSource, ...]:
            return sources(read, tax_id, operation) if content.has_provenance else ()

        return self.read(found)

    def _contacts(self, tax_id: str, resource: type[Contact]) -> Contact | None:
        return self._of_company(tax_id, lambda read, owner: lookup.contacts(read, owner, resource))

    def _of_company(self, tax_id: str, reading: Callable[[Read, lookup.Owner], T]) -> T | None:
        def found(read: Read, _: RegistryContent) -> T | None:
            owner = lookup.owner_of(read, tax_id)
            return None if owner is None else reading(read, owner)

        return self.read(found)

    def _on_day(self, day: dt.date, answer: Callable[[PastDay], T]) -> T:
        from tui_app.registry.history.as_of import PastDay

        return self.read(lambda read, content: answer(PastDay(read, content.history(read), day)))


def _require_history(read: Read, content: RegistryContent, criteria: Criteria) -> None:
    """Raise ``InvalidParameter`` for criteria about an unknown past."""
    if any(criterion.field in OF_THE_PAST for criterion in criteria):
        content.history(read)


def search_results(
    read: Read,
    content: RegistryContent,
    q: str,
    found: tuple[list[int], bool],
    by_text: Callable[[Query], list[int]],
    within_time: AbstractContextManager[None],
) -> SearchResults:
    """What was found by a text, and whether it is complete, with what is found beyond it.

    ``by_text`` finds the companies of other texts. ``within_time`` ends the search beyond the text
    when it takes too long.
    """
    numbers, is_complete = found
    results = SearchResults(lookup.summaries(read, numbers), is_complete)
    if content.has_history and len(results.companies) < MAXIMUM_RESULTS:
        from tui_app.registry.history.as_of import formerly

        known = {company.tax_id for company in results.companies}
        former = formerly(read, content.history(read), q)
        more = [each for each in former if each.tax_id not in known]
        companies = (*results.companies, *more)[:MAXIMUM_RESULTS]
        results = SearchResults(companies, is_complete)
    if content.has_contracts:
        results = with_party(read, q, results)
    if is_complete and content.has_words and len(results.companies) < MAXIMUM_RESULTS:
        with within_time:
            return LooserSearch(read, content, q, numbers, by_text).results(results)
    return results
