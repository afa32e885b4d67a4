"""The client itself: the nine operations as methods, with cache, allowance and retries."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Self, TypeVar, cast

from msgspec.structs import replace

from tui_app.client.address import read_address
from tui_app.client.allowance import Allowance
from tui_app.client.answer import Answer
from tui_app.client.api_request import AnyRequest, ApiRequest
from tui_app.client.cache import Cache, is_old
from tui_app.client.connection import Connection
from tui_app.client.errors import (
    NOTHING_SENT,
    BadAnswerError,
    ClientError,
    ClosedError,
    CompanyNotFoundError,
    InvalidRequestError,
    NotConfirmedError,
    NotFoundError,
    NotKnownToSourceError,
    not_cached,
)
from tui_app.client.failures import ErrorContext
from tui_app.client.http import Http
from tui_app.client.in_flight import InFlightRequests, Pending
from tui_app.client.live import in_seconds, prepare_live, wait_seconds, with_remarks
from tui_app.client.methods import Operations, TaxId
from tui_app.client.pages import repetition
from tui_app.client.refine import Refiner, Summaries
from tui_app.client.request import build_request, match_request
from tui_app.client.secret import Secret
from tui_app.client.sending import Sender
from tui_app.contract import operations as o
from tui_app.contract import resources as r
from tui_app.contract.identifiers import whole_tax_id
from tui_app.contract.matching import CompanyMatch, MatchRow
from tui_app.system.language import N_
from tui_app.system.web_address import WebAddress

T = TypeVar("T")

_EXTENSIONS: Final = frozenset(each.name for each in (*o.EXTENSIONS, *o.POSTED))


class Companies(Operations):
    """Nine async methods, each returning an ``Answer`` or raising a ``ClientError``.

    ``fresh`` bypasses the cache. ``confirm`` says that the user confirmed the request, which few
    requests left would prevent. Use it with ``async with``, or call ``aclose``.
    """

    def __init__(
        self,
        server: Connection | str,
        cache: Cache | None = None,
        *,
        key: str | None = None,
        reserve: int | None = 0,
        offline: bool = False,
    ) -> None:
        """Open nothing yet. ``server`` is its base address, or a ``Connection`` with the details.

        Without a ``cache``, answers are cached until the program ends. The last ``reserve``
        requests are spent only with ``confirm`` or ``fresh``. Raises ``InvalidRequestError`` for an
        unusable address, and ``UnusableKey`` for an unusable key.
        """
        if isinstance(server, str):
            server = Connection(base_url=server, key=Secret(key) if key else None)
        address = read_address(server.base_url, allow_http=server.allow_http)
        self.address: WebAddress = replace(address, host=server.name or address.host)
        self.allowance = Allowance(
            reserve, metered=server.metered, confirms=server.live is not None
        )
        self.offline = offline
        self.as_of: dt.date | None = None
        """The day in the past that all answers refer to; ``None`` for today."""
        self.stale_ok = True
        """Whether an old answer, marked as stale, may replace a ``fresh`` one that failed."""
        self.live = server.live
        """Controls a source that sends requests to others; ``None`` for any other source."""
        self.on_finished: Callable[[], None] = lambda: None
        """Called after each request that was sent or failed, even if nobody waits for it."""
        self._version_now, self._version = server.version, ""
        self._remarks_on = server.live.remarks if server.live else server.remarks_on
        self._http = Http(
            self.address, server.key, server.deadlines, server.open_transport, server.largest_body
        )
        context = ErrorContext(
            host=self.address.host, has_key=server.key is not None, key_found_at=server.key_found_at
        )
        self._sender = Sender(self._http, self.allowance, context)
        self._sender.on_wait = lambda request, seconds: self.on_wait(request.tax_id, seconds)
        self.on_wait: Callable[[str, float], None] = lambda _tax_id, _seconds: None
        """Called with a tax id and the seconds until its request is sent again."""
        self.open_uncounted: Callable[[], Companies] | None = None
        """Opens a client of the same data whose requests count against no allowance; blocks."""
        self._uncounted: asyncio.Task[Companies] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        """The loop of the first request: connections and locks belong to it."""
        self._is_embedded = server.open_transport is not None
        self._in_flight = InFlightRequests()
        self._refiner = Refiner()
        self._cache = cache or Cache()
        # A cache of this session alone has the answers to one key.
        identified = server.key if cache is not None else None
        fingerprint = identified.fingerprint if identified else "-"
        self._cache.source = f"{self.address.base} {fingerprint}"

    def __repr__(self) -> str:
        left = self.allowance.remaining
        price = f"{left if left is not None else 'unknown'} requests left"
        return f"<Companies at {self.address.host}, {price if self.allowance.metered else 'free'}>"

    async def __aenter__(self) -> Self:
        await self.load()
        return self

    async def __aexit__(self, *_raised: object) -> None:
        await self.aclose()

    @property
    def connection_lost(self) -> bool:
        """Whether the newest request did not reach the server."""
        return self._sender.connection_lost

    async def uncounted(self) -> Companies:
        """A client of the same data for requests that the user did not ask for; otherwise this one.

        The sample has one, because its allowance demonstrates what the user spends.
        """
        if self.open_uncounted is None:
            return self
        if self._uncounted is None:
            self._uncounted = asyncio.create_task(asyncio.to_thread(self.open_uncounted))
        return await asyncio.shield(self._uncounted)

    async def search(
        self, text: str | int, *, fresh: bool = False, confirm: bool = False
    ) -> Answer[tuple[r.CompanySummary, ...]]:
        """Companies for a text from a search field, or for a tax id.

        A whole tax id is looked up by its profile, so that opening the company costs nothing more.
        Any other text is searched with ``autocomplete``, and so is a tax id that is cached there.
        """
        text = str(text)
        tax_id = self.looked_up(text, fresh=fresh)
        if tax_id is None:
            return await self.autocomplete(text, fresh=fresh, confirm=confirm)
        try:
            found = await self.profile(tax_id, fresh=fresh, confirm=confirm)
        except CompanyNotFoundError as error:
            fetched_at = dt.datetime.now(dt.UTC)
            return Answer(data=(), fetched_at=fetched_at, requests=error.requests)
        except ClientError as error:
            error.request = build_request(o.AUTOCOMPLETE, raw={o.QUERY.name: text})
            raise
        return cast(Answer[Summaries], replace(cast(Any, found), data=(r.summary_of(found.data),)))

    def price_of_search(self, text: str | int, *, fresh: bool = False) -> int:
        """How many requests ``search`` would send: 0 or 1."""
        text = str(text)
        tax_id = self.looked_up(text, fresh=fresh)
        if tax_id is None:
            return self.price(o.AUTOCOMPLETE, q=text, fresh=fresh)
        return self.price(o.PROFILE, tax_id, fresh=fresh)

    def looked_up(self, text: str, *, fresh: bool) -> str | None:
        """The tax id to look up by its profile; ``None`` if the text is to be searched."""
        tax_id = whole_tax_id(text)
        if tax_id is None:
            return None
        cached = not fresh and self.price(o.AUTOCOMPLETE, q=text) == 0
        return None if cached and self.price(o.PROFILE, tax_id) else tax_id

    async def learn_extensions(self, *, confirm: bool = False) -> frozenset[str]:
        """The extensions that the server announces with each answer, each the name of a method.

        Before the first answer this requests a profile that does not exist, which costs nothing on
        our own service. Raises ``ClientError``.
        """
        if self.live is None and not self.offline and not self._http.has_answered:
            if not confirm:
                self.allowance.check(in_flight=self._in_flight.units)
            with contextlib.suppress(NotFoundError, InvalidRequestError):
                await self.profile("0", fresh=True)
        return self._http.extensions & _EXTENSIONS

    async def look_back(self, day: dt.date | None) -> None:
        """Answer everything as of a day in the past from now on; ``None``: as of today.

        Raises ``InvalidRequestError`` if the server knows no older snapshots of the register.
        """
        if day is not None and o.HISTORY.name not in await self.learn_extensions(confirm=True):
            what = N_("{host} knows no older snapshots of the register.")
            raise InvalidRequestError(what, done=NOTHING_SENT, host=self.address.host)
        self.as_of = day

    def answers_extension(self, operation: o.AnyOperation) -> bool:
        """Whether the server announced in this session that it answers one of ``EXTENSIONS``."""
        return operation.name in self._http.extensions

    async def ask(
        self,
        operation: o.Operation[T],
        tax_id: TaxId = "",
        raw: Mapping[str, str] | None = None,
        *,
        fresh: bool = False,
        confirm: bool = False,
    ) -> Answer[T]:
        """Any operation; its parameters are texts, named as in the interface.

        The answer comes from the cheapest place: memory, file, a shorter search, the server.
        """
        self._require_one_loop()
        request = self._request(operation, str(tax_id), raw)
        # A live source has its own cache, and knows better how long an answer is valid.
        bypasses = self.live is not None or (fresh and not self.offline)
        await self._forget_if_replaced()
        cached = None if bypasses else await self._cached(request)
        if cached is not None:
            return cached
        if fresh and self.live is not None and not self.offline:
            self.live.refresh(operation.name, request.tax_id)
        try:
            self._require(request)
            if not (fresh or confirm or self.offline or request.key in self._in_flight):
                self._check(request)
            fetched = await self._in_flight.join(request.key, lambda p: self._fetch(request, p))
            return cast(Answer[T], fetched)
        except ClientError as error:
            error.request = request
            may_be_old = error.may_retry and (self.stale_ok or not fresh)
            cached = await self._cache.find(request, any_age=True) if may_be_old else None
            if cached is None and self.offline and error.may_retry:
                raise not_cached(request) from None  # the live source had nothing either
            if cached is None:
                raise
            why = error.with_traceback(None)
            return replace(cached, stale=True, failure=why, requests=error.requests)

    async def match(
        self, rows: Sequence[MatchRow], *, confirm: bool = False
    ) -> Answer[tuple[CompanyMatch, ...]]:
        """The company that each of at most 100 rows means; each row costs one request.

        Never cached. ``confirm`` sends it although few requests are left.
        """
        self._require_one_loop()
        request = match_request(rows)
        await self._forget_if_replaced()
        try:
            self._require(request)
            if not confirm:
                self.allowance.check(in_flight=self._in_flight.units + request.units - 1)
            fetched = await self._in_flight.join(
                request.key, lambda p: self._fetch(request, p), request.units
            )
        except ClientError as error:
            error.request = request
            raise
        answer = cast(Answer[tuple[CompanyMatch, ...]], fetched)
        if len(answer.data) != len(rows):
            what = N_("{host} answered for {count} rows of {sent}.")
            host = self.address.host
            raise BadAnswerError(what, host=host, count=len(answer.data), sent=len(rows))
        return answer

    def _require_one_loop(self) -> None:
        """Raise ``ClosedError`` in another event loop, as of a second ``asyncio.run``."""
        loop = asyncio.get_running_loop()
        self._loop = self._loop or loop
        if self._loop is not loop:
            raise ClosedError(
                N_("This client belongs to another event loop, which may have ended."),
                N_("Use one asyncio.run for all requests, or a new Companies in each."),
                done=NOTHING_SENT,
            )

    def _require(self, request: AnyRequest) -> None:
        """Raise if an extension may not be sent: offline, or not announced."""
        if self.offline and self.live is None:
            raise not_cached(request)
        operation = request.operation
        is_known = operation not in (*o.EXTENSIONS, *o.POSTED) or self.answers_extension(operation)
        if not is_known or (request.is_of_past and not self.answers_extension(o.HISTORY)):
            what = N_("{host} does not answer this.")
            raise InvalidRequestError(what, done=NOTHING_SENT, host=self.address.host)

    async def cached(
        self, operation: o.Operation[T], tax_id: str, **query: str | int
    ) -> Answer[T] | None:
        """The cached answer of any age to an operation on a company; sends nothing.

        ``None`` if there is none, and for a live source, which has a cache of its own.
        """
        if self.live is not None:
            return None
        raw = {name: str(value) for name, value in query.items()}
        try:
            request = self._request(operation, tax_id, raw)
        except ClientError:
            return None
        return await self._cache.find(request, any_age=True)

    def _request(
        self, operation: o.Operation[T], tax_id: str, raw: Mapping[str, str] | None
    ) -> ApiRequest[T]:
        """The checked request, as of the day that answers refer to; raises ``ClientError``."""
        if self.as_of is not None and operation not in (o.HISTORY, o.CHANGES):
            if o.AS_OF not in operation.also:
                raise NotKnownToSourceError(N_("Not known for a day in the past."))
            raw = {**(raw or {}), o.AS_OF.name: self.as_of.isoformat()}
        knows_domains = self._is_embedded or self.finds_similar
        return build_request(operation, tax_id, raw, knows_domains=knows_domains)

    def _check(self, request: AnyRequest) -> None:
        """Raise ``AllowanceError`` if the request needs the user's confirmation."""
        if self.live is None:
            self.allowance.check(in_flight=self._in_flight.units)
        elif wait := wait_seconds(self.live, request):
            raise NotConfirmedError(
                N_("This asks public services ({wait})."),
                done=NOTHING_SENT,
                wait=wait.text,
            )

    def price(
        self,
        operation: o.AnyOperation | str,
        tax_id: TaxId = "",
        *,
        fresh: bool = False,
        **query: str | int,
    ) -> int:
        """How many requests an operation would send: 0 or 1. Never waits, sends nothing.

        ``operation`` may be its name, which is that of the method. ``fresh`` bypasses the cache, as
        in the methods. ``query`` has the parameters by their names in the interface. A request that
        would be refused before sending is free. For a live source: the seconds it would take, as a
        ``WaitSeconds``.
        """
        operation = _named(operation) if isinstance(operation, str) else operation
        raw = {name: str(value) for name, value in query.items()}
        try:
            request = self._request(operation, str(tax_id), raw)
        except ClientError:
            return 0
        if self.offline or request.key in self._in_flight:
            return 0
        if self.live is not None:
            return wait_seconds(self.live, request, fresh=fresh)
        cached = self._cache.has(request) or self._refined(request) is not None
        return 0 if cached and not fresh else 1

    def price_of_all(self, operations: Sequence[o.AnyOperation], tax_ids: Sequence[str]) -> int:
        """How many requests several operations on several companies would send.

        For a live source: the seconds they take after ``prepare``, as a ``WaitSeconds``.
        """
        if self.live is None or self.offline:
            return sum(self.price(each, tax_id) for tax_id in tax_ids for each in operations)
        return in_seconds(self.live.wait_for_all([each.name for each in operations], tax_ids))

    async def prepare(self, tax_ids: Sequence[str], *, fresh: bool = False) -> None:
        """Let a live source look up many companies, a hundred per request.

        ``fresh`` bypasses its cache. Any other source needs no preparation.
        """
        if self.live is not None and not self.offline:
            await prepare_live(self.live, tax_ids, fresh=fresh)

    async def load(self) -> None:
        """Load the index of the cache file and the last allowance that was reported."""
        self.allowance.recalled = await self._cache.load()

    def pop_notices(self) -> tuple[str, ...]:
        """Notices for the user about the cache file, each once."""
        return self._cache.pop_notices()

    async def aclose(self) -> None:
        """Cancel the requests under way, close every connection and the cache file."""
        if self._uncounted is not None:
            with contextlib.suppress(ClientError):
                await (await self._uncounted).aclose()
        await self._in_flight.aclose()
        if self._loop in {None, asyncio.get_running_loop()}:  # else its connections ended with it
            await self._http.aclose()
        await self._cache.aclose()

    async def _forget_if_replaced(self) -> None:
        """Forget the answers of this session if the source's data were replaced."""
        if self._version_now is None:
            return
        version = await asyncio.to_thread(self._version_now)
        if version and version != self._version:
            if self._version:
                self._cache.forget()
                self._refiner = Refiner()
            self._version = version

    async def _cached(self, request: ApiRequest[T]) -> Answer[T] | None:
        cached = await self._cache.find(request, any_age=self.offline) or self._refined(request)
        if cached is not None:
            self._learn(request, cached)
        return cached

    async def _fetch(self, request: ApiRequest[T], pending: Pending) -> Answer[T]:
        try:
            answer = await self._sender.send(request, pending)
        finally:
            self._cache.put_allowance(self.allowance.status)
            self.on_finished()
        before = self._cache.recent(request.on_page(request.page - 1), any_age=True)
        if before is not None and (fault := repetition(request, answer.data, before.data)):
            answer = replace(answer, faults=answer.faults + fault)
        if self._remarks_on is not None:
            answer = with_remarks(answer, self._remarks_on, request)
        # A search stopped at its time limit continues when it is asked again; what a server does
        # not know stays unknown.
        is_whole = not answer.partial or (
            request.operation.names_company and self._remarks_on is None
        )
        # Nobody returns to the later pages of a long list.
        is_listed = dict(request.query).get(o.CURSOR.name) or request.body
        if is_whole and not is_listed:
            self._cache.put(request, answer)
        self._learn(request, answer)
        return answer

    def _refined(self, request: ApiRequest[T]) -> Answer[T] | None:
        if request.operation is not o.AUTOCOMPLETE or request.is_of_past:
            return None
        refined = self._refiner.answer(request.text)
        if refined is not None and self._asks_for_similar(refined):
            return None
        answer = cast(Answer[T] | None, refined)
        if answer is None or not is_old(request, answer.fetched_at.timestamp()):
            return answer
        return replace(answer, stale=True) if self.offline else None

    @property
    def finds_similar(self) -> bool:
        """Whether the source said in this session that it finds names with a typing error."""
        return o.SIMILAR in self._http.extensions

    def _asks_for_similar(self, refined: Answer[Summaries]) -> bool:
        """Whether to ask a free source, because it may find more than follows from earlier answers.

        The sample, whose allowance is a demonstration, is asked only if no answer follows. A server
        is not asked for what the user did not request.
        """
        if self.offline or not self.finds_similar:
            return False
        if self.allowance.metered:
            return self.open_uncounted is not None and not refined.data
        return len(refined.data) < o.MAXIMUM_RESULTS

    def _learn(self, request: ApiRequest[T], answer: Answer[T]) -> None:
        is_search = request.operation is o.AUTOCOMPLETE and not request.is_of_past
        if is_search and not answer.partial:
            self._refiner.learn(request.text, cast(Answer[Summaries], answer))


def _named(name: str) -> o.AnyOperation:
    """The operation of a method; raises ``InvalidRequestError``."""
    known = {each.name: each for each in (*o.OPERATIONS, *o.EXTENSIONS)}
    if name not in known:
        what = N_("There is no operation {name} with a price of its own.")
        raise InvalidRequestError(what, done=NOTHING_SENT, name=name)
    return known[name]
