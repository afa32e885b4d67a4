"""A thread pool for blocking work that runs many small tasks in one go.

A thread per request would be simpler. But then loop and threads compete for the interpreter at
every step of SQLite, and with 32 connections that costs more than the answers: half as many
profiles a second, twice Datasette's instead of four times. Here one thread runs all waiting tasks
and wakes the loop once; another one takes over when tasks wait behind a slow one. As soon as one
suffices again, the others end.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar

from tui_app.service.caller_queues import ACTIVE_SECONDS, CallerQueues

THREADS: Final = 8
"""The maximum number of slow tasks at a time; further tasks wait."""

SHARE: Final = THREADS // 4
"""The maximum number of one caller's tasks at a time."""

MAX_WAITING: Final = 128
"""The maximum number of one caller's waiting tasks."""

_BATCH_SECONDS: Final = 0.01
"""Seconds after which the results so far are delivered."""

_SLOW_SECONDS: Final = 0.005
"""Seconds after which a task counts as slow, and another thread takes the waiting tasks."""

_TURN, _SHORT_TURN = 0.005, 0.00005
"""How long a thread may keep the interpreter while others want it.

The first is Python's own time. The short one holds beside slow tasks of another caller, since an
answer needs the interpreter some ten times.
"""

ROWS: Final = 5
"""Rows in a piece: with a few milliseconds a row, a piece takes no longer than a search."""

Row = TypeVar("Row")
T = TypeVar("T")

# Any: each task has its own result type.
_Job = tuple[Callable[[], Any], asyncio.Future[Any]]
_Outcome = tuple[asyncio.Future[Any], Any, BaseException | None]


class BatchThreads:
    """A pool of threads; ``close`` it when no more work will come.

    ``is_shared``: no caller may use more than a share of it.
    """

    def __init__(self, *, is_shared: bool = False) -> None:
        self._pool = ThreadPoolExecutor(THREADS, "service")
        limits = (SHARE, MAX_WAITING) if is_shared else (THREADS, None)
        self._queues: CallerQueues[_Job] = CallerQueues(*limits)
        self._done: deque[_Outcome] = deque()
        self._begun: dict[int, float] = {}
        """The time when each working thread began its task, by the thread's identity."""
        self._slow: dict[str, float] = {}
        """The time of each caller's latest slow task: its next one may be slow, too."""
        self._lock = threading.Lock()
        self._working = 0
        self._check_due = 0.0

    @property
    def waiting(self) -> int:
        """The number of tasks that wait for a thread."""
        with self._lock:
            return len(self._queues)

    def run(self, work: Callable[[], T], caller: str = "") -> asyncio.Future[T]:
        """The future result of blocking work, for the running loop; raises ``CallerQueueFull``."""
        loop = asyncio.get_running_loop()
        outcome: asyncio.Future[T] = loop.create_future()
        with self._lock:
            self._queues.put(caller, (work, outcome))
            starts = bool(self._queues) and self._all_are_slow()
        if starts:
            self._start_thread()
        elif time.monotonic() >= self._check_due:
            self._check_soon(loop)
        return outcome

    def close(self) -> None:
        """End the threads once the waiting work is done."""
        self._pool.shutdown()

    def _all_are_slow(self) -> bool:
        """Whether no thread will soon take a waiting task: all are stopped or at slow tasks."""
        if self._working > len(self._begun):
            return False  # one was just started
        before = time.monotonic() - _SLOW_SECONDS
        return all(begun <= before for begun in self._begun.values())

    def _check_soon(self, loop: asyncio.AbstractEventLoop) -> None:
        self._check_due = time.monotonic() + _SLOW_SECONDS
        loop.call_later(_SLOW_SECONDS, self._check_for_slow_tasks, loop)

    def _check_for_slow_tasks(self, loop: asyncio.AbstractEventLoop) -> None:
        """Deliver finished results, and start another thread if tasks wait behind slow ones."""
        self._deliver()
        with self._lock:
            works, starts = self._working > 0, bool(self._queues) and self._all_are_slow()
        if starts:
            self._start_thread()
        if works:
            self._check_soon(loop)

    def _start_thread(self) -> None:
        with self._lock:
            if self._working == THREADS:
                return
            self._working += 1
        self._pool.submit(self._work)

    def _work(self) -> None:
        """Run waiting tasks until there are none, or until another thread suffices."""
        while True:
            loop = self._do_batch()
            if loop is not None:
                with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits there
                    loop.call_soon_threadsafe(self._deliver)
            with self._lock:
                self._begun.pop(threading.get_ident(), None)
                self._working -= 1
                if not self._queues or not self._all_are_slow():
                    return
                self._working += 1

    def _do_batch(self) -> asyncio.AbstractEventLoop | None:
        """Run waiting tasks for some time; returns the loop to wake, if any."""
        loop = None
        end = time.monotonic() + _BATCH_SECONDS
        while (now := time.monotonic()) < end:
            with self._lock:
                self._begun[threading.get_ident()] = now
                if not self._queues:
                    break
                caller, (work, outcome) = self._queues.next_job()
                # Alone, a caller gains nothing by a second thread for what is mostly quick.
                is_slow = self._was_slow(caller, now) and not self._queues.is_alone(caller)
                if is_slow:
                    self._begun[threading.get_ident()] = now - _SLOW_SECONDS
                    sys.setswitchinterval(_SHORT_TURN)
            loop = outcome.get_loop()
            try:
                self._done.append((outcome, work(), None))
            except BaseException as error:  # noqa: BLE001 (raised where it is awaited)
                self._done.append((outcome, None, error))
            with self._lock:
                self._queues.done(caller)
                if is_slow:
                    sys.setswitchinterval(_TURN)
                ended = time.monotonic()
                if ended - now >= _SLOW_SECONDS:
                    self._slow[caller] = ended
                elif not self._was_slow(caller, ended):
                    self._slow.pop(caller, None)
        return loop

    def _was_slow(self, caller: str, now: float) -> bool:
        """Whether a task of a caller was slow lately."""
        return now - self._slow.get(caller, -ACTIVE_SECONDS) < ACTIVE_SECONDS

    def _deliver(self) -> None:
        """Deliver the results to the waiting callers, on their loop."""
        while self._done:
            outcome, result, error = self._done.popleft()
            if outcome.done():  # the caller was cancelled
                continue
            if error is None:
                outcome.set_result(result)
            else:
                outcome.set_exception(error)


async def in_pieces(
    rows: Sequence[Row],
    work: Callable[[Sequence[Row]], Sequence[T]],
    run: Callable[[Callable[[], Sequence[T]]], Awaitable[Sequence[T]]],
) -> tuple[T, ...]:
    """The results of blocking ``work`` on all rows; ``run`` runs it in the caller's queue.

    Other callers get their turn between two pieces.
    """
    found: list[T] = []
    for start in range(0, len(rows), ROWS):
        found += await run(partial(work, rows[start : start + ROWS]))
    return tuple(found)
