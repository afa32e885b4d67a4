"""The operations of a registry in SQL tables: the same statements for every engine."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from tui_app.contract import resources as r
from tui_app.contract.matching import CompanyMatch, MatchRow
from tui_app.contract.provenance import DataSource
from tui_app.contract.public_money import ContractPage, PublicMoney
from tui_app.contract.screening.criteria import Criteria
from tui_app.contract.screening.page import ScreeningFacets, ScreeningPage
from tui_app.registry import lookup
from tui_app.registry.connections import connections
from tui_app.registry.content import RegistryContent
from tui_app.registry.history.answers import PastAnswers, answerable
from tui_app.registry.peers import peers
from tui_app.registry.provenance import sources
from tui_app.registry.public_money import (
    contracts,
    party_profile,
    public_money,
    with_public_share,
)
from tui_app.registry.sql import Read

_NUMBER_OF_COMPANIES: Final = "SELECT companies FROM {s}build"

T = TypeVar("T")
Contact = TypeVar("Contact", bound=r.Resource)


class SqlRegistry(PastAnswers):
    """Most of a ``ResearchRegistry``, which describes the methods.

    An engine provides ``read``, ``search``, ``info``, ``extensions`` and ``close``.
    """

    def profile(self, tax_id: str) -> r.CompanyProfile | None:
        """The general profile."""

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
        """The totals of a company's public contracts."""
        return self.read(lambda read, _: public_money(read, tax_id, side, partners))

    def contracts(self, tax_id: str, side: str, size: int, cursor: str) -> ContractPage | None:
        """One page of a company's public contracts, from ``cursor`` on."""
        return self.read(lambda read, _: contracts(read, tax_id, side, size, cursor))

    def connections(self, tax_id: str, page: int) -> r.ConnectionPage | None:
        """One page of the companies connected to one."""
        return self._of_company(tax_id, lambda read, owner: connections(read, owner, page))

    def screen(self, criteria: Criteria, order: str, size: int, cursor: str) -> ScreeningPage:
        """One page of the companies that match the criteria."""
        return self.read(
            lambda read, content: content.screening.page(
                read, answerable(criteria, content), order, size, cursor
            )
        )

    def screen_facets(self, criteria: Criteria) -> ScreeningFacets:
        """The facets of the companies that match the criteria."""
        return self.read(
            lambda read, content: content.screening.facets(read, answerable(criteria, content))
        )

    def match(
        self, rows: Sequence[MatchRow], *, interrupt: threading.Event | None = None
    ) -> tuple[CompanyMatch, ...]:
        """The company that each row means; rows after an interruption have none."""
        # Few need it, and it takes time to load.
        from tui_app.registry.matching import match_rows

        ((companies,),) = self.read(lambda read, _: read(_NUMBER_OF_COMPANIES, ()))
        return match_rows(self, companies, rows, interrupt)

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
