"""Ends long work whose caller has left: nobody reads its answer, and nobody pays for it."""

from __future__ import annotations

import asyncio
import threading
from typing import Final, Self

from starlette.requests import Request

_LONG_SECONDS: Final = 0.1
"""Seconds after which a check begins whether the caller is still connected."""


class CallerLeft(Exception):
    """The caller has disconnected, so nobody reads the answer."""


class DisconnectWatch:
    """Ends the block by ``CallerLeft`` when the caller of a request has disconnected.

    It then sets ``gone``, and also when the block is cancelled. The body must have been read: the
    watch receives what comes after it.
    """

    def __init__(self, request: Request, gone: threading.Event) -> None:
        self._request = request
        self._gone = gone
        self._answering = asyncio.current_task()
        self._watching: asyncio.Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(_LONG_SECONDS, self._begin)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: object, raised: BaseException | None, _at: object) -> None:
        self._timer.cancel()
        if self._watching is not None:
            self._watching.cancel()
        if isinstance(raised, asyncio.CancelledError):
            if self._gone.is_set():
                raise CallerLeft from None
            self._gone.set()

    def _begin(self) -> None:
        self._watching = asyncio.get_running_loop().create_task(self._wait())

    async def _wait(self) -> None:
        while (await self._request.receive())["type"] != "http.disconnect":
            pass
        self._gone.set()
        if self._answering is not None:
            self._answering.cancel()
