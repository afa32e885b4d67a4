"""Looking up several tax ids at once: one request each for its profile, unless cached."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from tui_app.client.answer import Answer
from tui_app.client.errors import (
    AllowanceError,
    ClientError,
    CompanyNotFoundError,
    CredentialError,
    TooFastError,
    UnreachableError,
)
from tui_app.language import _
from tui_app.ui.panes.entry import Entry, from_record

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

_AT_ONCE: Final = 4
"""Most requests under way at once."""

_END_ALL: Final = (AllowanceError, CredentialError, TooFastError, UnreachableError)
"""After one of these errors the other requests would fail too: they are not sent."""


def awaited(tax_id: str) -> Entry:
    """A company without an answer yet."""
    return Entry(tax_id=tax_id, name="", note=_("Loading…"))


class Lookup:
    """One run over some tax ids; ``tell`` gets each company when it arrives."""

    def __init__(self, tax_ids: tuple[str, ...], tell: Callable[[Entry], object]) -> None:
        self._tax_ids = tax_ids
        self._tell = tell
        self._turns = asyncio.Semaphore(_AT_ONCE)
        self._ended: ClientError | None = None
        self._requests = 0

    async def run(self, companies: Companies, *, fresh: bool) -> Answer[tuple[Entry, ...]]:
        """All companies in order; one that was not found stays, with a note.

        Raises ``ClientError`` if every request failed.
        """
        found = await asyncio.gather(
            *(self._look_up(companies, tax_id, fresh=fresh) for tax_id in self._tax_ids)
        )
        if self._ended is not None and not any(entry.name for entry in found):
            raise self._ended
        now = dt.datetime.now(dt.UTC)
        return Answer(data=tuple(found), fetched_at=now, requests=self._requests)

    async def _look_up(self, companies: Companies, tax_id: str, *, fresh: bool) -> Entry:
        async with self._turns:
            entry = await self._entry(companies, tax_id, fresh=fresh)
        self._tell(entry)
        return entry

    async def _entry(self, companies: Companies, tax_id: str, *, fresh: bool) -> Entry:
        nothing = Entry(tax_id=tax_id, name="")
        if self._ended is not None:
            return replace(nothing, note=_("not asked"))
        try:
            answer = await companies.profile(tax_id, fresh=fresh, confirm=True)
        except CompanyNotFoundError as error:
            self._requests += error.requests
            return replace(nothing, note=_("not found"))
        except ClientError as error:
            self._requests += error.requests
            if isinstance(error, _END_ALL):
                self._ended = error
            return replace(nothing, note=_("not loaded"))
        self._requests += answer.requests
        return replace(from_record(answer.data), tax_id=tax_id)
