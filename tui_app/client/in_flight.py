"""Requests under way: equal requests are sent once, and one that was sent is never cancelled.

A request that was sent is paid for, so its answer is cached even if nobody waits for it any more. A
request that waits for its turn, or for another attempt, is then dropped.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

from tui_app.client.errors import ClosedError
from tui_app.system.language import N_

AT_A_TIME: Final = 16
"""The most requests sent at once, so that a silent server does not pile up connections."""


def closed() -> ClosedError:
    """The error for a request whose answer can no longer arrive."""
    return ClosedError(N_("The connection was closed."))


class Pending:
    """One request under way, which costs so many ``units``."""

    def __init__(self, turns: asyncio.Semaphore, units: int) -> None:
        self._turns = turns
        self.units = units
        self.waiters = 0
        self.sent = False

    @asynccontextmanager
    async def sending(self) -> AsyncIterator[None]:
        """Wait for a turn; inside the block the request counts as sent and is not cancelled."""
        async with self._turns:
            self.sent = True
            try:
                yield
            finally:
                self.sent = False


class InFlightRequests:
    """All requests under way, by their key."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(AT_A_TIME)
        self._tasks: dict[str, tuple[Pending, asyncio.Task[object]]] = {}
        self._is_closed = False

    @property
    def units(self) -> int:
        """What all of them cost."""
        return sum(pending.units for pending, _task in self._tasks.values())

    def __contains__(self, key: str) -> bool:
        return key in self._tasks

    async def join(
        self, key: str, send: Callable[[Pending], Awaitable[object]], units: int = 1
    ) -> object:
        """The result of ``send``, shared with all callers that ask for the same ``key`` meanwhile.

        Raises ``ClosedError`` if the client is closed before the answer arrives.
        """
        pending, task = self._tasks.get(key) or self._begin(key, send, units)
        pending.waiters += 1
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if self._is_closed and task.cancelled():
                raise closed() from None
            raise
        finally:
            pending.waiters -= 1
            if not pending.waiters and not pending.sent and not task.done():
                self._forget(key, task)
                task.cancel()

    def _begin(
        self, key: str, send: Callable[[Pending], Awaitable[object]], units: int
    ) -> tuple[Pending, asyncio.Task[object]]:
        if self._is_closed:
            raise closed()
        pending = Pending(self._turns, units)
        task = asyncio.ensure_future(send(pending))
        self._tasks[key] = pending, task
        task.add_done_callback(lambda done: self._finish(key, done))
        return pending, task

    def _finish(self, key: str, task: asyncio.Task[object]) -> None:
        self._forget(key, task)
        if not task.cancelled():
            # If nobody waits any more, asyncio would report an unretrieved error.
            task.exception()

    def _forget(self, key: str, task: asyncio.Task[object]) -> None:
        if key in self._tasks and self._tasks[key][1] is task:
            del self._tasks[key]

    async def aclose(self) -> None:
        """Cancel everything: only when the client is closed."""
        self._is_closed = True
        tasks = [task for _pending, task in self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
