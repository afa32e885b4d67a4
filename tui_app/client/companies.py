"""The nine operations of the interface as methods: what the screen asks its data from."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Mapping
from typing import Any, Final, TypeVar, cast

from msgspec import Struct

from tui_app.client import failures, retry
from tui_app.client.address import Address, read_address
from tui_app.client.allowance import Allowance
from tui_app.client.answer import Answer
from tui_app.client.decode import Decoded, decode
from tui_app.client.errors import ClientError
from tui_app.client.failures import Reply
from tui_app.client.flights import Flight, Flights
from tui_app.client.pages import check_page
from tui_app.client.question import Question, question
from tui_app.client.secret import Secret
from tui_app.client.wire import Deadlines, TransportFactory, Wire
from tui_app.contract import operations as o
from tui_app.contract import resources as r
from tui_app.language import N_, _

_DECODED_IN_PLACE: Final = 50_000
"""Bytes of a body; a larger one is decoded in a thread, so that the screen is not held up."""

T = TypeVar("T")

_TRIED: Final = N_("It was tried {tries} times.")
_UNKNOWN: Final = N_("not a field of the interface")


class Connection(Struct, frozen=True, kw_only=True):
    """How a server is reached. ``open_transport`` makes the way to a service in this process."""

    base_url: str
    key: Secret | None = None
    allow_http: bool = False
    deadlines: Deadlines = Deadlines()
    open_transport: TransportFactory | None = None


class Companies:
    """Nine async methods, each returning an ``Answer`` or raising a ``ClientError``.

    Each takes ``fresh`` (a key was pressed to renew: kept answers are passed by) and
    ``confirm`` (a key was pressed to ask although the allowance is short).
    """

    def __init__(self, connection: Connection, *, floor: int = 0, offline: bool = False) -> None:
        """Raises ``InvalidRequestError`` for an address that cannot or must not be asked."""
        self.address: Address = read_address(connection.base_url, allow_http=connection.allow_http)
        self._wire = Wire(
            self.address, connection.key, connection.deadlines, connection.open_transport
        )
        self._allowance = Allowance(floor)
        self._flights = Flights()
        self._offline = offline
        self._unknown_told: set[str] = set()

    @property
    def session_requests(self) -> int:
        """Requests sent in this session, repetitions included."""
        return self._allowance.session_requests

    @property
    def remaining(self) -> int | None:
        """The newest allowance a server named; ``None`` when it is not known."""
        return self._allowance.remaining

    @property
    def thrifty(self) -> bool:
        """Whether nothing is sent without ``confirm`` or ``fresh``."""
        return self._allowance.thrifty

    @property
    def retry_at(self) -> dt.datetime | None:
        """When (UTC) a server that refused will answer again, where it said so."""
        return self._allowance.retry_at

    async def autocomplete(
        self, q: str, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[tuple[r.CompanySummary, ...]]:
        """Companies whose name or number contains ``q``, best first, at most ten."""
        return await self._ask(question(o.AUTOCOMPLETE, raw={"q": q}), fresh, confirm)

    async def profile(
        self, tax_id: str, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.CompanyProfile]:
        """The general profile of a company."""
        return await self._ask(question(o.PROFILE, tax_id), fresh, confirm)

    async def financial(
        self, tax_id: str, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.FinancialData]:
        """The financial data of a company."""
        return await self._ask(question(o.FINANCIAL, tax_id), fresh, confirm)

    async def court_cases(
        self, tax_id: str, page: int = 1, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.CourtCasePage]:
        """One page, counted from 1, of the court cases of a company."""
        asked = question(o.COURT_CASES, tax_id, {"page": str(page)})
        return await self._ask(asked, fresh, confirm)

    async def registered(
        self, date: dt.date, page: int = 1, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.RegisteredCompanyPage]:
        """One page, counted from 1, of the companies registered on a day."""
        raw = {"registration_date": date.isoformat(), "page": str(page)}
        return await self._ask(question(o.REGISTERED, raw=raw), fresh, confirm)

    async def phones(
        self, tax_id: str, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.Phones]:
        """The contact phone numbers of a company."""
        return await self._ask(question(o.PHONES, tax_id), fresh, confirm)

    async def emails(
        self, tax_id: str, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.Emails]:
        """The contact e-mail addresses of a company."""
        return await self._ask(question(o.EMAILS, tax_id), fresh, confirm)

    async def administrators(
        self, tax_id: str, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.Administrators]:
        """The people who run a company."""
        return await self._ask(question(o.ADMINISTRATORS, tax_id), fresh, confirm)

    async def websites(
        self, tax_id: str, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.Websites]:
        """The websites of a company."""
        return await self._ask(question(o.WEBSITES, tax_id), fresh, confirm)

    # Any: an operation of any result has a price.
    def price(self, operation: o.Operation[Any], tax_id: str = "", **query: str | int) -> int:
        """How many requests asking this would send: 0 or 1. Never waits, sends nothing.

        ``query`` holds the parameters by their names in the interface. A question that would
        be refused before sending is free.
        """
        raw: Mapping[str, str] = {name: str(value) for name, value in query.items()}
        try:
            asked = question(operation, tax_id, raw)
        except ClientError:
            return 0
        return 0 if self._offline or asked.key in self._flights else 1

    async def aclose(self) -> None:
        """End what is on its way and close every connection."""
        await self._flights.aclose()
        await self._wire.aclose()

    async def _ask(self, asked: Question[T], fresh: bool, confirm: bool) -> Answer[T]:
        if asked.key not in self._flights and not (fresh or confirm):
            self._allowance.check()
        landed = await self._flights.join(asked.key, lambda flight: self._fetch(asked, flight))
        return cast(Answer[T], landed)

    async def _fetch(self, asked: Question[T], flight: Flight) -> Answer[T]:
        """Send the question, as often as the rules of repetition allow, and read the answer."""
        sent = tries = 0
        while True:
            tries += 1
            try:
                async with flight.sending():
                    number = self._allowance.next_number()
                    reply = await self._wire.get(asked)
                    self._allowance.session_requests += 1
                    sent += 1
                    decoded = await self._read(reply, asked)
                break
            except ClientError as error:
                self._allowance.session_requests += error.requests
                sent += error.requests
                error.requests = sent
                wait = retry.wait_before_next(asked.operation, error, tries)
                if wait is None or self._allowance.thrifty:
                    self._allowance.refuse(error)
                    if tries > 1:
                        error.done, error.values["tries"] = _TRIED, tries
                    raise
            await asyncio.sleep(wait)
        self._allowance.accept(number, decoded.remaining)
        return self._answer(asked, decoded, sent)

    async def _read(self, reply: Reply, asked: Question[T]) -> Decoded[T]:
        host = self.address.host
        if not reply.succeeded:
            has_key, remaining = self._wire.has_key, self._allowance.remaining
            raise failures.of_reply(reply, asked, host, has_key=has_key, remaining=remaining)
        if len(reply.body) <= _DECODED_IN_PLACE:
            return decode(reply.body, asked, host)
        return await asyncio.to_thread(decode, reply.body, asked, host)

    def _answer(self, asked: Question[T], decoded: Decoded[T], sent: int) -> Answer[T]:
        report = decoded.report
        if isinstance(decoded.data, r.CourtCasePage | r.RegisteredCompanyPage):
            check_page(decoded.data, asked.page, report)
        # A field that nobody knows costs nothing: it is told once in a session.
        news = [place for place in report.unknown if place not in self._unknown_told]
        self._unknown_told.update(news)
        return Answer(
            data=decoded.data,
            fetched_at=dt.datetime.now(dt.UTC),
            remaining=decoded.remaining,
            requests=sent,
            faults=(*report.faults, *(f"{place}: {_(_UNKNOWN)}" for place in news)),
        )
