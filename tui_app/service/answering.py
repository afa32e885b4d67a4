"""Answers a request for an operation.

The order of checks: credential, burst limit, parameters, existence, charge. So a caller
without a key cannot learn what exists, and an error costs nothing.
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Final, TypeVar
from urllib.parse import parse_qsl, unquote

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from tui_app.contract.envelope import Reason
from tui_app.contract.identifiers import is_bare_tax_id
from tui_app.contract.matching import MatchRow, read_rows
from tui_app.contract.operations import AS_OF, EXTENSIONS, MATCH, POSTED, AnyOperation
from tui_app.contract.parameters import InvalidParameter
from tui_app.contract.provenance import DataSource
from tui_app.contract.screening.page import ScreeningFacets, ScreeningPage
from tui_app.registry.company_registry import CompanyRegistry, SearchResults
from tui_app.registry.sql_registry import SqlRegistry
from tui_app.service import responses
from tui_app.service.accounts import Account
from tui_app.service.allowance import QuotaExceeded
from tui_app.service.batches import BatchThreads, in_pieces
from tui_app.service.bodies import read_body
from tui_app.service.caller_queues import Callers
from tui_app.service.leaving import DisconnectWatch
from tui_app.service.log import Log, LogEntry
from tui_app.service.reading import Found, read
from tui_app.service.refusing import refused
from tui_app.service.reservations import Reservation, Reservations
from tui_app.service.shared_lookups import SHARED, SharedLookup, SharedLookups

_BEARER: Final = re.compile(r"bearer +([!-~]+) *", re.IGNORECASE)
_CALLER_LEFT: Final = "The caller left just as the answer was charged."

T = TypeVar("T")


# Any: the operations have different result types.
class OperationCall(Struct, frozen=True):
    """One request for an operation; so far only its path was checked."""

    operation: AnyOperation
    tax_id: str
    query_string: bytes
    key: str
    disconnected: threading.Event
    body: bytes = b""

    @property
    def has_possible_tax_id(self) -> bool:
        """Whether the path contains a possible tax id: bare digits."""
        return is_bare_tax_id(self.tax_id)

    def query(self) -> dict[str, Any]:
        """The parameters by name, or the rows of a body; raises ``InvalidParameter``."""
        if self.operation.body is not None:
            return {"rows": read_rows(self.body)}
        # Bytes that are not UTF-8 become surrogates, which every parameter refuses.
        text = self.query_string.decode("utf-8", "surrogateescape")
        pairs = parse_qsl(text, keep_blank_values=True, errors="surrogateescape")
        return self.operation.read_pairs(pairs)


class _PendingAnswer(Struct, frozen=True):
    """The pending result of a call: a batch, or of a registry whose methods are coroutines."""

    reserved: Reservation
    data: Callable[[], Awaitable[Found]]


class Answering:
    """Answers calls from a registry for callers with an account, in a pool of threads."""

    def __init__(
        self,
        registry: CompanyRegistry,
        reservations: Reservations,
        threads: BatchThreads,
        callers: Callers,
        log: Log,
    ) -> None:
        self._registry = registry
        self._is_invented = registry.info.invented
        self._accounts = reservations.accounts
        self._reservations = reservations
        self._threads = threads
        self._log = log
        self._shared = SharedLookups()
        self._callers = callers

    async def answer(self, operation: AnyOperation, request: Request) -> Response:
        """The answer to a request for an operation; raises nothing, unless cancelled."""
        request.state.operation = operation.name
        key = _credential(request)
        if key is None:
            return responses.credential_missing()
        try:
            body = await read_body(request) if operation.body is not None else b""
            call = OperationCall(
                operation=operation,
                tax_id=unquote(request.path_params.get("tax_id", "")),
                query_string=request.scope["query_string"],
                key=key,
                disconnected=threading.Event(),
                body=body,
            )
            if call.has_possible_tax_id:
                request.state.tax_id = call.tax_id
            with DisconnectWatch(request, call.disconnected):
                return await self._answer(call, request)
        except Exception as error:  # noqa: BLE001 (becomes an answer)
            return refused(error, self._log, self._callers, key)

    async def _answer(self, call: OperationCall, request: Request) -> Response:
        if call.operation.name not in SHARED:
            return await self._answer_alone(call, request)
        question = (call.operation.name, call.query_string)
        found = await self._shared.found_by_another(question)
        if found is not None:
            return await self._answer_alone(call, request, found=found)
        with self._shared.leading(question) as lookup:
            return await self._answer_alone(call, request, lookup=lookup)

    async def _answer_alone(
        self,
        call: OperationCall,
        request: Request,
        *,
        found: Found = None,
        lookup: SharedLookup | None = None,
    ) -> Response:
        """Answer without another caller's result.

        ``found`` is the result if it was looked up already; ``lookup`` receives a result looked up
        here.
        """
        begun = await self._run(call, lambda: self._begin(call, request, found, lookup))
        if isinstance(begun, Response):
            return begun
        with begun.reserved as reserved:
            data = await begun.data()
            return await self._run(call, lambda: self._finish(call, reserved, data, request))

    def _run(self, call: OperationCall, work: Callable[[], T]) -> asyncio.Future[T]:
        """Run blocking work in the caller's queue."""
        return self._threads.run(work, self._callers.line_of(call.key))

    def _begin(
        self,
        call: OperationCall,
        request: Request,
        found: Found,
        lookup: SharedLookup | None,
    ) -> _PendingAnswer | Response:
        """Check and look up; returns the answer, unless the data must be awaited first."""
        if call.disconnected.is_set():
            return responses.disconnected()
        account = self._accounts.by_key(call.key)
        request.state.account = account.id
        self._callers.remember(call.key, account)
        self._accounts.check_burst(account)
        if self._lacks(call.operation):
            message = "This server does not answer that extension"
            status = self._accounts.count(account, 0)
            return responses.Refusal(Reason.NOT_FOUND, message, status=status)
        reserved = None
        try:
            query = call.query()
            if call.operation.names_company and not call.has_possible_tax_id:
                return self._not_found(account)
            units = len(query["rows"]) if call.operation is MATCH else 1
            try:
                reserved = self._reservations.reserve(account, units)
            except QuotaExceeded as limit:
                if not self._names_unknown_company(call):
                    raise
                return responses.company_not_found(limit.status, self._extensions)
            if call.operation is MATCH:
                batch = partial(self._matched, call, query["rows"])
                pending, reserved = _PendingAnswer(reserved, batch), None
                return pending
            data = found
            if data is None:
                read_from = self._registry, call.operation, call.tax_id, query
                data = read(*read_from, call.disconnected)
            if lookup is not None and not call.disconnected.is_set():
                lookup.found = data
            return self._finish(call, reserved, data, request)
        except InvalidParameter as fault:
            status = self._accounts.count(account, 0)
            return responses.Refusal(fault.reason, str(fault), status=status)
        finally:
            if reserved is not None:
                reserved.release()

    def _names_unknown_company(self, call: OperationCall) -> bool:
        """Whether the company does not exist: that is said before the allowance is."""
        return call.operation.names_company and self._registry.profile(call.tax_id) is None

    def _lacks(self, operation: AnyOperation) -> bool:
        is_extension = operation in (*EXTENSIONS, *POSTED)
        return is_extension and operation.name not in self._extensions

    @property
    def _extensions(self) -> tuple[str, ...]:
        return self._registry.extensions

    async def _matched(self, call: OperationCall, rows: Sequence[MatchRow]) -> Found:
        assert isinstance(self._registry, SqlRegistry)  # noqa: S101 (else it is lacking)
        match = partial(self._registry.match, interrupt=call.disconnected)
        return await in_pieces(rows, match, partial(self._run, call))

    def _not_found(self, account: Account) -> Response:
        status = self._accounts.count(account, 0)
        return responses.company_not_found(status, self._extensions)

    def _finish(
        self, call: OperationCall, reserved: Reservation, data: Found, request: Request
    ) -> Response:
        """Charge and answer; a caller who has disconnected pays nothing."""
        if call.disconnected.is_set():
            return responses.disconnected()
        if data is None:
            return self._not_found(reserved.account)
        if _is_cut_short(data):
            request.state.cut_short = True
        sources = self._sources(call)  # before the charge: the registry may fail
        status = reserved.charge(_units(data))
        if call.disconnected.is_set():
            account = reserved.account.id
            self._log(LogEntry(event="unsent", message=_CALLER_LEFT, account=account))
        return responses.success(
            data, status, self._extensions, sources, invented=self._is_invented
        )

    def _sources(self, call: OperationCall) -> tuple[DataSource, ...]:
        is_of_past = AS_OF.name.encode() in call.query_string
        if not call.operation.names_company or is_of_past:
            return ()
        return self._registry.sources(call.tax_id, call.operation.name)


def _is_cut_short(data: Found) -> bool:
    if isinstance(data, SearchResults):
        return not data.is_complete
    if isinstance(data, ScreeningPage):
        return data.total_is_exact is False
    return isinstance(data, ScreeningFacets) and data.is_partial is True


def _units(data: Found) -> int:
    """The cost of an answer: one request, or one for each row."""
    return len(data) if isinstance(data, tuple) else 1


def _credential(request: Request) -> str | None:
    """The bearer key; ``None`` if there are several, since it is unclear which one is meant."""
    values = request.headers.getlist("authorization")
    match = _BEARER.fullmatch(values[0]) if len(values) == 1 else None
    return match[1] if match else None
