"""The paths of the reconciliation API, and who may call them.

OpenRefine cannot send a key in a header, so the key is in the path, which ends up in the logs of
proxies and browsers, but not in ours. An operator may ask for a service without a key on the
loopback address; then nothing that came through a proxy is answered without one.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, TypeVar
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tui_app.contract.envelope import Reason
from tui_app.contract.identifiers import is_bare_tax_id
from tui_app.contract.operations import QUERY
from tui_app.contract.parameters import InvalidParameter
from tui_app.contract.personal_codes import may_be_personal_code
from tui_app.registry.company_registry import CompanyRegistry
from tui_app.registry.sql_registry import SqlRegistry
from tui_app.service import responses
from tui_app.service.accounts import Account
from tui_app.service.batches import BatchThreads, in_pieces
from tui_app.service.bodies import read_body
from tui_app.service.caller_queues import Callers
from tui_app.service.forwarding import Proxies, is_forwarded
from tui_app.service.leaving import DisconnectWatch
from tui_app.service.log import Log
from tui_app.service.reconcile import answers, preview
from tui_app.service.reconcile.manifest import (
    ASKED,
    TYPE,
    extend_properties,
    manifest,
    suggested,
)
from tui_app.service.refusing import refused
from tui_app.service.reservations import Reservations
from tui_app.system.loopback import is_loopback
from tui_app.system.untyped import JsonObject

PATH: Final = "/reconcile"
OPERATION: Final = "reconcile"
"""The name of the operation in the log."""

LARGEST: Final = 4_000_000
"""The most bytes of a batch of queries."""

_JSON: Final = "application/json"

T = TypeVar("T")
Row = TypeVar("Row")
Handler = Callable[["_Call"], Awaitable[Response]]


class _Call(Struct, frozen=True):
    """A request from an admitted caller; ``account`` is ``None`` where no key is needed."""

    request: Request
    account: Account | None
    base: str


class Access(Struct, frozen=True):
    """Who may call, and by which address.

    ``without_key``: callers on this machine need no key. ``public_url`` is the address of the
    service for its callers; empty: what a trusted one of ``proxies`` tells, else the address on
    this machine.
    """

    without_key: bool = False
    public_url: str = ""
    proxies: Proxies = Proxies()


class Reconciliation:
    """The endpoints over a registry."""

    def __init__(
        self,
        registry: CompanyRegistry,
        reservations: Reservations,
        threads: BatchThreads,
        callers: Callers,
        log: Log,
        access: Access,
    ) -> None:
        self._registry = registry
        self._accounts = reservations.accounts
        self._reservations = reservations
        self._threads = threads
        self._callers = callers
        self._log = log
        self._access = access

    def routes(self) -> list[Route]:
        """The routes with and without a key in the path."""
        handlers: dict[str, Handler] = {
            "/suggest/entity": self._suggest_entity,
            "/suggest/property": self._suggest_property,
            "/suggest/type": self._suggest_type,
            "/properties": self._properties,
            "/preview/{tax_id}": self._preview,
            "": self._root,
            "/": self._root,
        }
        return [
            Route(f"{start}{path}", self._endpoint(handler), methods=["GET", "POST"])
            for path, handler in handlers.items()
            for start in (PATH, f"{PATH}/{{key}}")
        ]

    def _endpoint(self, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
        async def endpoint(request: Request) -> Response:
            request.state.operation = OPERATION
            response = await self._answer(handler, request)
            origin = request.headers.get("origin")
            if origin is not None and response.status_code != Reason.CREDENTIAL_INVALID.status:
                response.headers["Access-Control-Allow-Origin"] = origin
                response.headers["Vary"] = "Origin"
            response.headers["Referrer-Policy"] = "no-referrer"
            return response

        return endpoint

    async def _answer(self, handler: Handler, request: Request) -> Response:
        key = request.path_params.get("key", "")
        try:
            if not key and not (self._access.without_key and _is_direct(request)):
                return _key_missing()
            account = await self._account(key) if key else None
            if account is not None:
                request.state.account = account.id
            base = f"{self._address(request)}{PATH}"
            return await handler(_Call(request, account, f"{base}/{key}" if key else base))
        except Exception as error:  # noqa: BLE001 (becomes an answer)
            return refused(error, self._log, self._callers, key)

    async def _account(self, key: str) -> Account:
        def read() -> Account:
            account = self._accounts.by_key(key)
            self._callers.remember(key, account)
            self._accounts.check_burst(account)
            return account

        return await self._threads.run(read, self._callers.line_of(key))

    def _address(self, request: Request) -> str:
        """The address of the service as the caller knows it; empty if that is not certain.

        Addresses contain the key, and ``http://`` to another machine would show it to the line. So
        only a caller on this machine gets one; others get relative addresses.
        """
        told = self._access.public_url or self._access.proxies.address(request.scope)
        if told or not _is_direct(request):
            return told
        host = request.headers["host"]
        _server, port = request.scope.get("server") or ("", 0)
        # Another port is that of something between.
        is_ours = int(port or 80) == (urlsplit(f"//{host}").port or 80)
        return f"http://{host}" if is_ours or self._access.without_key else ""

    def _run(self, work: Callable[[], T], account: Account | None = None) -> asyncio.Future[T]:
        return self._threads.run(work, account.id if account else "")

    @asynccontextmanager
    async def _paying(self, call: _Call, units: int) -> AsyncIterator[None]:
        """Reserve one request for each query, company or page; charge them after the block."""
        account = call.account
        if account is None:
            yield
            return
        with await self._run(partial(self._reservations.reserve, account, units), account) as held:
            yield
            await self._run(partial(held.charge, units), account)

    async def _root(self, call: _Call) -> Response:
        """The manifest, a batch of queries, one query, or a data extension."""
        parameters = await self._parameters(call)
        if "queries" in parameters:
            return _json(await self._queries(call, parameters["queries"]))
        if "query" in parameters:
            batch = {"query": answers.read_single(parameters["query"])}
            return _json((await self._queries(call, batch))["query"])
        if "extend" in parameters:
            return await self._extend(call, parameters["extend"])
        if call.request.method == "POST":
            raise answers.unreadable("POST takes queries, query or extend")
        name = "Romanian companies (firmeterm)"
        if self._registry.info.invented:
            name = "Invented companies (firmeterm's sample)"
        return _json(manifest(call.base, name))

    async def _parameters(self, call: _Call) -> JsonObject:
        """The parameters of the address and of the body."""
        request = call.request
        found: JsonObject = dict(request.query_params)
        if request.method != "POST":
            return found
        body = await read_body(request, LARGEST)
        kind = request.headers.get("content-type", "")
        return await self._run(lambda: answers.read_body(kind, body) | found, call.account)

    async def _queries(self, call: _Call, batch: str | JsonObject) -> JsonObject:
        registry = self._registry
        if not isinstance(registry, SqlRegistry):
            raise InvalidParameter(Reason.NOT_FOUND, "This registry matches no rows")
        rows = await self._run(partial(answers.read_batch, batch), call.account)
        gone = threading.Event()
        match = partial(registry.match, interrupt=gone)
        return answers.results(rows, await self._worked_off(call, [*rows.values()], match, gone))

    async def _extend(self, call: _Call, query: str | JsonObject) -> Response:
        tax_ids, wanted = await self._run(partial(answers.read_extension, query), call.account)
        read = partial(answers.extended, self._registry, wanted)
        rows = await self._worked_off(call, tax_ids, read, threading.Event())
        return _json({"meta": answers.meta(wanted), "rows": dict(rows)})

    async def _worked_off(
        self,
        call: _Call,
        rows: Sequence[Row],
        work: Callable[[Sequence[Row]], Sequence[T]],
        gone: threading.Event,
    ) -> tuple[T, ...]:
        """The results of a batch, charged; a caller who leaves (``gone``) pays nothing."""

        def run(piece: Callable[[], Sequence[T]]) -> Awaitable[Sequence[T]]:
            return self._run(piece, call.account)

        with DisconnectWatch(call.request, gone):
            async with self._paying(call, len(rows)):
                return await in_pieces(rows, work, run)

    async def _suggest_entity(self, call: _Call) -> Response:
        text = call.request.query_params.get("prefix", "").strip()[: QUERY.maximum_length]
        if len(text) < QUERY.minimum_length or may_be_personal_code(text):
            return _json({"result": []})
        async with self._paying(call, 1):
            search = partial(self._registry.search, text)
            found = (await self._run(search, call.account)).companies
        return _json({"result": list(map(answers.suggested_company, found))})

    async def _suggest_property(self, call: _Call) -> Response:
        prefix = call.request.query_params.get("prefix", "")
        return _json({"result": suggested(ASKED, prefix)})

    async def _suggest_type(self, call: _Call) -> Response:
        prefix = call.request.query_params.get("prefix", "").casefold().strip()
        fits = TYPE["name"].casefold().startswith(prefix)
        return _json({"result": [TYPE] if fits else []})

    async def _properties(self, _call: _Call) -> Response:
        return _json(extend_properties())

    async def _preview(self, call: _Call) -> Response:
        tax_id = call.request.path_params["tax_id"]
        if not is_bare_tax_id(tax_id):
            raise InvalidParameter(Reason.COMPANY_NOT_FOUND, "Company not found")
        call.request.state.tax_id = tax_id
        async with self._paying(call, 1):
            profile = await self._run(partial(self._registry.profile, tax_id), call.account)
            if profile is None:
                raise InvalidParameter(Reason.COMPANY_NOT_FOUND, "Company not found")
        text = preview.page(profile, invented=self._registry.info.invented)
        return Response(text, 200, preview.HEADERS, "text/html; charset=utf-8")


def _key_missing() -> Response:
    message = f"A key is needed in the path: {PATH}/KEY"
    return responses.Refusal(Reason.CREDENTIAL_MISSING, message)


def _is_direct(request: Request) -> bool:
    """Whether a caller asks this machine by a name of its own, and no proxy shows itself.

    A page of another site, or a name that points here, would be somebody else's. Whoever speaks
    HTTP/1.0 today is a proxy with plain settings.
    """
    headers = request.headers
    names = [headers.get("host", "")]
    if "origin" in headers:
        names.append(headers["origin"].partition("//")[2])
    is_here = all(map(_is_of_this_machine, names))
    return is_here and not is_forwarded(headers) and request.scope["http_version"] == "1.1"


def _is_of_this_machine(name: str) -> bool:
    try:
        parts = urlsplit(f"//{name}")
        is_whole = parts.netloc == name and parts.username is None and parts.port != 0
        return is_whole and is_loopback(parts.hostname or "")
    except ValueError:  # no port
        return False


def _json(value: JsonObject) -> Response:
    headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    return Response(msgspec.json.encode(value), 200, headers, _JSON)
