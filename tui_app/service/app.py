"""The service as a Starlette application: routes, pages without a key, and the request log.

All database access runs in one pool of threads, one hand-over per request; the loop only reads
requests and sends answers. There are no lifespan events, so that the service also works within
another process.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router
from starlette.types import Message, Receive, Scope, Send

from tui_app.contract.envelope import Reason
from tui_app.contract.openapi import openapi_document
from tui_app.contract.operations import EXTENSIONS, OPERATIONS, POSTED
from tui_app.registry.company_registry import CompanyRegistry
from tui_app.service import responses
from tui_app.service.accounts import Accounts
from tui_app.service.answering import Answering
from tui_app.service.batches import BatchThreads
from tui_app.service.bodies import UNASKED_SECONDS, BodyIncomplete, BodyTooLarge, read_body
from tui_app.service.caller_queues import Callers
from tui_app.service.forwarding import Proxies
from tui_app.service.log import Log, LogEntry, no_log
from tui_app.service.readiness import Readiness, State
from tui_app.service.reservations import Reservations

if TYPE_CHECKING:
    from tui_app.service.reconcile.endpoint import Access

_KNOWN_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_POSTED: Final = frozenset(operation.path for operation in POSTED)
_HEALTHY: Final = b'{"status":"ok"}'
Endpoint = Callable[[Request], Awaitable[Response]]


class Service:
    """The application over an open registry; ``close`` it after the last request.

    It closes the registry but not the accounts. ``is_shared``: no caller may use more than a share
    of the threads. ``reconcile`` adds the paths of the reconciliation API. What ``proxies`` say
    about a caller is believed.
    """

    def __init__(
        self,
        registry: CompanyRegistry,
        accounts: Accounts,
        log: Log = no_log,
        *,
        is_shared: bool = True,
        reconcile: Access | None = None,
        proxies: Proxies = Proxies(),  # noqa: B008 (never changes)
    ) -> None:
        self._registry = registry
        self._accounts = accounts
        self._log = log
        self._threads = BatchThreads(is_shared=is_shared)
        self.readiness = Readiness(registry, accounts, log)
        self._proxies = proxies
        reservations, callers = Reservations(accounts), Callers()
        answering = Answering(registry, reservations, self._threads, callers, log)
        pages: dict[str, Endpoint] = {
            "/healthz": _health,
            "/readyz": self._ready,
            "/openapi.json": self._openapi,
        }
        # A path with a fixed name must come before the one that would take the name for a taxId.
        operations = sorted((*OPERATIONS, *EXTENSIONS), key=lambda op: op.names_company)
        routes = []
        for op in POSTED:
            routes.append(_route(op.path, partial(answering.answer, op), "POST"))
            # Before the path of a company, which would take the name for a taxId.
            routes.append(_route(op.path, _only_post))
        routes += [_route(op.path, partial(answering.answer, op)) for op in operations]
        routes += [_route(path, _named(page, path)) for path, page in pages.items()]
        if reconcile is not None:
            from tui_app.service.reconcile.endpoint import Reconciliation

            served = Reconciliation(registry, reservations, self._threads, callers, log, reconcile)
            routes += served.routes()
        # A path with an extra or a missing slash is another path.
        self._router = Router(routes, redirect_slashes=False)

    @property
    def waiting(self) -> int:
        """The number of requests that wait for a thread."""
        return self._threads.waiting

    async def confirm_once(self, handle: str) -> bool:
        """Note a confirmed price for all who share the accounts; false if it was noted before.

        Raises ``AccountsUnavailable``.
        """
        return await self._threads.run(partial(self._accounts.confirm_once, handle))

    def close(self) -> None:
        """Finish running work, end the threads and close the registry."""
        self.readiness.close()
        self._threads.close()
        self._registry.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request and write it to the log."""
        if scope["type"] != "http":
            await self._router(scope, receive, send)
            return
        started = time.perf_counter()
        status = 0
        is_head, is_unread = scope["method"] == "HEAD", scope["method"] == "POST"

        async def asked() -> Message:
            nonlocal is_unread
            is_unread = False
            return await receive()

        async def watched(message: Message) -> None:
            nonlocal status, is_unread
            if is_unread:
                # An answer amid an unread body ends the connection, and a client may send its next
                # request before it notices.
                is_unread = False
                with contextlib.suppress(BodyTooLarge, BodyIncomplete):
                    await read_body(Request(scope, receive), seconds=UNASKED_SECONDS)
            status = message.get("status", status)
            if is_head and "body" in message:
                message = {**message, "body": b""}
            await send(message)

        # Routed by the raw path: an encoded slash in a taxId must not change the route.
        path = scope["raw_path"].decode("ascii", "replace")
        noted: dict[str, Any] = {}
        scope = {**scope, "path": path, "state": noted, "app": self}
        if _has_one_host(scope):
            await self._route(scope, asked if is_unread else receive, watched)
        else:
            await responses.host_missing()(scope, receive, watched)
        self._write_log(scope, status, started, noted)

    async def _route(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._router(scope, receive, send)
        except HTTPException as error:
            await _not_found_or_not_allowed(error, scope["path"])(scope, receive, send)

    def _write_log(self, scope: Scope, status: int, started: float, noted: dict[str, Any]) -> None:
        # An unknown path or method may contain anything, so it is not logged.
        method = scope["method"] if scope["method"] in _KNOWN_METHODS else "other"
        ms = round((time.perf_counter() - started) * 1000, 3)
        caller = self._proxies.caller(scope)
        self._log(
            LogEntry(event="request", method=method, status=status, ms=ms, caller=caller, **noted)
        )

    async def _openapi(self, _request: Request) -> Response:
        """The operations that this service answers: those of its registry at the moment."""
        names = frozenset(self._registry.extensions)
        return responses.document(msgspec.json.encode(openapi_document(names)), seconds=300)

    async def _ready(self, _request: Request) -> Response:
        """Whether requests can be answered and charged, and how old the data are.

        It names no host and no database: those are for the log and the metrics.
        """
        state = await self.readiness.first()
        if state.failed:
            return responses.unavailable(state.failed)
        return responses.document(msgspec.json.encode(_described(state)))


def _described(state: State) -> dict[str, object]:
    now = dt.datetime.now(dt.UTC)
    shown: dict[str, object] = {"status": "ok", "registry": state.version}
    if state.built_at is not None:
        shown["registryAgeSeconds"] = round((now - state.built_at).total_seconds())
    if state.publication is not None:
        shown["publicationAgeSeconds"] = round((now - state.publication.at).total_seconds())
        shown["publicationRefused"] = state.publication.is_refused
    if state.lags:
        shown["replicaLagSeconds"] = state.lag
    return shown


def _has_one_host(scope: Scope) -> bool:
    """Whether there is one Host header, as HTTP/1.1 requires.

    A proxy could read one of two, and we the other. granian passes a missing header on as an empty
    one.
    """
    if scope.get("http_version") != "1.1":
        return True
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    return len(hosts) == 1 and bool(hosts[0])


class _Page:
    """An endpoint as an application of its own.

    Around a function Starlette handles errors, but an endpoint has already turned them into
    answers. Without this class the service misses its bar of five times Datasette's requests a
    second for profiles.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        response = await self._endpoint(Request(scope, receive))
        await response(scope, receive, send)


def _route(path: str, endpoint: Endpoint, method: str = "GET") -> Route:
    return Route(path, _Page(endpoint), methods=[method])


def _named(page: Endpoint, path: str) -> Endpoint:
    """The page, with its path recorded for the log."""

    async def endpoint(request: Request) -> Response:
        request.state.operation = path
        return await page(request)

    return endpoint


async def _health(_request: Request) -> Response:
    """Says only that the process is alive."""
    return responses.document(_HEALTHY)


def _post_missing() -> Response:
    message = "Only POST is allowed here"
    return responses.Refusal(Reason.METHOD_NOT_ALLOWED, message, headers={"Allow": "POST"})


async def _only_post(_request: Request) -> Response:
    return _post_missing()


def _not_found_or_not_allowed(error: HTTPException, path: str) -> Response:
    """Turns errors of Starlette's routing into our errors."""
    if error.status_code == 405:
        if path in _POSTED:
            return _post_missing()
        headers = {"Allow": "GET, HEAD"}
        message = "Only GET and HEAD are allowed here"
        return responses.Refusal(Reason.METHOD_NOT_ALLOWED, message, headers=headers)
    return responses.Refusal(Reason.NOT_FOUND, "There is nothing at this address")
