"""Threads for what blocks, which take many small pieces of work at a time.

A thread for each request would be simpler. But then loop and threads fight for the
interpreter at every step of SQLite, and with 32 connections that costs more than the answers:
without this module the service misses its bar of four times Datasette's requests a second for
profiles. Here one thread does all that waits and wakes the loop once; another one steps in
where work waits behind something slow.
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
"""So many pieces of work can be slow at the same time; further work waits."""

_BATCH_SECONDS: Final = 0.01
"""After this the loop is told of what is done, and gets its turn."""

_SLOW_SECONDS: Final = 0.005
"""Work that waits for so long waits behind something slow."""

T = TypeVar("T")

# Any: each piece of work has a result of its own type.
_Job = tuple[Callable[[], Any], asyncio.Future[Any]]
_Outcome = tuple[asyncio.Future[Any], Any, BaseException | None]


class BatchThreads:
    """A pool of threads; ``close`` it when nothing is asked of it any more."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(THREADS, "service")
        self._waiting: deque[_Job] = deque()
        self._done: deque[_Outcome] = deque()
        self._at_work = 0
        self._lock = threading.Lock()
        self._last_begun = 0.0
        self._look_due = 0.0

    def run(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """The outcome to come of what blocks, for the running loop."""
        loop = asyncio.get_running_loop()
        outcome: asyncio.Future[T] = loop.create_future()
        self._waiting.append((work, outcome))
        with self._lock:
            nobody_works = self._at_work == 0
        if nobody_works:
            self._step_in()
        elif time.monotonic() >= self._look_due:
            self._look_soon(loop)
        return outcome

    def close(self) -> None:
        """End the threads once they have done what waits."""
        self._pool.shutdown()

    def _look_soon(self, loop: asyncio.AbstractEventLoop) -> None:
        self._look_due = time.monotonic() + _SLOW_SECONDS
        loop.call_later(_SLOW_SECONDS, self._look, loop)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let another thread step in where work waits behind something slow."""
        self._hand_over()
        if not self._at_work:
            return
        if self._waiting and time.monotonic() - self._last_begun >= _SLOW_SECONDS:
            self._step_in()
        self._look_soon(loop)

    def _step_in(self) -> None:
        with self._lock:
            if self._at_work == THREADS:
                return
            self._at_work += 1
        self._pool.submit(self._work)

    def _work(self) -> None:
        """Do what waits, until nothing does."""
        while True:
            loop = self._do_batch()
            if loop is not None:
                with contextlib.suppress(RuntimeError):  # it was closed: nobody waits there
                    loop.call_soon_threadsafe(self._hand_over)
            with self._lock:
                if not self._waiting:
                    self._at_work -= 1
                    return

    def _do_batch(self) -> asyncio.AbstractEventLoop | None:
        """Do what waits for some time; the loop that wants to know, if any."""
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
            except BaseException as error:  # noqa: BLE001 (it is raised where it is awaited)
                self._done.append((outcome, None, error))
        return loop

    def _hand_over(self) -> None:
        """Tell those who wait, on their loop."""
        while self._done:
            outcome, result, error = self._done.popleft()
            if outcome.done():  # its caller has left
                continue
            if error is None:
                outcome.set_result(result)
            else:
                outcome.set_exception(error)
