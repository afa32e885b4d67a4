"""How a pane requests data: once typing rests, in a worker, with failure as a state.

Only the newest request counts. A slow one tells its progress.
"""

from __future__ import annotations

import asyncio
import logging
import time
import weakref
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from textual.dom import DOMNode
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input
from textual.worker import Worker

from tui_app.client.answer import Answer
from tui_app.client.errors import AllowanceError, ClientError, ClosedError, CredentialError
from tui_app.contract.live import Progress
from tui_app.system.language import N_
from tui_app.system.memory import is_exhausted
from tui_app.system.untyped import Work
from tui_app.ui.remote.wording import COUNTED_FROM, error_text, seconds_left
from tui_app.ui.session import session_of
from tui_app.ui.timings import (
    BUSY,
    LONG_WAIT,
    LONGEST_DEBOUNCE,
    LONGEST_TURN,
    PAUSE,
    SLOWEST_LETTER,
)

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.ui.session import ScreenSession


class Progressed(Message, bubble=False):
    """A slow answer made progress: widgets that show its state redraw."""

    def __init__(self, tax_id: str) -> None:
        super().__init__()
        self.tax_id = tax_id


def listener(deliver: Callable[[Progress], None]) -> Callable[[Progress], None]:
    """A function that passes the progress of a live source from any thread to the running loop."""
    loop = asyncio.get_running_loop()

    def listen(progress: Progress) -> None:
        with suppress(RuntimeError):  # the program has ended meanwhile
            loop.call_soon_threadsafe(deliver, progress)

    return listen


class Debounce:
    """Holds at most one pending call. A later call replaces it and restarts its wait."""

    def __init__(self, widget: Widget) -> None:
        self._widget = widget
        self._timer: Timer | None = None
        self._calls = 0

    @property
    def is_waiting(self) -> bool:
        """Whether a call is pending."""
        return self._timer is not None

    def call(self, after: float, act: Callable[[], object]) -> None:
        """Call ``act`` after ``after`` seconds without another call."""
        self.cancel()
        self._calls += 1
        self._timer = self._widget.set_timer(after, partial(self._fire, self._calls, act))

    def cancel(self) -> None:
        """Drop the pending call."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _fire(self, call: int, act: Callable[[], object]) -> None:
        # A stopped timer may still fire once, because its message was already queued.
        if self._timer is not None and call == self._calls:
            self._timer = None
            act()


class TypingPace:
    """Measures typing speed, so that a search waits for a pause, not for the next letter."""

    def __init__(self) -> None:
        self._last = 0.0
        self._intervals: deque[float] = deque(maxlen=4)

    def typed(self, now: float, least: float) -> float:
        """Note a typed letter; ``now`` counts seconds.

        Returns the seconds without a letter that count as a pause for this user, at least
        ``least``.
        """
        interval, self._last = now - self._last, now
        if interval <= SLOWEST_LETTER:
            self._intervals.append(interval)
        longest = max(self._intervals, default=0.0)
        return max(least, min(LONGEST_DEBOUNCE, PAUSE * longest))


_log = logging.getLogger(__name__)


def start(node: DOMNode, work: Work, *, description: str, exclusive: bool = False) -> Worker[None]:
    """Run ``work`` in the background for as long as ``node`` exists.

    The only way to start a worker: a failure in it is logged and shown, and ends nothing.
    ``exclusive``: in place of what does the same.
    """
    worker: Worker[None] = node.run_worker(
        partial(_guarded, session_of(node), work, description),
        group=description,
        description=description,
        exclusive=exclusive,
        exit_on_error=False,
    )
    # A worker that is cancelled before its first step never awaits its work.
    weakref.finalize(worker, work.close)
    return worker


async def _guarded(session: ScreenSession, work: Work, description: str) -> None:
    try:
        await work
    except ClientError as error:
        session.say(error_text(error, session), "bad")
    except Exception as error:  # noqa: BLE001 (a fault of ours: shown, and logged in full)
        if is_exhausted(error):
            session.end_with(error)
            return
        _log.exception("A worker failed: %s", description)
        session.say(error_text(internal_error(error), session), "bad")


def internal_error(error: Exception) -> ClientError:
    """An unexpected failure as a message for the user."""
    return ClientError(
        N_("firmeterm made a mistake ({kind}); nothing was lost."), kind=type(error).__name__
    )


T = TypeVar("T")
_MAX_TURNS: Final = 3
"""How often a request follows by itself: a server that refuses each time is left alone."""


class Phase(StrEnum):
    """The state of a remote value."""

    IDLE = "idle"
    WAITING = "waiting"
    LOADING = "loading"
    READY = "ready"
    FAILED = "failed"


class RemoteValue(Generic[T]):
    """One value that a pane needs from the source. Only the newest request counts.

    A request that was sent is never cancelled: it was paid for, and the client caches its answer.
    ``drop`` and a new ``ask`` drop what was not sent yet, including retries and requests that wait
    for their turn. ``answer`` keeps its value until a new one arrives. ``changed`` is called on the
    screen's loop after each change of state. If the server asks to wait, the request follows by
    itself: confirmed if it was, else if it may then be sent without.
    """

    def __init__(self, pane: Widget, name: str, changed: Callable[[], None]) -> None:
        self.pane = pane
        self._name = name
        self._changed = changed
        self._number = 0
        self._worker: Worker[None] | None = None
        self._waiters: list[asyncio.Future[None]] = []
        self._turns = 0
        """How often the newest request has followed by itself."""
        self._asked_at = 0.0
        """When the newest request was made, by ``time.monotonic``."""
        self.phase = Phase.IDLE
        self.answer: Answer[T] | None = None
        self.error: ClientError | None = None

    @property
    def is_settled(self) -> bool:
        """Whether there is an answer or a failure, and no newer request is under way."""
        return self.phase in (Phase.READY, Phase.FAILED)

    @property
    def was_sent_early(self) -> bool:
        """Whether the server asked the request to wait: it was confirmed, if it had to be."""
        return self.follows and self.error is not None and self.error.requests > 0

    @property
    def has_failed(self) -> bool:
        """Whether the newest request failed for good: it does not follow by itself."""
        return self.phase is Phase.FAILED and not self.follows

    @property
    def follows(self) -> bool:
        """Whether the request failed and will follow by itself."""
        return self.phase is Phase.FAILED and self.error is not None and self.error.follows

    @property
    def is_pending(self) -> bool:
        """Whether an answer is awaited."""
        return self.phase in (Phase.WAITING, Phase.LOADING)

    @property
    def waited(self) -> int:
        """The whole seconds that the answer has been awaited; 0 while that is not long."""
        seconds = round(time.monotonic() - self._asked_at) if self.is_pending else 0
        return seconds if seconds >= LONG_WAIT else 0

    @property
    def is_missing(self) -> bool:
        """Whether there is no answer and no request under way, or sent and about to follow."""
        failed = self.phase is Phase.FAILED and self.answer is None and not self.was_sent_early
        return failed or self.phase is Phase.IDLE

    @property
    def needs_request(self) -> bool:
        """Whether it is missing and was never requested: a failure stays until asked again."""
        is_held_back = isinstance(self.error, AllowanceError) and not self.error.requests
        return self.is_missing and (self.error is None or is_held_back)

    @property
    def needs_refresh(self) -> bool:
        """Whether the answer is stale or incomplete, and must not pass for a fresh, whole one."""
        answer = self.answer
        return self.error is not None or (
            answer is not None and bool(answer.stale or answer.failure or answer.faults)
        )

    def ask(self, request: Callable[[Companies], Awaitable[Answer[T]]], turns: int = 0) -> None:
        """Ask with ``request``, in place of the request before.

        ``turns``: how often it has followed by itself.
        """
        self._turns = turns
        self._drop_unsent()
        self.phase, self._asked_at = Phase.WAITING, time.monotonic()
        self._worker = start(
            self.pane, self._run(self._number, request), description=f"{self._name} #{self._number}"
        )

    async def settled(self) -> None:
        """Return when no answer is awaited any more: it came, failed, or was dropped."""
        while self.is_pending or self.follows:
            waiter = asyncio.get_running_loop().create_future()
            self._waiters.append(waiter)
            await waiter

    def drop(self) -> None:
        """Forget request and answer; the answer to a request already sent goes to the cache."""
        self._drop_unsent()
        self.phase = Phase.IDLE
        self.answer = self.error = None
        self._wake()

    def _wake(self) -> None:
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    def _drop_unsent(self) -> None:
        """Let the client drop unsent requests, because nobody wants the answer any more."""
        self._number += 1
        if self._worker is not None:
            session_of(self.pane).following.discard(self.stop_following)
            self._worker.cancel()
            self._worker = None

    async def _run(self, number: int, request: Callable[[Companies], Awaitable[Answer[T]]]) -> None:
        session = session_of(self.pane)
        busy = self.pane.set_timer(BUSY, lambda: self._show_busy(number))
        try:
            outcome = await self._outcome(session, request)
        finally:
            busy.stop()
        session.update_allowance()
        # While the user types in a field of another pane. Benchmark: echo of a letter.
        field = self.pane.app.focused
        if isinstance(field, Input) and self.pane not in field.ancestors:
            await session.pause_between_keys()
        if number != self._number:
            return
        if isinstance(outcome, Answer):
            self.phase, self.answer, self.error = Phase.READY, outcome, None
        else:
            self.phase, self.error = Phase.FAILED, outcome
            if self._turns < _MAX_TURNS and _may_follow(outcome):
                outcome.follows = True
                session.following.add(self.stop_following)
        self._changed()
        self._wake()
        if isinstance(outcome, ClientError):
            self._count_down(number, request)

    def stop_following(self) -> bool:
        """Let the request not follow by itself; returns whether it would have."""
        if self.error is None or not self.error.follows:
            return False
        self.error.follows = False
        session_of(self.pane).following.discard(self.stop_following)
        if not self.pane.is_attached:
            return False
        self._changed()
        self._wake()
        return True

    def _count_down(
        self, number: int, request: Callable[[Companies], Awaitable[Answer[T]]]
    ) -> None:
        """While a server asks to wait, show how long it still takes, then ask again."""
        left = seconds_left(self.error) if number == self._number else 0
        if not left:
            return
        wait = 1.0 if left <= COUNTED_FROM else left - COUNTED_FROM

        def tick() -> None:
            if number != self._number:
                return
            if self.follows and not seconds_left(self.error):
                self.ask(request, self._turns + 1)
            self._changed()
            self._count_down(number, request)

        self.pane.set_timer(wait, tick)

    def _show_busy(self, number: int) -> None:
        if number == self._number and self.phase is Phase.WAITING:
            self.phase = Phase.LOADING
            self._changed()
            self.pane.set_timer(LONG_WAIT - BUSY, lambda: self._count_up(number))

    def _count_up(self, number: int) -> None:
        """Show once a second how long the answer has been awaited."""
        if number == self._number and self.is_pending:
            self._changed()
            self.pane.set_timer(1.0, lambda: self._count_up(number))

    async def _outcome(
        self, session: ScreenSession, request: Callable[[Companies], Awaitable[Answer[T]]]
    ) -> Answer[T] | ClientError:
        try:
            while True:
                companies = await session.companies()
                try:
                    return await request(companies)
                except CredentialError as error:
                    session.key_rejected(companies)
                    return error
                except ClosedError as error:
                    # Another pane has replaced the client, so the new one is asked.
                    if session.client is companies:
                        return error
        except ClientError as error:
            return error
        except Exception as error:
            if is_exhausted(error):
                raise
            _log.exception("An unexpected failure while asking")
            return internal_error(error)


def _may_follow(error: ClientError) -> bool:
    """Whether a server asked for a wait that a user may sit out, and has not said "no more"."""
    is_used_up = isinstance(error, AllowanceError) and error.requests
    return error.may_retry and not is_used_up and 0 < seconds_left(error) <= LONGEST_TURN


# Any: operations differ in their result.
AnyValue = RemoteValue[Any]
