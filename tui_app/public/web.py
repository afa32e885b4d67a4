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
from tui_app.certificates import trusted
from tui_app.language import N_, _
from tui_app.public.address import read_address
from tui_app.public.gate import INTERVAL, Gate, Slot
from tui_app.public.ticket import StoppedError, Ticket
from tui_app.public.trouble import Trouble, of_exception, of_status
from tui_app.registry.errors import SourceUnavailableError

USER_AGENT: Final = f"firmeterm/{__version__}"
"""Without brackets or semicolons: ANAF's firewall refuses those."""

CONNECT_SECONDS: Final = 5.0
_PAUSE: Final = 2
"""Intervals before the retry, where the host gives no time."""

_REPORT_EVERY: Final = 5.0
"""Seconds between progress reports while an answer is awaited."""

LONGEST_WAIT: Final = 30
"""Seconds: if a host asks to wait longer than this, there is no retry."""


class HttpResponse(Struct, frozen=True):
    """A response: the status and a body of bounded size."""

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


class HttpRequest(Struct, frozen=True, kw_only=True):
    """One request. ``accepts`` says which answers other than 200 are valid too."""

    method: str
    path: str
    headers: dict[str, str]
    content: bytes = b""
    accepts: Callable[[HttpResponse], bool] = lambda reply: False


class HostClient:
    """The connection to one host, through its gate. Safe for any number of threads."""

    def __init__(self, host: Host, folder: Path, interval: float = INTERVAL) -> None:
        """``folder`` holds the gate's lock file. Raises ``BadAddressError``."""
        address = read_address(host.base_url)
        self.host = host
        self.interval = interval
        self.base_url = address.base
        self._gate = Gate(address.netloc, folder, interval)
        self._client = httpx.Client(
            headers={"User-Agent": USER_AGENT, "Accept-Encoding": "identity"},
            follow_redirects=False,
            # A service on this machine is not behind the environment's proxy.
            trust_env=not address.is_loopback,
            verify=trusted(trust_env=not address.is_loopback),
        )
        self._lock = threading.Lock()
        self._is_closed = False
        self._waiting: set[Future[HttpResponse | Trouble]] = set()

    def send(self, call: HttpRequest, ticket: Ticket) -> HttpResponse:
        """The answer to a request.

        Raises ``SourceUnavailableError`` with a text, and ``StoppedError`` if the user stopped
        the call before it was sent.
        """
        if self.host.offline:
            raise SourceUnavailableError(
                _("Offline: {name} was not asked.").format(name=_(self.host.name))
            )
        found = self._attempt(call, ticket)
        if isinstance(found, HttpResponse):
            return found
        pause = _PAUSE * self.interval if found.asked_to_wait is None else found.asked_to_wait
        may_repeat = found.may_repeat and (found.is_overload or self.host.repeats)
        if not may_repeat or pause > min(LONGEST_WAIT, ticket.seconds_left - self.interval):
            raise self._failure(found)
        ticket.wait(pause)
        found = self._attempt(call, ticket)
        if isinstance(found, HttpResponse):
            return found
        raise self._failure(found, _("2 attempts."))

    def did_not_answer(self, why: str) -> SourceUnavailableError:
        """The error for an unusable answer; ``why`` is translated."""
        text = _("{name} did not answer: {why}.")
        return SourceUnavailableError(text.format(name=_(self.host.name), why=why))

    def close(self) -> None:
        """Stop waiting and close every connection."""
        with self._lock:
            self._is_closed = True
            for answer in self._waiting:
                with suppress(InvalidStateError):
                    answer.set_exception(StoppedError())
        self._client.close()

    def _failure(self, trouble: Trouble, attempts: str = "") -> SourceUnavailableError:
        text = f"{trouble.as_text(_(self.host.name))} {attempts}".strip()
        return SourceUnavailableError(text, trouble.asked_to_wait)

    def _attempt(self, call: HttpRequest, ticket: Ticket) -> HttpResponse | Trouble:
        """Send once, in a thread that does not keep the program from ending."""
        answer: Future[HttpResponse | Trouble] = Future()
        with self._lock:
            if self._is_closed:
                raise StoppedError
            self._waiting.add(answer)
        work = partial(self._answer_into, answer, call, ticket)
        threading.Thread(target=work, name=f"ask-{self.host.name}", daemon=True).start()
        try:
            while not wait([answer], _REPORT_EVERY).done:
                ticket.still_at()
            return answer.result()
        finally:
            with self._lock:
                self._waiting.discard(answer)

    def _answer_into(
        self, answer: Future[HttpResponse | Trouble], call: HttpRequest, ticket: Ticket
    ) -> None:
        # After closing there is an exception already, and nobody waits any longer.
        with suppress(InvalidStateError):
            try:
                answer.set_result(self._sent(call, ticket))
            except Exception as error:  # noqa: BLE001 (raised again by the waiting thread)
                answer.set_exception(error)

    def _sent(self, call: HttpRequest, ticket: Ticket) -> HttpResponse | Trouble:
        try:
            with self._gate.slot(ticket) as slot:
                return self._exchange(call, slot, ticket)
        except TimeoutError:
            return Trouble(N_("The time for this was over before {name} could be asked."))
        except OSError as error:
            what = N_("{name} was not asked: requests cannot be kept apart ({why}).")
            return Trouble(what, {"why": error.strerror or str(error)})

    def _exchange(self, call: HttpRequest, slot: Slot, ticket: Ticket) -> HttpResponse | Trouble:
        seconds = min(self.host.seconds, max(1.0, ticket.seconds_left))
        request = self._client.build_request(
            call.method,
            self.base_url + call.path,
            headers=call.headers,
            content=call.content or None,
            timeout=httpx.Timeout(seconds, connect=min(CONNECT_SECONDS, seconds)),
            extensions={"trace": _when_sent(slot.sent)},
        )
        try:
            with closing(self._client.send(request, stream=True)) as response:
                body = self._read(response, time.monotonic() + seconds)
                if body is None:
                    what = N_("{name} sent more than {limit} MB; reading stopped there.")
                    return Trouble(what, {"limit": str(self.host.largest // 1_000_000)})
                reply = HttpResponse(response.status_code, body)
                if reply.status == 200 or call.accepts(reply):
                    return reply
                return of_status(reply.status, response.headers.get("retry-after", ""))
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
            return of_exception(error, seconds)
        finally:
            slot.sent()

    def _read(self, response: httpx.Response, until: float) -> bytes | None:
        """The body, ``None`` where it is larger than allowed."""
        body = bytearray()
        for piece in response.iter_bytes():
            body += piece
            if len(body) > self.host.largest:
                return None
            if time.monotonic() > until:
                raise httpx.ReadTimeout("the answer drips")
        return bytes(body)


def _when_sent(sent: Callable[[], None]) -> Callable[[str, object], None]:
    """A trace function that reports when the request was sent, before its answer is awaited."""

    def trace(event: str, _info: object) -> None:
        if event.endswith("send_request_body.complete"):
            sent()

    return trace
