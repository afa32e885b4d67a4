"""Requests pages one after the other: Ctrl+C loses none that was paid for."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TypeVar

from tui_app.cli.ending import tell
from tui_app.system.language import _

T = TypeVar("T")


class PageRequests:
    """Sends the requests of one command; it sends none once it is ``interrupted``."""

    def __init__(self) -> None:
        self.interrupted = False
        """Whether Ctrl+C was pressed, or the rest was declined."""

    async def wait_for(self, request: Coroutine[None, None, T]) -> T:
        """The answer to a request. Ctrl+C waits for it; a second one does not."""
        page = asyncio.ensure_future(request)
        try:
            return await asyncio.shield(page)
        except asyncio.CancelledError:
            self.interrupted = True
            tell(_("\nWaiting for the last page. Ctrl+C again ends at once."))
            return await page

    async def check_interrupt(self) -> None:
        """Notice Ctrl+C if it was pressed while a page was written."""
        try:
            await asyncio.sleep(0)
        except asyncio.CancelledError:
            self.interrupted = True
