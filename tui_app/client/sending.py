"""Sends a request with the allowed retries, and reads the answer."""

from __future__ import annotations

import asyncio
import datetime as dt
import random
from collections.abc import Callable
from typing import Final, TypeVar

from msgspec.structs import replace

from tui_app.client.allowance import Allowance
from tui_app.client.answer import Answer
from tui_app.client.api_request import AnyRequest, ApiRequest
from tui_app.client.decode import Decoded, decode
from tui_app.client.errors import ClientError
from tui_app.client.failures import ErrorContext, HttpResponse, error_from, read_reset
from tui_app.client.http import DONE_IN_PLACE, Http
from tui_app.client.in_flight import Pending
from tui_app.contract.operations import AUTOCOMPLETE

MAX_SENDS: Final = 3
"""The maximum number of attempts for a request; each may cost the user one."""

LONGEST_WAIT: float = 5.0
"""Seconds. If a server asks for a longer wait, there is no retry: the user decides."""

FIRST_WAIT: float = 0.3
"""The most seconds before the second attempt; three times as many before the third."""

T = TypeVar("T")


class Sender:
    """One server, with the state of the connection and of the allowance."""

    def __init__(self, http: Http, allowance: Allowance, caller: ErrorContext) -> None:
        self._http = http
        self._allowance = allowance
        self._caller = caller
        self._newest_done = 0
        self.on_wait: Callable[[AnyRequest, float], None] = lambda _request, _wait: None
        """Called before a retry with the request and the seconds to wait."""
        self.connection_lost = False
        """Whether the newest request did not reach the server."""

    async def send(self, request: ApiRequest[T], pending: Pending) -> Answer[T]:
        """The answer. Raises ``ClientError``."""
        sent = attempts = 0
        until = await self._http.deadline()
        while True:
            attempts += 1
            try:
                async with pending.sending():
                    number = self._allowance.next_number()
                    response = await self._get(request, until, number)
                    sent += request.units
                    decoded = await self._read(response, request)
            except ClientError as error:
                sent += error.requests * request.units
                error.requests, error.attempts = sent, attempts
                # The cost of a failed attempt is unknown, so all attempts are counted: saver mode
                # never spends a request that was not confirmed.
                may_retry = pending.waiters and self._allowance.affords(sent + request.units)
                wait = _wait_before_next(request, error) if may_retry else None
                if wait is None or asyncio.get_running_loop().time() + wait >= until:
                    self._allowance.refuse(error)
                    raise
                self.on_wait(request, wait)
                await asyncio.sleep(wait)
            else:
                resets_at = read_reset(response.rate_limit, decoded.remaining)
                self._allowance.accept(number, decoded.remaining, resets_at)
                return Answer(
                    data=decoded.data,
                    fetched_at=dt.datetime.now(dt.UTC),
                    remaining=decoded.remaining if self._allowance.metered else None,
                    requests=sent,
                    faults=decoded.faults,
                    sources=decoded.sources,
                    search=decoded.search,
                    partial=response.partial,
                    invented=response.invented,
                )

    async def _get(self, request: AnyRequest, until: float, number: int) -> HttpResponse:
        lost = False
        try:
            response = await self._http.get(request, until)
        except ClientError as error:
            lost = not error.requests
            self._allowance.session_requests += error.requests * request.units
            raise
        else:
            self._allowance.session_requests += request.units
            return response
        finally:
            # Only a request that did not reach the server means a lost connection; of concurrent
            # requests the newest decides.
            if number >= self._newest_done:
                self._newest_done, self.connection_lost = number, lost

    async def _read(self, response: HttpResponse, request: ApiRequest[T]) -> Decoded[T]:
        if not response.succeeded:
            known = replace(self._caller, remaining=self._allowance.remaining)
            raise error_from(response, request, known)
        if len(response.body) <= DONE_IN_PLACE:
            return decode(response.body, request, self._caller.host)
        return await asyncio.to_thread(decode, response.body, request, self._caller.host)


def _wait_before_next(request: AnyRequest, error: ClientError) -> float | None:
    """Seconds before another attempt, by the kind of error; ``None``: no retry.

    A search is never repeated, because the next letter sends another one.
    """
    if request.operation is AUTOCOMPLETE or error.attempts >= MAX_SENDS:
        return None
    if error.repeat_after is None or error.repeat_after > LONGEST_WAIT:
        return None
    # Random within bounds, so that clients that lost the same server do not retry in step.
    backoff = FIRST_WAIT * 3 ** (error.attempts - 1)
    return max(error.repeat_after, random.uniform(backoff / 2, backoff))  # noqa: S311 (no secret)
