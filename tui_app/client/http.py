"""Sends one request and reads its bounded answer. Only this module and http_client use httpx.

httpx is imported and its client created in a thread at the first request, so that neither
delays the first frame. One client serves until the program ends.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from tui_app.client.api_request import AnyRequest
from tui_app.client.deadlines import Deadlines
from tui_app.client.errors import (
    NOTHING_SENT,
    BadAnswerError,
    ClientError,
    DeadlineError,
    UnreachableError,
)
from tui_app.client.failures import HttpResponse
from tui_app.client.secret import Secret
from tui_app.contract.operations import EXTENSIONS_HEADER, INVENTED_HEADER
from tui_app.system.connection_failure import ConnectionFailure, read_failure
from tui_app.system.language import N_
from tui_app.system.web_address import WebAddress

if TYPE_CHECKING:
    import httpx

LARGEST_BODY: Final = 4_000_000
"""The default limit of an unpacked answer in bytes; a page of 1 000 companies has about 200 000."""

DONE_IN_PLACE: Final = 50_000
"""Larger bodies, in bytes, are processed in a thread, so that the screen does not stall."""

_TIMEOUTS: Final = {
    ConnectionFailure.NO_CONNECTION_IN_TIME: "connect",
    ConnectionFailure.NO_ANSWER_IN_TIME: "read",
}
"""Which of the deadlines passed."""

_ADVICE: Final = {
    ConnectionFailure.PROXY: N_("Check HTTPS_PROXY and NO_PROXY."),
    ConnectionFailure.UNKNOWN_HOST: N_("Check the connection and the base address."),
    ConnectionFailure.CERTIFICATE: N_(
        "Check the base address; SSL_CERT_FILE names an authority of your own."
    ),
    ConnectionFailure.NO_TLS: N_("Check the base address."),
}
_REPEATED: Final = {ConnectionFailure.REFUSED, ConnectionFailure.BROKEN_OFF}
"""Failures after which an immediate second attempt may help."""

TransportFactory = Callable[[], "httpx.AsyncBaseTransport"]


class Http:
    """One server over HTTP.

    ``open_transport`` replaces the network, for a service in this process; it is called once,
    in a thread, at the first request. It may raise ``ClientError``.
    """

    def __init__(
        self,
        address: WebAddress,
        key: Secret | None,
        deadlines: Deadlines,
        open_transport: TransportFactory | None,
        largest_body: int,
    ) -> None:
        self.address = address
        self._key = key
        self._deadlines = deadlines
        self._open_transport = open_transport
        self._largest_body = largest_body
        self.extensions: frozenset[str] = frozenset()
        """The extensions that the server announced."""
        self.has_answered = False
        """Whether the server has sent any response, so that its extensions are known."""
        self._client: httpx.AsyncClient | None = None
        self._opening = asyncio.Lock()
        self._remove_log_filter: Callable[[], None] = lambda: None

    async def deadline(self) -> float:
        """Create the client at the first call; returns the loop time when a request must end."""
        await self._opened()
        return asyncio.get_running_loop().time() + self._deadlines.total

    async def get(self, request: AnyRequest, until: float) -> HttpResponse:
        """Send a request once. Raises ``ClientError`` with ``requests`` 0 if nothing was sent."""
        client = await self._opened()
        # Raised outside the except block: the frames of httpx in a traceback hold the key.
        outcome = await self._attempt(client, request, until)
        if isinstance(outcome, ClientError):
            raise outcome
        return outcome

    async def _attempt(
        self, client: httpx.AsyncClient, request: AnyRequest, until: float
    ) -> HttpResponse | ClientError:
        import httpx

        try:
            async with asyncio.timeout_at(until):
                return await self._exchange(client, request)
        except TimeoutError:
            what = N_("{host} did not answer within {seconds} s.")
            seconds = f"{self._deadlines.total:g}"
            return DeadlineError(what, requests=1, host=self.address.host, seconds=seconds)
        except (httpx.InvalidURL, UnicodeError, httpx.HTTPError, httpx.StreamError, OSError) as bad:
            return self._connection_error(read_failure(bad))

    async def _exchange(
        self, client: httpx.AsyncClient, request: AnyRequest
    ) -> HttpResponse | ClientError:
        url = self.address.base + request.target
        method = "POST" if request.body else "GET"
        headers = {"Content-Type": "application/json"} if request.body else None
        content = request.body or None
        async with client.stream(method, url, content=content, headers=headers) as response:
            body = await self._read(response)
            if body is None:
                what = N_("{host} sent more than {limit} MB; reading stopped there.")
                limit = self._largest_body // 1_000_000
                return BadAnswerError(what, requests=1, host=self.address.host, limit=limit)
            if len(body) > DONE_IN_PLACE:
                body = await asyncio.to_thread(self._without_key, body)
            else:
                body = self._without_key(body)
            self.has_answered = True
            announced = response.headers.get(EXTENSIONS_HEADER, "")
            if announced or response.is_success:
                self.extensions = frozenset(name.strip() for name in announced.split(","))
            location = response.headers.get("location", "").encode()
            return HttpResponse(
                status=response.status_code,
                body=body,
                location=self._without_key(location).decode(),
                retry_after=response.headers.get("retry-after", ""),
                rate_limit=response.headers.get("ratelimit", ""),
                partial=response.headers.get("firmeterm-partial", "") == "true",
                invented=response.headers.get(INVENTED_HEADER, "") == "true",
            )

    def _without_key(self, received: bytes) -> bytes:
        """Remove the key, which a server may repeat, so that it reaches no text or file."""
        return self._key.redacted(received) if self._key else received

    async def _read(self, response: httpx.Response) -> bytes | None:
        """The unpacked body, or ``None`` if it is larger than allowed."""
        import httpx

        coding = response.headers.get("content-encoding", "identity").strip().lower()
        if coding not in {"identity", "", "gzip", "x-gzip"}:
            raise httpx.DecodingError("a content coding that was not offered")
        unpack = zlib.decompressobj(wbits=31) if "gzip" in coding else None
        body = bytearray()
        received = 0
        async for piece in response.aiter_raw():
            received += len(piece)
            room = self._largest_body + 1 - len(body)
            try:
                body += unpack.decompress(piece, room) if unpack else piece[:room]
            except zlib.error as error:
                raise httpx.DecodingError("not gzip") from error
            if max(len(body), received) > self._largest_body:
                return None
        if unpack and received and not unpack.eof:
            raise httpx.DecodingError("gzip cut short")
        return bytes(body)

    async def _opened(self) -> httpx.AsyncClient:
        async with self._opening:
            if self._client is None:
                opened = await asyncio.to_thread(self._open)
                if isinstance(opened, ClientError):
                    raise opened
                self._client = opened
        return self._client

    def _open(self) -> httpx.AsyncClient | ClientError:
        from tui_app.client.http_client import hide_key_in_logs, open_client

        if self._key is not None:
            self._remove_log_filter = hide_key_in_logs(self._key)
        try:
            transport = self._open_transport() if self._open_transport else None
        except ClientError as error:
            return error
        return open_client(self.address, self._key, self._deadlines, transport)

    def _connection_error(self, failure: ConnectionFailure) -> ClientError:
        """The error for a failed connection."""
        what, host = failure.value, self.address.host
        done = "" if failure.was_sent else NOTHING_SENT
        error: ClientError
        if failure in _TIMEOUTS:
            seconds = getattr(self._deadlines, _TIMEOUTS[failure])
            error = DeadlineError(what, done=done, host=host, seconds=f"{seconds:g}")
        elif failure is ConnectionFailure.NOT_UNPACKED:
            error = BadAnswerError(what, host=host)
        else:
            error = UnreachableError(what, _ADVICE.get(failure, ""), done=done, host=host)
        if failure in _REPEATED:
            error.repeat_after = 0.0
        error.requests = 1 if failure.was_sent else 0
        return error

    async def aclose(self) -> None:
        """Close every connection."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None
        self._remove_log_filter()
