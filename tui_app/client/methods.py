"""One method for each operation of the interface, and for most extensions."""

from __future__ import annotations

import datetime as dt
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TypeVar

from msgspec.structs import replace

from tui_app.client.answer import Answer
from tui_app.client.request import line_of
from tui_app.contract import operations as o
from tui_app.contract import resources as r
from tui_app.contract.past import ChangePage, CompanyHistory
from tui_app.contract.public_money import AUTO, ContractPage, PublicMoney
from tui_app.contract.screening.criteria import Criteria
from tui_app.contract.screening.page import ScreeningFacets, ScreeningPage

T = TypeVar("T")
Page = TypeVar("Page", ContractPage, ChangePage, ScreeningPage)

TaxId = str | int
"""A tax id (CUI): digits as a text or a number, with or without ``RO``."""


class Operations(ABC):
    """Each method returns an ``Answer`` or raises a ``ClientError``.

    ``fresh`` bypasses the cache. ``confirm`` sends the request although few are left.
    """

    @abstractmethod
    async def ask(
        self,
        operation: o.Operation[T],
        tax_id: TaxId = "",
        raw: Mapping[str, str] | None = None,
        *,
        fresh: bool = False,
        confirm: bool = False,
    ) -> Answer[T]:
        """Any operation; its parameters are texts, named as in the interface."""

    async def autocomplete(
        self,
        q: str,
        *,
        as_of: dt.date | None = None,
        fresh: bool = False,
        confirm: bool = False,
    ) -> Answer[tuple[r.CompanySummary, ...]]:
        """Companies whose name or number contains ``q``, best first, at most ten."""
        raw = {"q": q, **_on(as_of)}
        return await self.ask(o.AUTOCOMPLETE, raw=raw, fresh=fresh, confirm=confirm)

    async def profile(
        self, tax_id: TaxId, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.CompanyProfile]:
        """The general profile of a company."""
        return await self.ask(o.PROFILE, tax_id, fresh=fresh, confirm=confirm)

    async def financial(
        self, tax_id: TaxId, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.FinancialData]:
        """The financial data of a company, whole RON."""
        return await self.ask(o.FINANCIAL, tax_id, fresh=fresh, confirm=confirm)

    async def court_cases(
        self, tax_id: TaxId, page: int = 1, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.CourtCasePage]:
        """One page, counted from 1, of the court cases of a company."""
        raw = {"page": str(page)}
        return await self.ask(o.COURT_CASES, tax_id, raw, fresh=fresh, confirm=confirm)

    async def registered(
        self, date: dt.date | str, page: int = 1, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.RegisteredCompanyPage]:
        """One page, counted from 1, of the companies registered on a day.

        A day as a text is written ``YYYY-MM-DD``.
        """
        if isinstance(date, dt.datetime):
            date = date.date()
        raw = {"registration_date": str(date), "page": str(page)}
        return await self.ask(o.REGISTERED, raw=raw, fresh=fresh, confirm=confirm)

    async def phones(
        self, tax_id: TaxId, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.Phones]:
        """The contact phone numbers of a company."""
        return await self.ask(o.PHONES, tax_id, fresh=fresh, confirm=confirm)

    async def emails(
        self, tax_id: TaxId, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.Emails]:
        """The contact e-mail addresses of a company."""
        return await self.ask(o.EMAILS, tax_id, fresh=fresh, confirm=confirm)

    async def administrators(
        self, tax_id: TaxId, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.Administrators]:
        """The people who represent the company."""
        return await self.ask(o.ADMINISTRATORS, tax_id, fresh=fresh, confirm=confirm)

    async def websites(
        self, tax_id: TaxId, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.Websites]:
        """The websites of a company."""
        return await self.ask(o.WEBSITES, tax_id, fresh=fresh, confirm=confirm)

    async def peers(
        self, tax_id: TaxId, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.Peers]:
        """How a company compares with the others of its activity."""
        return await self.ask(o.PEERS, tax_id, fresh=fresh, confirm=confirm)

    async def connections(
        self, tax_id: TaxId, page: int = 1, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.ConnectionPage]:
        """One page, counted from 1, of the companies that share something with a company."""
        raw = {"page": str(page)}
        return await self.ask(o.CONNECTIONS, tax_id, raw, fresh=fresh, confirm=confirm)

    async def history(
        self, tax_id: TaxId, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[CompanyHistory]:
        """A company in all snapshots of the register."""
        return await self.ask(o.HISTORY, tax_id, fresh=fresh, confirm=confirm)

    async def public_money(
        self, tax_id: TaxId, side: str = AUTO, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[PublicMoney]:
        """The public money of a company, summed, as ``supplier`` or as ``authority``."""
        raw = {o.SIDE.name: side}
        return await self.ask(o.PUBLIC_MONEY, tax_id, raw, fresh=fresh, confirm=confirm)

    async def contracts(
        self,
        tax_id: TaxId,
        side: str = AUTO,
        *,
        limit: int = o.SCREEN_SIZE.default,
        cursor: str = "",
        fresh: bool = False,
        confirm: bool = False,
    ) -> Answer[ContractPage]:
        """One page of the public contracts of a company; ``nextCursor`` leads to the next."""
        raw = {o.SIDE.name: side, "limit": str(limit), "cursor": cursor}
        answer = await self.ask(o.CONTRACTS, tax_id, raw, fresh=fresh, confirm=confirm)
        return _advancing(answer, cursor, answer.data.contracts)

    async def changes(
        self,
        criteria: Criteria | str = "",
        *,
        limit: int = o.SCREEN_SIZE.default,
        cursor: str = "",
        fresh: bool = False,
        confirm: bool = False,
    ) -> Answer[ChangePage]:
        """One page of the changes in the register of companies that match criteria."""
        line = line_of(criteria)
        raw = {"q": line, "limit": str(limit), "cursor": cursor}
        answer = await self.ask(o.CHANGES, raw=raw, fresh=fresh, confirm=confirm)
        return _advancing(answer, cursor, answer.data.changes)

    async def screen(
        self,
        criteria: Criteria | str = "",
        *,
        sort: str = o.SCREEN_ORDER.default,
        limit: int = o.SCREEN_SIZE.default,
        cursor: str = "",
        fresh: bool = False,
        confirm: bool = False,
    ) -> Answer[ScreeningPage]:
        """One page of the companies that match criteria, given as an object or a line.

        Raises ``InvalidRequestError`` if the server did not announce screening.
        """
        line = line_of(criteria)
        raw = {"q": line, "sort": sort, "limit": str(limit), "cursor": cursor}
        answer = await self.ask(o.SCREEN, raw=raw, fresh=fresh, confirm=confirm)
        return _advancing(answer, cursor, answer.data.companies)

    async def screen_on(
        self,
        day: dt.date,
        criteria: Criteria | str = "",
        *,
        sort: str = "companyName",
        limit: int = o.SCREEN_SIZE.default,
        cursor: str = "",
        confirm: bool = False,
    ) -> Answer[ScreeningPage]:
        """One page of the companies that matched criteria on a day."""
        line = line_of(criteria)
        raw = {"q": line, "sort": sort, "limit": str(limit), "cursor": cursor, **_on(day)}
        return await self.ask(o.SCREEN, raw=raw, confirm=confirm)

    async def screen_facets(
        self,
        criteria: Criteria | str = "",
        *,
        as_of: dt.date | None = None,
        fresh: bool = False,
        confirm: bool = False,
    ) -> Answer[ScreeningFacets]:
        """The facets of the companies that match criteria, and totals of their figures."""
        line = line_of(criteria)
        raw = {"q": line, **_on(as_of)}
        return await self.ask(o.SCREEN_FACETS, raw=raw, fresh=fresh, confirm=confirm)


def _advancing(answer: Answer[Page], cursor: str, rows: tuple[object, ...]) -> Answer[Page]:
    """The answer; following a cursor that does not advance would cost requests for ever."""
    following = answer.data.next_cursor
    if following and (following == cursor or not rows):
        return replace(answer, data=replace(answer.data, next_cursor=None))
    return answer


def _on(as_of: dt.date | None) -> dict[str, str]:
    return {o.AS_OF.name: as_of.isoformat()} if as_of else {}
