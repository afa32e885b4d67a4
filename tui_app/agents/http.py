"""The tools at ``/mcp`` of a service: each call is charged to the account of its bearer key."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import httpx
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.requests import Request
from starlette.responses import Response

from tui_app.agents.guard import FirstUse, Guard, Handles
from tui_app.agents.mcp_server import build_server
from tui_app.agents.toolbox import SourceFacts, Toolbox
from tui_app.client.companies import Companies
from tui_app.client.connection import Connection
from tui_app.client.secret import Secret
from tui_app.contract.operations import AUTOCOMPLETE
from tui_app.sources.connection import THIS_PROCESS, in_process

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

PATH: Final = "/mcp"


class McpEndpoint:
    """Adds the tools to a service, beside the service's own paths.

    A web page may call it only from the same host: ``Origin`` is checked. The service itself
    answers a missing or unknown key. ``is_first_use`` notes a confirmation for all who share the
    accounts; it may raise ``ToolError``.
    """

    def __init__(
        self,
        service: ASGIApp,
        source: Callable[[], SourceFacts],
        is_first_use: FirstUse,
        *,
        ask_above: int,
        with_people: bool,
    ) -> None:
        self._service = service
        self._source = source
        self._is_first_use = is_first_use
        self._ask_above = ask_above
        self._with_people = with_people
        # Stateless, so that any worker can answer any request of a client.
        self._sessions = StreamableHTTPSessionManager(
            build_server(self._open_toolbox), json_response=True, stateless=True
        )
        self._running: asyncio.Task[None] | None = None
        self._started = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request at ``/mcp``; pass every other one to the service."""
        # The path itself, since clients do not follow a redirect to another one.
        if scope["type"] != "http" or scope["path"] != PATH:
            await self._service(scope, receive, send)
            return
        request = Request(scope)
        refusal = _refused_origin(request) or await self._refused_key(request)
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        await self._start()
        await self._sessions.handle_request(scope, receive, send)

    async def _start(self) -> None:
        """Start the SDK's session manager with the first request: a service has no lifespan."""
        if self._running is None:
            self._running = asyncio.create_task(self._run(), name="sessions of /mcp")
        await self._started.wait()

    async def _run(self) -> None:
        async with self._sessions.run():
            self._started.set()
            await asyncio.Event().wait()

    async def _refused_key(self, request: Request) -> Response | None:
        """The service's own refusal of the key, if it refuses it; this costs no request."""
        transport = httpx.ASGITransport(self._service)
        headers = {k: v for k, v in request.headers.items() if k == "authorization"}
        async with httpx.AsyncClient(transport=transport, base_url=THIS_PROCESS) as client:
            # Without a search text the service checks the key, then refuses the request.
            answer = await client.get(AUTOCOMPLETE.path, headers=headers)
        if answer.status_code == httpx.codes.BAD_REQUEST:
            return None
        kept = ("content-type", "www-authenticate", "retry-after")
        passed = {name: answer.headers[name] for name in kept if name in answer.headers}
        return Response(answer.content, answer.status_code, passed)

    @contextlib.asynccontextmanager
    async def _open_toolbox(self, request: Request) -> AsyncIterator[Toolbox]:
        source = self._source()
        key = request.headers["authorization"].partition(" ")[2].strip()
        connection = Connection(
            base_url=THIS_PROCESS,
            name=source.name,
            key=Secret(key),
            open_transport=in_process(lambda: self._service, lambda: None),
        )
        handles = Handles(key.encode(), self._is_first_use)
        guard = Guard(None, self._ask_above, handles)
        async with Companies(connection) as companies:
            yield Toolbox(companies, source, guard, with_people=self._with_people)


def _refused_origin(request: Request) -> Response | None:
    """A refusal for a web page of another host."""
    origin = request.headers.get("origin")
    if origin is None or urlsplit(origin).netloc == request.headers.get("host"):
        return None
    return Response(f"This page may not call {PATH}.", 403, media_type="text/plain")
