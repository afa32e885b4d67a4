"""Questions on their way: each is sent once, however many ask it, and is never called back.

A request that was sent is paid for, so the one who asked may go away and the answer still
comes home. One that still waits for its turn, or between two tries, is dropped when nobody
wants it any more.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

AT_A_TIME: Final = 16
"""Requests on their way at once, so that a silent server does not collect connections."""


class Flight:
    """One question on its way."""

    def __init__(self, turns: asyncio.Semaphore) -> None:
        self._turns = turns
        self.wanted_by = 0
        self.sent = False

    @asynccontextmanager
    async def sending(self) -> AsyncIterator[None]:
        """Wait for a turn; inside, the request counts as sent and is left alone."""
        async with self._turns:
            self.sent = True
            try:
                yield
            finally:
                self.sent = False


class InFlightRequests:
    """All questions on their way, by their key."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(AT_A_TIME)
        self._under_way: dict[str, tuple[Flight, asyncio.Task[object]]] = {}

    def __len__(self) -> int:
        return len(self._under_way)

    def __contains__(self, key: str) -> bool:
        return key in self._under_way

    async def join(self, key: str, fly: Callable[[Flight], Awaitable[object]]) -> object:
        """The result of ``fly``, shared with everybody who asks for ``key`` meanwhile."""
        if key not in self._under_way:
            flight = Flight(self._turns)
            task = asyncio.ensure_future(fly(flight))
            self._under_way[key] = flight, task
            task.add_done_callback(lambda done: self._landed(key, done))
        flight, task = self._under_way[key]
        flight.wanted_by += 1
        try:
            return await asyncio.shield(task)
        finally:
            flight.wanted_by -= 1
            if not flight.wanted_by and not flight.sent and not task.done():
                self._forget(key, task)
                task.cancel()

    def _landed(self, key: str, task: asyncio.Task[object]) -> None:
        self._forget(key, task)
        if not task.cancelled():
            task.exception()  # looked at, so that nobody waiting for it is no complaint

    def _forget(self, key: str, task: asyncio.Task[object]) -> None:
        if key in self._under_way and self._under_way[key][1] is task:
            del self._under_way[key]

    async def aclose(self) -> None:
        """End every flight: only the end of the program does this."""
        tasks = [task for _flight, task in self._under_way.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
