"""Requests pages one after the other: Ctrl+C loses none that was paid for."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from tui_app.cli.consent import Price, may_spend
from tui_app.cli.ending import INTERRUPTED, tell
from tui_app.cli.session import fail
from tui_app.client.errors import ClientError
from tui_app.config.settings import Settings
from tui_app.contract.operations import SCREEN_SIZE
from tui_app.sources.source import SourceKind, kind_of
from tui_app.system.language import _
from tui_app.system.wording import grouped

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

T = TypeVar("T")


def rows_left(wanted: int | None, total: int | None, came: int) -> int | None:
    """How many rows are still to come after ``came``, where another page follows.

    ``None`` if neither a limit nor the total is known. Only a misbehaving server does not tell the
    total, or has another page after as many.
    """
    if total is not None and total <= came:
        total = None
    known = [each for each in (wanted, total) if each is not None]
    return min(known) - came if known else None


def shown_total(total: int | None) -> str:
    """A number of rows for people."""
    return "?" if total is None else grouped(total)


def tell_more(shown: int, total: int) -> None:
    """Say how many rows there are beside those that are shown."""
    text = _("{count} of {total} shown: --limit shows more.")
    tell(text, count=grouped(shown), total=grouped(total))


class PageRequests:
    """Sends the requests of one command: the first by itself, the others with consent.

    It sends none once it is ``interrupted``.
    """

    def __init__(self, settings: Settings, *, yes: bool) -> None:
        self._settings = settings
        self._is_agreed = yes or kind_of(settings) is not SourceKind.REMOTE
        self._agreed = 0
        """Requests that were agreed to and not sent yet."""
        self.interrupted = False
        """Whether Ctrl+C was pressed, or the rest was declined."""
        self.failure: ClientError | None = None
        """Why the pages ended early, after some had come."""

    def ask_about_rest(self, companies: Companies, what: str, requests: int) -> None:
        """Say what the rest costs, and go on only with consent, which covers so many requests.

        Called before each of them, it asks again where a server has more pages than it told.
        """
        if self._is_agreed or self.interrupted:
            return
        if not self._agreed:
            price = Price(what=what, requests=requests, left=companies.allowance.remaining)
            self.interrupted = not may_spend(self._settings, price)
            self._agreed = requests
        self._agreed -= 1

    def ask_about_rows(self, companies: Companies, what: str, left: int | None) -> None:
        """The same for ``left`` rows, in the largest pages; ``None`` if their number is not known.

        Then each page is asked about, since nobody knows what all of them cost.
        """
        if left is None:
            self.ask_about_rest(companies, _("One more page, of an unknown number"), 1)
        elif left > 0:
            requests = math.ceil(left / SCREEN_SIZE.maximum)
            self.ask_about_rest(companies, what.format(count=grouped(left)), requests)

    async def wait_for(self, request: Coroutine[None, None, T]) -> T:
        """The answer to a request. Ctrl+C waits for it; a second one does not."""
        page = asyncio.ensure_future(request)
        try:
            return await asyncio.shield(page)
        except asyncio.CancelledError:
            self.interrupted = True
            tell(_("\nWaiting for the last page. Ctrl+C again ends at once."))
            return await page

    @contextmanager
    def keep_what_came(self, came: Callable[[], object]) -> Iterator[None]:
        """Note a failure after something ``came``. Raises ``ClientError`` for one before that."""
        try:
            yield
        except ClientError as error:
            if not came():
                raise
            self.failure = error

    @property
    def ended_early(self) -> bool:
        """Whether pages are missing."""
        return self.interrupted or self.failure is not None

    def end_early(self) -> None:
        """End the command if pages are missing: what came is written."""
        if self.failure is not None:
            fail(self.failure)
        if self.interrupted:
            raise SystemExit(INTERRUPTED)

    async def check_interrupt(self) -> None:
        """Notice Ctrl+C if it was pressed while a page was written."""
        try:
            await asyncio.sleep(0)
        except asyncio.CancelledError:
            self.interrupted = True
