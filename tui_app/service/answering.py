"""Answers a request for an operation.

The order of checks: credential, burst limit, parameters, existence, charge. So a caller
without a key cannot learn what exists, and an error costs nothing.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import threading
import traceback
from collections.abc import Awaitable, Callable
from inspect import isawaitable
from typing import Any, Final, TypeVar
from urllib.parse import parse_qsl, unquote

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from tui_app.contract.envelope import Reason
from tui_app.contract.identifiers import is_bare_tax_id
from tui_app.contract.matching import read_rows
from tui_app.contract.operations import AS_OF, EXTENSIONS, MATCH, POSTED, Operation
from tui_app.contract.parameters import InvalidParameter
from tui_app.contract.provenance import DataSource
from tui_app.contract.screening.page import ScreeningFacets, ScreeningPage
from tui_app.registry.company_registry import CompanyRegistry, SearchResults, SourcedRegistry
from tui_app.registry.errors import (
    RegistryUnavailable,
    SourceLacksDataError,
    SourceUnavailableError,
)
from tui_app.service import responses
from tui_app.service.accounts import Account, Accounts, AccountsUnavailable, CredentialRefused
from tui_app.service.allowance import QuotaExceeded, RateLimited
from tui_app.service.batches import BatchThreads
from tui_app.service.bodies import read_body
from tui_app.service.flights import SHARED, Flight, Flights
from tui_app.service.handlers import EXTENSION_HANDLERS, HANDLERS, Found, research_registry
from tui_app.service.lines import LineFull
from tui_app.service.log import Log, LogEntry

_BEARER: Final = re.compile(r"bearer +([!-~]+) *", re.IGNORECASE)
_LONG_SECONDS: Final = 0.1
"""Seconds after which a check begins whether the caller is still connected."""

_MAX_CALLERS: Final = 10_000
_CALLER_LEFT: Final = "The caller left just as the answer was charged."

T = TypeVar("T")


# Any: the operations have different result types.
class OperationCall(Struct, frozen=True):
    """One request for an operation; so far only its path was checked."""

    operation: Operation[Any]
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
    """The pending result of a call, from a registry whose methods are coroutines."""

    account: Account
    data: Awaitable[Found]


class Answering:
    """Answers calls from a registry for callers with an account, in a pool of threads."""

    def __init__(
        self, registry: CompanyRegistry, accounts: Accounts, threads: BatchThreads, log: Log
    ) -> None:
        self._registry = registry
        self._is_invented = registry.info.invented
        self._research = research_registry(registry)
        self._sourced = registry if isinstance(registry, SourcedRegistry) else None
        self._accounts = accounts
        self._threads = threads
        self._log = log
        self._flights = Flights()
        self._callers: dict[str, str] = {}
        """The account of each key that was used, by id."""

    async def answer(self, operation: Operation[Any], request: Request) -> Response:
        """The answer to a request for an operation; raises nothing, unless cancelled."""
        request.state.operation = operation.name
        key = _credential(request)
        if key is None:
            return responses.credential_missing()
        tax_id = unquote(request.path_params.get("tax_id", ""))
        query_string: bytes = request.scope["query_string"]
        body = await read_body(request) if operation.body is not None else b""
        if body is None:
            return responses.body_too_large()
        call = OperationCall(operation, tax_id, query_string, key, threading.Event(), body)
        if call.has_possible_tax_id:
            request.state.tax_id = tax_id
        watch = _DisconnectWatch(call, request)
        try:
            return await self._answer(call, request)
        except asyncio.CancelledError:
            if not call.disconnected.is_set():
                call.disconnected.set()
                raise
            return responses.disconnected()
        finally:
            watch.end()

    async def _answer(self, call: OperationCall, request: Request) -> Response:
        question = (call.operation.name, call.query_string)
        try:
            if call.operation.name not in SHARED:
                return await self._answer_alone(call, request)
            found = await self._flights.found_by_another(question)
            if found is not None:
                return await self._answer_alone(call, request, found=found)
            with self._flights.leading(question) as flight:
                return await self._answer_alone(call, request, flight=flight)
        except CredentialRefused:
            self._callers.pop(call.key, None)
            return responses.credential_invalid()
        except LineFull:
            return responses.line_full()
        except RateLimited as limit:
            return responses.rate_limited(limit.status)
        except QuotaExceeded as limit:
            return responses.quota_exceeded(limit.status)
        except (AccountsUnavailable, RegistryUnavailable) as error:
            self._log(LogEntry(event="unavailable", message=str(error)))
            return responses.unavailable("A database is out of reach: try again soon")
        except SourceLacksDataError as error:
            return responses.Refusal(Reason.NOT_KNOWN_TO_SOURCE, str(error))
        except SourceUnavailableError as error:
            return responses.source_unavailable(str(error), error.retry_after)
        except Exception:  # noqa: BLE001 (becomes a 500 answer, and is logged)
            return self._fault()

    async def _answer_alone(
        self,
        call: OperationCall,
        request: Request,
        *,
        found: Found = None,
        flight: Flight | None = None,
    ) -> Response:
        """Answer without another caller's result.

        ``found`` is the result if it was looked up already; ``flight`` receives a result looked up
        here.
        """
        begun = await self._run(call, lambda: self._begin(call, request, found, flight))
        if isinstance(begun, Response):
            return begun
        account, data = begun.account, await begun.data
        return await self._run(call, lambda: self._finish(call, account, data, request))

    def _run(self, call: OperationCall, work: Callable[[], T]) -> asyncio.Future[T]:
        """Run blocking work in the caller's queue; all keys not seen before share one queue."""
        return self._threads.run(work, self._callers.get(call.key, ""))

    def _remember(self, key: str, account: Account) -> None:
        if len(self._callers) >= _MAX_CALLERS:
            self._callers.clear()
        self._callers[key] = account.id

    def _begin(
        self,
        call: OperationCall,
        request: Request,
        found: Found,
        flight: Flight | None,
    ) -> _PendingAnswer | Response:
        """Check and look up; returns the answer, unless the data must be awaited first."""
        if call.disconnected.is_set():
            return responses.disconnected()
        account = self._accounts.by_key(call.key)
        request.state.account = account.id
        self._remember(call.key, account)
        self._accounts.check_burst(account)
        if self._lacks(call.operation):
            message = "This server does not answer that extension"
            status = self._accounts.count(account, 0)
            return responses.Refusal(Reason.NOT_FOUND, message, status=status)
        try:
            data = self._look_up(call) if found is None else found
        except InvalidParameter as fault:
            status = self._accounts.count(account, 0)
            return responses.Refusal(fault.reason, str(fault), status=status)
        if isawaitable(data):
            return _PendingAnswer(account, data)
        if flight is not None and not call.disconnected.is_set():
            flight.found = data
        return self._finish(call, account, data, request)

    # Any: as above.
    def _lacks(self, operation: Operation[Any]) -> bool:
        is_extension = operation in (*EXTENSIONS, *POSTED)
        return is_extension and operation.name not in self._extensions

    @property
    def _extensions(self) -> tuple[str, ...]:
        return self._research.extensions if self._research is not None else ()

    def _look_up(self, call: OperationCall) -> Found | Awaitable[Found]:
        query = call.query()
        if call.operation.names_company and not call.has_possible_tax_id:
            return None
        name = call.operation.name
        if call.operation is MATCH and self._research is not None:
            return self._research.match(query["rows"], interrupt=call.disconnected)
        if name in EXTENSION_HANDLERS and self._research is not None:
            return EXTENSION_HANDLERS[name](self._research, call.tax_id, query)
        return HANDLERS[name](self._registry, call.tax_id, query, call.disconnected)

    def _finish(
        self, call: OperationCall, account: Account, data: Found, request: Request
    ) -> Response:
        """Charge and answer; a caller who has disconnected pays nothing."""
        if call.disconnected.is_set():
            return responses.disconnected()
        if data is None:
            status = self._accounts.count(account, 0)
            return responses.company_not_found(status, self._extensions)
        if _is_cut_short(data):
            request.state.cut_short = True
        status = self._accounts.count(account, _units(data))
        if call.disconnected.is_set():
            self._log(LogEntry(event="unsent", message=_CALLER_LEFT, account=account.id))
        return responses.success(
            data, status, self._extensions, self._sources(call), invented=self._is_invented
        )

    def _sources(self, call: OperationCall) -> tuple[DataSource, ...]:
        is_of_past = AS_OF.name.encode() in call.query_string
        if self._sourced is None or not call.operation.names_company or is_of_past:
            return ()
        return self._sourced.sources(call.tax_id, call.operation.name)

    def _fault(self) -> Response:
        request_id = secrets.token_hex(8)
        self._log(LogEntry(event="fault", message=traceback.format_exc(), request_id=request_id))
        message = "The service failed; the request id finds the cause in its log"
        return responses.Refusal(Reason.INTERNAL, message, request_id=request_id)


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


class _DisconnectWatch:
    """Cancels a long call when its caller has disconnected."""

    def __init__(self, call: OperationCall, request: Request) -> None:
        self._call = call
        self._request = request
        self._answering = asyncio.current_task()
        self._watching: asyncio.Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(_LONG_SECONDS, self._begin)

    def end(self) -> None:
        """Stop watching."""
        self._timer.cancel()
        if self._watching is not None:
            self._watching.cancel()

    def _begin(self) -> None:
        self._watching = asyncio.get_running_loop().create_task(self._wait())

    async def _wait(self) -> None:
        while (await self._request.receive())["type"] != "http.disconnect":
            pass
        self._call.disconnected.set()
        if self._answering is not None:
            self._answering.cancel()
