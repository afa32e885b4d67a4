"""A thread pool for blocking work that runs many small tasks in one go.

A thread per request would be simpler. But then loop and threads compete for the
interpreter at every step of SQLite, and with 32 connections that costs more than the answers:
without this module the service misses its bar of four times Datasette's requests a second for
profiles. Here one thread runs all waiting tasks and wakes the loop once; another one takes over
when tasks wait behind a slow one.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

THREADS: Final = 8
"""The most slow tasks at a time; further tasks wait."""

_BATCH_SECONDS: Final = 0.01
"""Seconds after which the results so far are delivered."""

_SLOW_SECONDS: Final = 0.005
"""Seconds after which a waiting task counts as stuck behind a slow one."""

T = TypeVar("T")

# Any: each task has its own result type.
_Job = tuple[Callable[[], Any], asyncio.Future[Any]]
_Outcome = tuple[asyncio.Future[Any], Any, BaseException | None]


class BatchThreads:
    """A pool of threads; ``close`` it when no more work will come."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(THREADS, "service")
        self._waiting: deque[_Job] = deque()
        self._done: deque[_Outcome] = deque()
        self._working = 0
        self._lock = threading.Lock()
        self._last_begun = 0.0
        self._check_due = 0.0

    def run(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """The future result of blocking work, for the running loop."""
        loop = asyncio.get_running_loop()
        outcome: asyncio.Future[T] = loop.create_future()
        self._waiting.append((work, outcome))
        with self._lock:
            nobody_works = self._working == 0
        if nobody_works:
            self._start_thread()
        elif time.monotonic() >= self._check_due:
            self._check_soon(loop)
        return outcome

    def close(self) -> None:
        """End the threads once the waiting work is done."""
        self._pool.shutdown()

    def _check_soon(self, loop: asyncio.AbstractEventLoop) -> None:
        self._check_due = time.monotonic() + _SLOW_SECONDS
        loop.call_later(_SLOW_SECONDS, self._check_for_slow_task, loop)

    def _check_for_slow_task(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start another thread if tasks wait behind a slow one."""
        self._deliver()
        if not self._working:
            return
        if self._waiting and time.monotonic() - self._last_begun >= _SLOW_SECONDS:
            self._start_thread()
        self._check_soon(loop)

    def _start_thread(self) -> None:
        with self._lock:
            if self._working == THREADS:
                return
            self._working += 1
        self._pool.submit(self._work)

    def _work(self) -> None:
        """Run waiting tasks until there are none."""
        while True:
            loop = self._do_batch()
            if loop is not None:
                with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits there
                    loop.call_soon_threadsafe(self._deliver)
            with self._lock:
                if not self._waiting:
                    self._working -= 1
                    return

    def _do_batch(self) -> asyncio.AbstractEventLoop | None:
        """Run waiting tasks for some time; returns the loop to wake, if any."""
        loop = None
        end = time.monotonic() + _BATCH_SECONDS
        while (now := time.monotonic()) < end:
            try:
                work, outcome = self._waiting.popleft()
            except IndexError:
                break
            self._last_begun = now
            loop = outcome.get_loop()
            try:
                self._done.append((outcome, work(), None))
            except BaseException as error:  # noqa: BLE001 (raised where it is awaited)
                self._done.append((outcome, None, error))
        return loop

    def _deliver(self) -> None:
        """Deliver the results to those who wait, on their loop."""
        while self._done:
            outcome, result, error = self._done.popleft()
            if outcome.done():  # the caller was cancelled
                continue
            if error is None:
                outcome.set_result(result)
            else:
                outcome.set_exception(error)
