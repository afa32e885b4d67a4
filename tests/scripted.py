"""A server in this process whose every answer a test has written."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx
import msgspec

from tui_app.client.companies import Companies
from tui_app.client.connection import Connection
from tui_app.contract.operations import EXTENSIONS_HEADER


class ScriptedServer(httpx.AsyncBaseTransport):
    """Answers what ``answers`` has under the target of a request, or under its path.

    A number is the status of a failure, an exception is raised, a function makes the response, and
    anything else is the data of a success. What is not there is a 404. Each success costs one of
    ``remaining``; ``None`` is never told.
    """

    # Any: the data of any answer.
    def __init__(
        self, answers: Mapping[str, Any], *, remaining: int | None = 1_000, extensions: str = ""
    ) -> None:
        self.answers = dict(answers)
        self.remaining = remaining
        self.asked: list[str] = []
        """The targets of the requests, oldest first."""
        self._headers = {EXTENSIONS_HEADER: extensions}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        target = request.url.raw_path.decode()
        assert request.method == ("POST" if request.content else "GET"), target
        self.asked.append(target)
        answer = self.answers.get(target, self.answers.get(request.url.path, 404))
        if isinstance(answer, Exception):
            raise answer
        if callable(answer):
            response: httpx.Response = answer()
            return response
        if isinstance(answer, int):
            error = {"success": False, "error": {"code": str(answer), "message": "as told"}}
            return self._response(answer, error)
        if self.remaining is not None:
            self.remaining -= 1
        data = msgspec.to_builtins(answer)
        envelope = {"success": True, "data": data, "remainingRequests": self.remaining}
        return self._response(200, envelope)

    def _response(self, status: int, body: Mapping[str, Any]) -> httpx.Response:
        stream = httpx.ByteStream(json.dumps(body).encode())
        return httpx.Response(status, headers=self._headers, stream=stream)


# Any: whatever a connection or a client is given.
def connect(server: httpx.AsyncBaseTransport, **more: Any) -> Companies:
    """A client of the server; ``more`` is for the connection or the client."""
    names = set(more) & set(Connection.__struct_fields__)
    connection = {name: more.pop(name) for name in names}
    given = Connection(base_url="http://127.0.0.1", open_transport=lambda: server, **connection)
    return Companies(given, **more)


# Any: as above.
@asynccontextmanager
async def client_of(server: httpx.AsyncBaseTransport, **more: Any) -> AsyncIterator[Companies]:
    """As ``connect``, closed at the end."""
    async with connect(server, **more) as companies:
        yield companies
