"""Several tax ids in the search field: one request each for its profile, unless cached."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from tui_app.client import errors
from tui_app.client.answer import Answer
from tui_app.contract.operations import PROFILE
from tui_app.system.language import _, ngettext
from tui_app.ui.lists.base import ListPane
from tui_app.ui.lists.search_text import TaxIds, left_out, several_tax_ids
from tui_app.ui.panes.company import CompanyEntry, from_record
from tui_app.ui.remote.value import Phase, RemoteValue
from tui_app.ui.remote.wording import error_text

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

_AT_ONCE: Final = 4
"""The most requests under way at once."""

_END_ALL: Final = (
    errors.AllowanceError,
    errors.CredentialError,
    errors.TooFastError,
    errors.UnreachableError,
)
"""After one of these errors the other requests would fail, too, so they are not sent."""


class TaxIdLookup:
    """Fills a list with the companies of several tax ids as they arrive."""

    def __init__(self, pane: ListPane) -> None:
        self._pane = pane
        self.value: RemoteValue[tuple[CompanyEntry, ...]] = RemoteValue(
            pane, "tax-ids", self._request_finished
        )
        self._pasted: TaxIds | None = None
        """The text that was pasted last: the status line reports which parts were left out."""

    @property
    def is_answered(self) -> bool:
        """Whether all tax ids were looked up."""
        return self.value.phase is Phase.READY

    def read_pasted(self, text: str) -> str | None:
        """The tax ids of a pasted text in one line, without its other parts."""
        self._pasted = several_tax_ids(text)
        return self._pasted.text if self._pasted else None

    def ask(self, several: TaxIds, *, fresh: bool) -> None:
        """Look up each tax id; all are in the list from the start."""
        tax_ids = several.tax_ids
        known = {entry.tax_id: entry for entry in self._pane.entries if entry.name and not fresh}
        awaited = {each: CompanyEntry(tax_id=each, name="", note=_("Loading…")) for each in tax_ids}
        self._pane.show_entries((awaited | known)[tax_id] for tax_id in tax_ids)

        async def look_up(companies: Companies) -> Answer[tuple[CompanyEntry, ...]]:
            answer = await _LookupRun(tax_ids, self._take).run(companies, fresh=fresh)
            if fresh:
                for tax_id in tax_ids:
                    await self._pane.answers.renew(tax_id, {PROFILE.name})
            return answer

        self.value.ask(look_up)
        self._pane.redraw_status()

    def _take(self, entry: CompanyEntry) -> None:
        before = self._pane.entries
        after = [entry if each.tax_id == entry.tax_id else each for each in before]
        self._pane.show_entries(after, keep_cursor=True)

    def _request_finished(self) -> None:
        answer = self.value.answer
        if self.is_answered and answer is not None:
            self._pane.show_entries(answer.data, keep_cursor=True)
        else:
            self._pane.redraw_status()

    def state(self, several: TaxIds, asks: str, *, requested: bool) -> tuple[str, str]:
        """The number of companies, what Enter ``asks`` at what price, and the progress."""
        count = len(several.tax_ids)
        text = ngettext("{count} tax id", "{count} tax ids", count).format(count=count)
        if not requested or self.value.phase is Phase.IDLE:
            return " · ".join([text, asks, *left_out(self._pasted, several)]), "text"
        if self.value.phase is Phase.FAILED and self.value.error:
            return f"{text}: {error_text(self.value.error, self._pane.session)}", "bad"
        missing = sum(1 for entry in self._pane.entries if not entry.name)
        if not self.is_answered:
            message = _("{count} of {all} loaded")
            return message.format(count=count - missing, all=count), "dim"
        unknown = sum(1 for entry in self._pane.entries if entry.note == _("not found"))
        notes = [text]
        if unknown:
            message = ngettext("{count} not found", "{count} not found", unknown)
            notes.append(message.format(count=unknown))
        if failed := missing - unknown:
            message = ngettext("{count} not loaded", "{count} not loaded", failed)
            told = _("{key} asks again")
            again = told.format(key=self._pane.session.first_key("reload", here=True))
            notes += [message.format(count=failed), again]
        return " · ".join(notes), "warn" if missing else "dim"


class _LookupRun:
    """One run over some tax ids; ``deliver`` gets each company when it arrives."""

    def __init__(self, tax_ids: tuple[str, ...], deliver: Callable[[CompanyEntry], object]) -> None:
        self._tax_ids = tax_ids
        self._deliver = deliver
        self._turns = asyncio.Semaphore(_AT_ONCE)
        self._ended: errors.ClientError | None = None

    async def run(self, companies: Companies, *, fresh: bool) -> Answer[tuple[CompanyEntry, ...]]:
        """All companies in order; one that was not found stays, with a note.

        Raises ``ClientError`` if every request failed.
        """
        entries = await asyncio.gather(
            *(self._look_up(companies, tax_id, fresh=fresh) for tax_id in self._tax_ids)
        )
        if self._ended is not None and not any(entry.name for entry in entries):
            raise self._ended
        return Answer(data=tuple(entries), fetched_at=dt.datetime.now(dt.UTC))

    async def _look_up(self, companies: Companies, tax_id: str, *, fresh: bool) -> CompanyEntry:
        async with self._turns:
            entry = await self._entry(companies, tax_id, fresh=fresh)
        self._deliver(entry)
        return entry

    async def _entry(self, companies: Companies, tax_id: str, *, fresh: bool) -> CompanyEntry:
        nothing = CompanyEntry(tax_id=tax_id, name="")
        if self._ended is not None:
            return replace(nothing, note=_("not asked"))
        try:
            answer = await companies.profile(tax_id, fresh=fresh, confirm=True)
        except errors.CompanyNotFoundError:
            return replace(nothing, note=_("not found"))
        except errors.ClientError as error:
            if isinstance(error, _END_ALL):
                self._ended = error
            return replace(nothing, note=_("not loaded"))
        return replace(from_record(answer.data), tax_id=tax_id)
