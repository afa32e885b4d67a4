"""The nine operations of the interface as methods: what the screen asks its data from."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from tui_app.client.address import Address, read_address
from tui_app.client.allowance import Allowance
from tui_app.client.answer import Answer
from tui_app.client.cache import Cache, is_old
from tui_app.client.errors import ClientError, NothingKeptError
from tui_app.client.http import LARGEST_BODY, Deadlines, TransportFactory, Wire
from tui_app.client.in_flight import Flight, InFlightRequests
from tui_app.client.pages import check_page, check_repetition
from tui_app.client.refine import Refiner, Summaries
from tui_app.client.request import ApiRequest, question
from tui_app.client.secret import Secret
from tui_app.client.sending import Sender
from tui_app.contract import operations as o
from tui_app.contract import resources as r
from tui_app.contract.resources import CourtCasePage, RegisteredCompanyPage
from tui_app.language import N_

T = TypeVar("T")


class Connection(Struct, frozen=True, kw_only=True):
    """How a server is reached, and how much of an answer is read, in bytes.

    ``open_transport`` makes the way to a service in this process, and ``name`` is what
    messages call it instead of its address.
    """

    base_url: str
    name: str = ""
    key: Secret | None = None
    allow_http: bool = False
    deadlines: Deadlines = Deadlines()
    open_transport: TransportFactory | None = None
    largest_body: int = LARGEST_BODY


class Companies:
    """Nine async methods, each returning an ``Answer`` or raising a ``ClientError``.

    Each takes ``fresh`` (a key was pressed to renew: kept answers are passed by) and
    ``confirm`` (a key was pressed to ask although the allowance is short).
    """

    def __init__(
        self,
        connection: Connection,
        cache: Cache | None = None,
        *,
        floor: int = 0,
        offline: bool = False,
    ) -> None:
        """Open nothing yet; without a ``cache`` answers are kept as long as the program runs.

        Raises ``InvalidRequestError`` for an address that cannot or must not be asked.
        """
        address = read_address(connection.base_url, allow_http=connection.allow_http)
        self.address: Address = replace(address, host=connection.name or address.host)
        self._wire = Wire(
            self.address,
            connection.key,
            connection.deadlines,
            connection.open_transport,
            connection.largest_body,
        )
        self._allowance = Allowance(floor)
        self._sender = Sender(self._wire, self._allowance)
        self._flights = InFlightRequests()
        self._refiner = Refiner()
        self.offline = offline
        self.heard: Callable[[], None] = _nobody_listens
        """Called when the server has answered or failed, whoever asked and still wants to know."""
        self._cache = cache or Cache()
        fingerprint = connection.key.fingerprint if connection.key else "-"
        self._cache.belong_to(f"{self.address.base} {fingerprint}")

    @property
    def session_requests(self) -> int:
        """Requests sent in this session, repetitions included."""
        return self._allowance.session_requests

    @property
    def remaining(self) -> int | None:
        """The newest allowance a server named; ``None`` when it is not known."""
        self._allowance.forget_what_is_past()
        return self._allowance.remaining

    @property
    def thrifty(self) -> bool:
        """Whether nothing is sent without ``confirm`` or ``fresh``."""
        return self._allowance.thrifty

    def affords(self, requests: int) -> bool:
        """Whether so many more may be sent without ``confirm`` or ``fresh``."""
        return self._allowance.affords(requests)

    @property
    def retry_at(self) -> dt.datetime | None:
        """When (UTC) a server that refused will answer again, where it said so."""
        return self._allowance.retry_at

    @property
    def resets_at(self) -> dt.datetime | None:
        """When (UTC) the server will count the allowance anew, where it said so."""
        return self._allowance.resets_at

    @property
    def line_is_lost(self) -> bool:
        """Whether the last question did not get through to the server."""
        return self._sender.line_is_lost

    async def autocomplete(
        self, q: str, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[tuple[r.CompanySummary, ...]]:
        """Companies whose name or number contains ``q``, best first, at most ten."""
        return await self.ask(o.AUTOCOMPLETE, raw={"q": q}, fresh=fresh, confirm=confirm)

    async def profile(
        self, tax_id: str, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.CompanyProfile]:
        """The general profile of a company."""
        return await self.ask(o.PROFILE, tax_id, fresh=fresh, confirm=confirm)

    async def financial(
        self, tax_id: str, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.FinancialData]:
        """The financial data of a company."""
        return await self.ask(o.FINANCIAL, tax_id, fresh=fresh, confirm=confirm)

    async def court_cases(
        self, tax_id: str, page: int = 1, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.CourtCasePage]:
        """One page, counted from 1, of the court cases of a company."""
        raw = {"page": str(page)}
        return await self.ask(o.COURT_CASES, tax_id, raw, fresh=fresh, confirm=confirm)

    async def registered(
        self, date: dt.date, page: int = 1, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.RegisteredCompanyPage]:
        """One page, counted from 1, of the companies registered on a day."""
        raw = {"registration_date": date.isoformat(), "page": str(page)}
        return await self.ask(o.REGISTERED, raw=raw, fresh=fresh, confirm=confirm)

    async def phones(
        self, tax_id: str, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.Phones]:
        """The contact phone numbers of a company."""
        return await self.ask(o.PHONES, tax_id, fresh=fresh, confirm=confirm)

    async def emails(
        self, tax_id: str, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.Emails]:
        """The contact e-mail addresses of a company."""
        return await self.ask(o.EMAILS, tax_id, fresh=fresh, confirm=confirm)

    async def administrators(
        self, tax_id: str, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.Administrators]:
        """The people who run a company."""
        return await self.ask(o.ADMINISTRATORS, tax_id, fresh=fresh, confirm=confirm)

    async def websites(
        self, tax_id: str, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[r.Websites]:
        """The websites of a company."""
        return await self.ask(o.WEBSITES, tax_id, fresh=fresh, confirm=confirm)

    async def ask(
        self,
        operation: o.Operation[T],
        tax_id: str = "",
        raw: Mapping[str, str] | None = None,
        *,
        fresh: bool = False,
        confirm: bool = False,
    ) -> Answer[T]:
        """Any operation, its parameters written as they stand in an address."""
        return await self._ask(question(operation, tax_id, raw), fresh, confirm)

    # Any: an operation of any result has a price.
    def price(
        self,
        operation: o.Operation[Any],
        tax_id: str = "",
        *,
        fresh: bool = False,
        **query: str | int,
    ) -> int:
        """How many requests asking this would send: 0 or 1. Never waits, sends nothing.

        ``fresh`` asks past the kept answers, as the methods do. ``query`` holds the parameters
        by their names in the interface. A question that would be refused before sending is free.
        """
        raw: Mapping[str, str] = {name: str(value) for name, value in query.items()}
        try:
            asked = question(operation, tax_id, raw)
        except ClientError:
            return 0
        if self.offline or asked.key in self._flights:
            return 0
        if fresh:
            return 1
        return 0 if self._cache.has(asked) or self._refined(asked) is not None else 1

    async def load_kept(self) -> None:
        """Learn what is kept from earlier sessions, so that prices are right from the start."""
        await self._cache.load()

    def take_notices(self) -> tuple[str, ...]:
        """What the user should know about the file of kept answers, each once."""
        return self._cache.take_notices()

    async def aclose(self) -> None:
        """End what is on its way, close every connection and the file of kept answers."""
        await self._flights.aclose()
        await self._wire.aclose()
        await self._cache.aclose()

    async def _ask(self, asked: ApiRequest[T], fresh: bool, confirm: bool) -> Answer[T]:
        """The answer from where it costs least: memory, file, a shorter search, the server."""
        if not fresh or self.offline:
            kept = await self._cache.find(asked, any_age=self.offline) or self._refined(asked)
            if kept is not None:
                self._learn(asked, kept)
                return kept
        if self.offline:
            raise NothingKeptError(
                N_("Offline, and no earlier answer to this is kept."),
                N_("Start without --offline to ask the server."),
                done=N_("Nothing was sent."),
            )
        try:
            if asked.key not in self._flights and not (fresh or confirm):
                self._allowance.check(asked.all_the_same, under_way=len(self._flights))
            landed = await self._flights.join(asked.key, lambda f: self._fetch(asked, f))
        except ClientError as failure:
            return await self._instead(asked, failure)
        return cast(Answer[T], landed)

    async def _fetch(self, asked: ApiRequest[T], flight: Flight) -> Answer[T]:
        try:
            return await self._fetched(asked, flight)
        finally:
            self.heard()

    async def _fetched(self, asked: ApiRequest[T], flight: Flight) -> Answer[T]:
        decoded, sent = await self._sender.send(asked, flight)
        if isinstance(decoded.data, CourtCasePage | RegisteredCompanyPage):
            check_page(decoded.data, asked.page, decoded.report)
            before = self._cache.recent(asked.on_page(asked.page - 1), any_age=True)
            if before is not None:
                check_repetition(decoded.data, before.data, asked.page, decoded.report)
        answer = self._sender.answer(decoded, sent)
        if not answer.partial:
            self._cache.keep(asked, answer)
        self._learn(asked, answer)
        return answer

    async def _instead(self, asked: ApiRequest[T], failure: ClientError) -> Answer[T]:
        """A kept answer of any age, marked with why no newer one could be had."""
        kept = await self._cache.find(asked, any_age=True) if failure.may_retry else None
        if kept is None:
            raise failure
        return replace(
            kept,
            stale=True,
            failure=failure.with_traceback(None),
            requests=failure.requests,
        )

    def _refined(self, asked: ApiRequest[T]) -> Answer[T] | None:
        if asked.operation is not o.AUTOCOMPLETE:
            return None
        answer = cast(Answer[T] | None, self._refiner.answer(asked.text))
        if answer is None or not is_old(asked, answer.fetched_at.timestamp()):
            return answer
        return replace(answer, stale=True) if self.offline else None

    def _learn(self, asked: ApiRequest[T], answer: Answer[T]) -> None:
        if asked.operation is o.AUTOCOMPLETE and not (answer.stale or answer.partial):
            self._refiner.learn(asked.text, cast(Answer[Summaries], answer))


def _nobody_listens() -> None:
    pass
