"""Requests pages one after the other: Ctrl+C loses none that was paid for."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, TypeVar

from tui_app.cli.consent import Price, may_spend
from tui_app.cli.ending import tell
from tui_app.config.settings import Settings
from tui_app.sources.source import SourceKind, kind_of
from tui_app.system.language import _

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

T = TypeVar("T")


class PageRequests:
    """Sends the requests of one command: the first by itself, the others with consent.

    It sends none once it is ``interrupted``.
    """

    def __init__(self, settings: Settings, *, yes: bool) -> None:
        self._settings = settings
        self._has_consent = yes or kind_of(settings) is not SourceKind.REMOTE
        self.interrupted = False
        """Whether Ctrl+C was pressed, or the rest was declined."""

    def ask_about_rest(self, companies: Companies, what: str, requests: int) -> None:
        """Say once what the rest costs, and go on only with consent."""
        if self._has_consent or self.interrupted:
            return
        self._has_consent = True
        price = Price(what=what, requests=requests, left=companies.allowance.remaining)
        self.interrupted = not may_spend(self._settings, price)

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
