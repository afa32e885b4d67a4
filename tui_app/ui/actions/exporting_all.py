"""All companies of a screen to a file: page after page, with progress; Esc stops it."""

from __future__ import annotations

import asyncio
import math
from pathlib import Path
from typing import Final

import msgspec

from tui_app.client.companies import Companies
from tui_app.client.errors import ClientError
from tui_app.contract.operations import SCREEN_SIZE
from tui_app.contract.screening.page import ORDERS, ScreeningPage
from tui_app.export import parquet
from tui_app.export.cells import as_read
from tui_app.export.files import ExportError, safe_stem
from tui_app.export.row_files import RowFile
from tui_app.export.row_writers import Sheet
from tui_app.system.language import _
from tui_app.ui.lists.screening import ScreeningList
from tui_app.ui.panes.action import Choice
from tui_app.ui.remote.questions import as_text
from tui_app.ui.remote.value import start
from tui_app.ui.remote.wording import error_text
from tui_app.ui.screening import wording
from tui_app.ui.screening.query import ScreeningQuery
from tui_app.ui.session import ScreenSession
from tui_app.ui.text import formatting as fmt
from tui_app.ui.two_panes.screen import TwoPaneScreen

ALL: Final = "all-"
"""Prefix of the names of the choices that write all companies."""
_NO_VALUES: Final = dict.fromkeys(ORDERS)
PAGE: Final = SCREEN_SIZE.maximum
"""Companies per request."""


def choices_of_all(panes: TwoPaneScreen) -> list[Choice]:
    """The formats for writing all companies of a screen.

    If the list already shows all of them, text formats are offered for the list itself.
    """
    page = _page(panes)
    if page is None or not page.total_companies:
        return []
    labels = [("parquet", "p", _("All as Parquet"))] if parquet.is_available() else []
    if page.total_companies > len(panes.list.entries):
        texts = [("csv", "a", _("All as CSV")), ("json", "s", _("All as JSON"))]
        labels = [*texts, ("md", "k", _("All as Markdown")), *labels]
    client = panes.session.client
    metered = client is not None and client.allowance.metered
    requests = math.ceil(page.total_companies / PAGE)
    counted = wording.counted(page.total_companies, exact=page.total_is_exact is not False)
    note = " · ".join(part for part in (counted, as_text(requests) if metered else "") if part)
    price = requests if metered else None
    return [
        Choice(f"{ALL}{how}", letter, label, note=note, price=price)
        for how, letter, label in labels
    ]


def write_all(panes: TwoPaneScreen, how: str) -> None:
    """Write all companies of the screen that is shown."""
    pane = panes.list
    if panes.session.end_export is not None:
        text = _("An export is being written: {key} ends it.")
        panes.say(text.format(key=panes.session.first_key("escape")), "warn")
    elif isinstance(pane, ScreeningList) and pane.results.answered_query is not None:
        run = _Run(panes.session, pane, pane.results.answered_query, how)
        panes.session.end_export = run.end
        start(panes.app, run.go(), description="export a whole screen")


def _page(panes: TwoPaneScreen) -> ScreeningPage | None:
    pane = panes.list
    if panes.detail_has_focus or not isinstance(pane, ScreeningList):
        return None
    answer = pane.results.value.answer
    return answer.data if answer is not None and pane.results.answered_query is not None else None


class _Run:
    """One export. A request already sent is awaited before it stops."""

    def __init__(
        self, session: ScreenSession, pane: ScreeningList, query: ScreeningQuery, how: str
    ) -> None:
        self._session = session
        self._query = query
        self._how = how
        self._title = " ".join(part for part in (pane.label(), query.line) if part)
        self._is_ended = False
        self._total = ""

    def end(self) -> None:
        """Request no further page."""
        self._is_ended = True
        self._session.end_export = None
        self._session.say(_("Ending the export…"), "warn")

    async def go(self) -> None:
        """Write the file and report the result."""
        session, table = self._session, None
        try:
            companies = await session.companies()
            table = await asyncio.to_thread(
                RowFile,
                Path.cwd(),
                safe_stem(self._title),
                self._how,
                Sheet(title=self._title, columns=ORDERS),
            )
            problem = await self._write(companies, table)
            await self._finish(table, problem)
        except (ExportError, OSError) as error:  # the directory itself may be gone
            if table is not None:
                await asyncio.to_thread(table.discard)
            session.say(_("Nothing was written: {why}").format(why=error), "bad")
        except BaseException:  # left, or a fault of ours: no incomplete file stays
            if table is not None:
                table.discard()
            raise
        finally:
            if not self._is_ended:
                session.end_export = None

    async def _write(self, companies: Companies, table: RowFile) -> str:
        """Write every page in turn; returns why it stopped before the last page, else ""."""
        cursor: str | None = ""
        while cursor is not None:
            if self._is_ended:
                return _("ended by {key}").format(key=self._session.first_key("escape"))
            line, sort = self._query
            try:
                answer = await companies.screen(
                    line, sort=sort, limit=PAGE, cursor=cursor, confirm=True
                )
            except ClientError as error:
                return error_text(error, self._session)
            page = answer.data
            rows = [_NO_VALUES | as_read(msgspec.to_builtins(row)) for row in page.companies]
            await asyncio.to_thread(table.write, rows)
            self._total = wording.counted(
                page.total_companies, exact=page.total_is_exact is not False
            )
            self._show_progress(table.rows)
            cursor = page.next_cursor
        return ""

    def _show_progress(self, rows: int) -> None:
        if not self._is_ended:
            key = self._session.first_key("escape")
            text = _("Writing: {count} of {total} · {key} ends")
            self._session.say(text.format(count=fmt.number(rows), total=self._total, key=key))

    async def _finish(self, table: RowFile, problem: str) -> None:
        session = self._session
        if not problem:
            path = await asyncio.to_thread(table.finish)
            session.say(_("Written: {path}").format(path=path), "good")
        elif not table.rows:
            await asyncio.to_thread(table.discard)
            session.say(_("Nothing was written: {why}").format(why=problem), "bad")
        else:
            path = await asyncio.to_thread(table.cut)
            text = _("Cut after {count} of {total} ({why}): {path}")
            text = text.format(
                count=fmt.number(table.rows), total=self._total, why=problem, path=path
            )
            session.say(text, "warn")
