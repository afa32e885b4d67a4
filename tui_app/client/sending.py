"""Sends a question as often as the rules of repetition allow, and reads the answer."""

from __future__ import annotations

import asyncio
import datetime as dt
from typing import Final, TypeVar

import msgspec

from tui_app.client import failures, retry
from tui_app.client.allowance import Allowance
from tui_app.client.answer import Answer
from tui_app.client.decode import Decoded, decode
from tui_app.client.errors import ClientError, DeadlineError, UnreachableError
from tui_app.client.failures import Reply
from tui_app.client.http import DONE_IN_PLACE, Wire
from tui_app.client.in_flight import Flight
from tui_app.client.request import ApiRequest
from tui_app.client.tolerant import Report
from tui_app.language import N_, _

_TRIED: Final = N_("It was tried {tries} times.")
_UNKNOWN: Final = N_("not a field of the interface")

T = TypeVar("T")


class Sender:
    """One server, what is known of the allowance there, and what it was already told of."""

    def __init__(self, wire: Wire, allowance: Allowance) -> None:
        self._wire = wire
        self._allowance = allowance
        self._unknown_told: set[str] = set()
        self.line_is_lost = False

    async def send(self, asked: ApiRequest[T], flight: Flight) -> tuple[Decoded[T], int]:
        """The answer and the number of requests it took. Raises ``ClientError``."""
        sent = tries = 0
        until = await self._wire.ready()
        while True:
            tries += 1
            try:
                async with flight.sending():
                    number = self._allowance.next_number()
                    reply = await self._wire.get(asked, until)
                    self.line_is_lost = False
                    self._allowance.session_requests += 1
                    sent += 1
                    decoded = await self._read(reply, asked)
                resets_at = failures.read_reset(reply.rate_limit, decoded.remaining)
                self._allowance.accept(number, decoded.remaining, resets_at)
                return msgspec.structs.replace(decoded, partial=reply.partial), sent
            except ClientError as error:
                self.line_is_lost = isinstance(error, UnreachableError | DeadlineError)
                self._allowance.session_requests += error.requests
                sent += error.requests
                error.requests = sent
                wait = retry.wait_before_next(asked.operation, error, tries)
                if wait is None or _is_past(until, wait) or self._allowance.thrifty:
                    self._allowance.refuse(error)
                    if tries > 1:
                        error.done, error.values["tries"] = _TRIED, tries
                    raise
            await asyncio.sleep(wait)

    async def _read(self, reply: Reply, asked: ApiRequest[T]) -> Decoded[T]:
        host = self._wire.address.host
        if not reply.succeeded:
            has_key, remaining = self._wire.has_key, self._allowance.remaining
            raise failures.of_reply(reply, asked, host, has_key=has_key, remaining=remaining)
        if len(reply.body) <= DONE_IN_PLACE:
            return decode(reply.body, asked, host)
        return await asyncio.to_thread(decode, reply.body, asked, host)

    def answer(self, decoded: Decoded[T], sent: int) -> Answer[T]:
        """What was decoded as an answer of now."""
        return Answer(
            data=decoded.data,
            fetched_at=dt.datetime.now(dt.UTC),
            remaining=decoded.remaining,
            requests=sent,
            partial=decoded.partial,
            faults=(*decoded.report.faults, *self._news(decoded.report)),
        )

    def _news(self, report: Report) -> list[str]:
        """A field that nobody knows costs nothing: it is told once in a session."""
        news = [place for place in report.unknown if place not in self._unknown_told]
        self._unknown_told.update(news)
        return [f"{place}: {_(_UNKNOWN)}" for place in news]


def _is_past(until: float, wait: float) -> bool:
    """Whether a question may take no more time after a wait."""
    return asyncio.get_running_loop().time() + wait >= until
