"""Sends requests to one public host, one at a time, and describes failures in words.

An overloaded host gets one retry after the time that it gives, and no more.
Redirects are not followed and no cookie is stored. Everything here blocks.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError, wait
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Final

import httpx
from msgspec import Struct

from tui_app import __version__
from tui_app.public.active_call import ActiveCall, StoppedError
from tui_app.public.rate_limiter import RateLimiter, Slot
from tui_app.public.request_failure import RequestFailure, of_exception, of_status
from tui_app.registry.errors import SourceUnavailableError
from tui_app.system.certificates import trusted
from tui_app.system.language import N_, _
from tui_app.system.web_address import read_web_address

USER_AGENT: Final = f"firmeterm/{__version__}"
"""Without brackets or semicolons: ANAF's firewall refuses those."""

CONNECT_SECONDS: Final = 5.0
_PAUSE: Final = 2
"""Intervals before the retry, where the host gives no time."""

_REPORT_EVERY: Final = 5.0
"""Seconds between progress reports while waiting for an answer."""

LONGEST_WAIT: Final = 30
"""Seconds: if a host asks to wait longer than this, there is no retry."""


class HostResponse(Struct, frozen=True):
    """A response: the status and a body of limited size."""

    status: int
    body: bytes


class Host(Struct, frozen=True, kw_only=True):
    """A host and its limits. ``name`` begins a sentence; ``largest`` is in bytes.

    ``repeats``: retry a failed request once, as is always done for an overloaded
    host. ``offline``: send nothing at all.
    """

    name: str
    base_url: str
    seconds: float
    largest: int
    repeats: bool
    offline: bool = False


class HostRequest(Struct, frozen=True, kw_only=True):
    """One request. ``accepts`` says which answers other than 200 are valid too."""

    method: str
    path: str
    headers: dict[str, str]
    content: bytes = b""
    accepts: Callable[[HostResponse], bool] = lambda response: False


class HostClient:
    """The connection to one host, within its rate limit. Safe for any number of threads."""

    def __init__(self, host: Host, folder: Path, interval: float) -> None:
        """``folder`` holds the rate limiter's lock file. Raises ``WebAddressError``."""
        address = read_web_address(host.base_url)
        self.host = host
        self.interval = interval
        self.base_url = address.base
        self._limiter = RateLimiter(address.host, folder, interval)
        self._client = httpx.Client(
            headers={"User-Agent": USER_AGENT, "Accept-Encoding": "identity"},
            follow_redirects=False,
            # A service on this machine is not behind the environment's proxy.
            trust_env=not address.is_loopback,
            verify=trusted(trust_env=not address.is_loopback),
        )
        self._lock = threading.Lock()
        self._is_closed = False
        self._waiting: set[Future[HostResponse | RequestFailure]] = set()

    def send(self, request: HostRequest, call: ActiveCall) -> HostResponse:
        """The answer to a request.

        Raises ``SourceUnavailableError`` with a text, and ``StoppedError`` if the user stopped
        the call before it was sent.
        """
        if self.host.offline:
            raise SourceUnavailableError(
                _("Offline: nothing was sent to {host}.").format(host=_(self.host.name))
            )
        found = self._attempt(request, call)
        if isinstance(found, HostResponse):
            return found
        pause = _PAUSE * self.interval if found.asked_to_wait is None else found.asked_to_wait
        may_repeat = found.may_repeat and (found.is_overload or self.host.repeats)
        if not may_repeat or pause > min(LONGEST_WAIT, call.seconds_left - self.interval):
            raise self._failure(found)
        call.wait(pause)
        found = self._attempt(request, call)
        if isinstance(found, HostResponse):
            return found
        raise self._failure(found, _("2 attempts."))

    def did_not_answer(self, why: str) -> SourceUnavailableError:
        """The error for an unusable answer; ``why`` is translated."""
        text = _("{host} did not answer: {why}.")
        return SourceUnavailableError(text.format(host=_(self.host.name), why=why))

    def close(self) -> None:
        """Stop waiting and close every connection."""
        with self._lock:
            self._is_closed = True
            for answer in self._waiting:
                with suppress(InvalidStateError):
                    answer.set_exception(StoppedError())
        self._client.close()

    def _failure(self, failure: RequestFailure, attempts: str = "") -> SourceUnavailableError:
        text = f"{failure.as_text(_(self.host.name))} {attempts}".strip()
        return SourceUnavailableError(text, failure.asked_to_wait)

    def _attempt(self, request: HostRequest, call: ActiveCall) -> HostResponse | RequestFailure:
        """Send once, in a thread that does not prevent the program from ending."""
        answer: Future[HostResponse | RequestFailure] = Future()
        with self._lock:
            if self._is_closed:
                raise StoppedError
            self._waiting.add(answer)
        work = partial(self._answer_into, answer, request, call)
        threading.Thread(target=work, name=f"ask-{self.host.name}", daemon=True).start()
        try:
            while not wait([answer], _REPORT_EVERY).done:
                call.report_waiting()
            return answer.result()
        finally:
            with self._lock:
                self._waiting.discard(answer)

    def _answer_into(
        self, answer: Future[HostResponse | RequestFailure], request: HostRequest, call: ActiveCall
    ) -> None:
        # After closing there is an exception already, and nobody waits any longer.
        with suppress(InvalidStateError):
            try:
                answer.set_result(self._sent(request, call))
            except Exception as error:  # noqa: BLE001 (raised again by the waiting thread)
                answer.set_exception(error)

    def _sent(self, request: HostRequest, call: ActiveCall) -> HostResponse | RequestFailure:
        try:
            with self._limiter.slot(call) as slot:
                return self._exchange(request, slot, call)
        except TimeoutError:
            return RequestFailure(N_("Time ran out before a request to {host} could be sent."))
        except OSError as error:
            what = N_("Nothing was sent to {host}: the rate limit cannot be kept ({why}).")
            return RequestFailure(what, {"why": error.strerror or str(error)})

    def _exchange(
        self, request: HostRequest, slot: Slot, call: ActiveCall
    ) -> HostResponse | RequestFailure:
        seconds = min(self.host.seconds, max(1.0, call.seconds_left))
        connect_seconds = min(CONNECT_SECONDS, seconds)
        prepared = self._client.build_request(
            request.method,
            self.base_url + request.path,
            headers=request.headers,
            content=request.content or None,
            timeout=httpx.Timeout(seconds, connect=connect_seconds),
            extensions={"trace": _when_sent(slot.sent)},
        )
        try:
            with closing(self._client.send(prepared, stream=True)) as stream:
                body = self._read(stream, time.monotonic() + seconds)
                if body is None:
                    what = N_("{host} sent more than {limit} MB; reading stopped there.")
                    return RequestFailure(what, {"limit": str(self.host.largest // 1_000_000)})
                response = HostResponse(stream.status_code, body)
                if response.status == 200 or request.accepts(response):
                    return response
                return of_status(response.status, stream.headers.get("retry-after", ""))
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
            return of_exception(error, seconds, connect_seconds)
        finally:
            slot.sent()

    def _read(self, stream: httpx.Response, until: float) -> bytes | None:
        """The body, or ``None`` if it is larger than allowed."""
        body = bytearray()
        for piece in stream.iter_bytes():
            body += piece
            if len(body) > self.host.largest:
                return None
            if time.monotonic() > until:
                raise httpx.ReadTimeout("the answer arrives too slowly")
        return bytes(body)


def _when_sent(sent: Callable[[], None]) -> Callable[[str, object], None]:
    """A trace function that reports when the request was sent, before its answer is awaited."""

    def trace(event: str, _info: object) -> None:
        if event.endswith("send_request_body.complete"):
            sent()

    return trace
