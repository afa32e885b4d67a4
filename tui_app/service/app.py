"""The service as an ASGI application: nine operations over a registry, for callers with a key.

Whatever reads or writes a database runs in a small pool of threads, one hop a request; the
loop only reads requests and sends replies. It needs no lifespan events, so that it serves
in process as well.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final, cast

import msgspec

from tui_app.contract.envelope import Reason
from tui_app.contract.openapi import openapi_document
from tui_app.registry.company_registry import CompanyRegistry
from tui_app.service import replies
from tui_app.service.accounts import Accounts
from tui_app.service.answering import NOBODY_WAITS, Answering, credential_missing
from tui_app.service.lane import Lane
from tui_app.service.log import Entry, Log, no_log
from tui_app.service.questions import HttpScope, Question, read_question, route
from tui_app.service.replies import Reply

# Any: what ASGI itself promises of a message.
Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

_LONG_SECONDS: Final = 0.02
"""An answer that takes longer is a slow search, or waits behind one."""


class Service:
    """The application. ``close`` it when the last request is done."""

    def __init__(self, registry: CompanyRegistry, answering: Answering, log: Log) -> None:
        self._registry = registry
        self._log = log
        self._lane = Lane(answering)

    def close(self) -> None:
        """End the threads and close the registry."""
        self._lane.close()
        self._registry.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await _acknowledge(receive, send)
            return
        started = time.perf_counter()
        request = cast(HttpScope, scope)
        routed = route(_raw_path(request))
        if routed is None or request["method"] != "GET":
            await self._answer_elsewhere(request, routed is not None, send, started)
            return
        question = read_question(request, *routed)
        reply = await self._answer(question, receive)
        if reply is not NOBODY_WAITS:
            await _send(send, reply)
        self._write_log(question, reply, started)

    async def _answer_elsewhere(
        self, request: HttpScope, is_operation: bool, send: Send, started: float
    ) -> None:
        """Everything that is not a GET of an operation; none of it needs a key."""
        reply = _elsewhere(request, is_operation)
        if request["method"] == "HEAD":
            reply = msgspec.structs.replace(reply, body=b"")
        await _send(send, reply)
        # A path or a method that we do not know may hold anything, so it is not written.
        method = request["method"] if request["method"] in _KNOWN_METHODS else "other"
        name = request["path"] if request["path"] in _PAGES else ""
        ms = _ms_since(started)
        self._log(Entry(event="request", method=method, operation=name, status=reply.status, ms=ms))

    async def _answer(self, question: Question, receive: Receive) -> Reply:
        if question.key is None:
            return credential_missing()
        hung_up = threading.Event()
        answer = self._lane.ask(question, hung_up)
        watch = _Watch(self._lane, receive, hung_up)
        try:
            return await answer
        except asyncio.CancelledError:
            hung_up.set()
            raise
        finally:
            watch.end()

    def _write_log(self, question: Question, reply: Reply, started: float) -> None:
        self._log(
            Entry(
                event="request",
                method="GET",
                operation=question.operation.name,
                tax_id=question.tax_id if question.has_possible_tax_id else "",
                status=reply.status,
                reason=reply.reason or "",
                ms=_ms_since(started),
                account=reply.account_id,
                request_id=reply.request_id,
            )
        )


class _Watch:
    """Calls for help once an answer takes long, and looks whether its caller is still there."""

    def __init__(self, lane: Lane, receive: Receive, hung_up: threading.Event) -> None:
        self._lane = lane
        self._receive = receive
        self._hung_up = hung_up
        self._task: asyncio.Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(_LONG_SECONDS, self._look)

    def end(self) -> None:
        """The query is done."""
        self._timer.cancel()
        if self._task is not None:
            self._task.cancel()

    def _look(self) -> None:
        self._lane.call_for_help()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(_LONG_SECONDS, self._look)
        if self._task is None:
            self._task = loop.create_task(self._wait())

    async def _wait(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass
        self._hung_up.set()


def create_app(
    registry: CompanyRegistry,
    accounts: Accounts,
    *,
    local_token: str | None = None,
    log: Log = no_log,
) -> Service:
    """The service over an open registry.

    ``local_token`` is a key that only this process knows: it opens the account of the
    explorer on this machine, so that its user needs no key.
    """
    return Service(registry, Answering(registry, accounts, local_token, log), log)


def _health() -> Reply:
    return replies.document(b'{"status":"ok"}')


def _openapi() -> Reply:
    return replies.document(msgspec.json.encode(openapi_document()), seconds=300)


# Neither needs a key: the first says only that the service runs, the second only what it offers.
_PAGES: Final[dict[str, Callable[[], Reply]]] = {"/healthz": _health, "/openapi.json": _openapi}
_KNOWN_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def _elsewhere(request: HttpScope, is_operation: bool) -> Reply:
    page = _PAGES.get(request["path"])
    if page is None and not is_operation:
        return replies.failure(Reason.NOT_FOUND, "There is nothing at this address")
    if page is None or request["method"] != "GET":
        allow = [(b"allow", b"GET")]
        return replies.failure(Reason.METHOD_NOT_ALLOWED, "Only GET is allowed here", headers=allow)
    return page()


def _raw_path(request: HttpScope) -> str:
    # Not the decoded path: an encoded slash in a taxId must not change the route.
    return request["raw_path"].decode("ascii", "replace")


def _ms_since(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 3)


async def _send(send: Send, reply: Reply) -> None:
    await send({"type": "http.response.start", "status": reply.status, "headers": reply.headers})
    await send({"type": "http.response.body", "body": reply.body})


async def _acknowledge(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return
