"""A server in this process whose every answer a test has written, and a live source beside it."""

from __future__ import annotations

import json
import threading
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import httpx
import msgspec

from tui_app.client.companies import Companies
from tui_app.client.connection import Connection
from tui_app.contract.live import Remarks, SourceNote, Wait
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


class ScriptedLive:
    """A live source: each request of the ``slow`` operations takes 1.2 s; notes what it is told."""

    def __init__(self, *slow: str) -> None:
        self.slow = slow or ("profile",)
        self.told: list[tuple[Any, ...]] = []
        self.is_held, self.goes_on = threading.Event(), threading.Event()
        self.goes_on.set()

    def listen(self, listener: object) -> None: ...

    def load_everything(self, operation: str, tax_id: str) -> None: ...

    def stop(self, tax_id: str | None = None) -> None:
        self.told.append(("stop", tax_id))
        self.goes_on.set()

    def refresh(self, operation: str, tax_id: str) -> None:
        self.told.append(("refresh", operation, tax_id))

    def wait_for(self, operation: str, tax_id: str, *, fresh: bool = False) -> Wait:
        is_sent = fresh or (operation in self.slow and bool(tax_id))
        text = f"{operation} of {tax_id or 'nobody'}"
        return Wait(requests=int(is_sent), seconds=1.2, text=text, warning="careful")

    def wait_for_all(self, operations: Sequence[str], tax_ids: Sequence[str]) -> Wait:
        count = len(operations) * len(tax_ids)
        return Wait(requests=count, seconds=1.2 * count, text=f"{count} requests")

    def remarks(self, operation: str, tax_id: str) -> Remarks:
        return Remarks(notes=(SourceNote(f"{operation} {tax_id}"),), newest_year=2024)

    def prepare(self, tax_ids: Sequence[str], *, fresh: bool = False) -> None:
        self.is_held.set()
        self.goes_on.wait(30)
        self.told.append(("prepare", tuple(tax_ids), fresh))


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
