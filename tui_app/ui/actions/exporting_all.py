"""All companies of a screen to a file: page after page, with progress; Esc stops it."""

from __future__ import annotations

import asyncio
import math
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

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
from tui_app.ui.panes.menu import Choice
from tui_app.ui.remote.price import as_text
from tui_app.ui.remote.wording import error_text
from tui_app.ui.remote.workers import start
from tui_app.ui.screening import wording
from tui_app.ui.text import formatting as fmt

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.ui.app import FirmetermApp
    from tui_app.ui.explorer.screen import ExplorerScreen
    from tui_app.ui.screening.query import ScreeningQuery

ALL: Final = "all-"
"""Prefix of the names of the choices that write all companies."""
_NO_VALUES: Final = dict.fromkeys(ORDERS)
PAGE: Final = SCREEN_SIZE.maximum
"""Companies per request."""


def choices_of_all(explorer: ExplorerScreen) -> list[Choice]:
    """The formats for writing all companies of a screen.

    If the list already shows all of them, text formats are offered for the list itself.
    """
    page = _page(explorer)
    if page is None or not page.total_companies:
        return []
    labels = [("parquet", "p", _("All as Parquet"))] if parquet.is_available() else []
    if page.total_companies > len(explorer.list.entries):
        texts = [("csv", "a", _("All as CSV")), ("json", "s", _("All as JSON"))]
        labels = [*texts, ("md", "k", _("All as Markdown")), *labels]
    client = explorer.program.client
    metered = client is not None and client.allowance.metered
    requests = math.ceil(page.total_companies / PAGE)
    counted = wording.counted(page.total_companies, exact=page.total_is_exact is not False)
    note = " · ".join(part for part in (counted, as_text(requests) if metered else "") if part)
    price = requests if metered else None
    return [
        Choice(f"{ALL}{how}", letter, label, note=note, price=price)
        for how, letter, label in labels
    ]


def write_all(explorer: ExplorerScreen, how: str) -> None:
    """Write all companies of the screen that is shown."""
    pane = explorer.list
    if explorer.program.end_export is not None:
        text = _("An export is being written: {key} ends it.")
        explorer.say(text.format(key=explorer.keys.first_key("escape")), "warn")
    elif isinstance(pane, ScreeningList) and pane.results.answered_query is not None:
        run = _Run(explorer.program, pane, pane.results.answered_query, how)
        explorer.program.end_export = run.end
        start(explorer.app, run.go(), group="export all", description="export a whole screen")


def _page(explorer: ExplorerScreen) -> ScreeningPage | None:
    pane = explorer.list
    if explorer.detail_has_focus or not isinstance(pane, ScreeningList):
        return None
    answer = pane.results.value.answer
    return answer.data if answer is not None and pane.results.answered_query is not None else None


class _Run:
    """One export. A request already sent is awaited before it stops."""

    def __init__(
        self, program: FirmetermApp, pane: ScreeningList, query: ScreeningQuery, how: str
    ) -> None:
        self._program = program
        self._query = query
        self._how = how
        self._title = " ".join(part for part in (pane.label(), query.line) if part)
        self._is_ended = False
        self._total = ""

    def end(self) -> None:
        """Request no further page."""
        self._is_ended = True
        self._program.end_export = None
        self._program.say(_("Ending the export…"), "warn")

    async def go(self) -> None:
        """Write the file and report the result."""
        program, table = self._program, None
        try:
            companies = await program.companies()
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
            program.say(_("Nothing was written: {why}").format(why=error), "bad")
        except BaseException:  # left, or a fault of ours: no incomplete file stays
            if table is not None:
                table.discard()
            raise
        finally:
            if not self._is_ended:
                program.end_export = None

    async def _write(self, companies: Companies, table: RowFile) -> str:
        """Write every page in turn; returns why it stopped before the last page, else ""."""
        cursor: str | None = ""
        while cursor is not None:
            if self._is_ended:
                return _("ended by {key}").format(key=self._program.first_key("escape"))
            line, sort = self._query
            try:
                answer = await companies.screen(
                    line, sort=sort, limit=PAGE, cursor=cursor, confirm=True
                )
            except ClientError as error:
                return error_text(error, self._program)
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
            key = self._program.first_key("escape")
            text = _("Writing: {count} of {total} · {key} ends")
            self._program.say(text.format(count=fmt.number(rows), total=self._total, key=key))

    async def _finish(self, table: RowFile, problem: str) -> None:
        program = self._program
        if not problem:
            path = await asyncio.to_thread(table.finish)
            program.say(_("Written: {path}").format(path=path), "good")
        elif not table.rows:
            await asyncio.to_thread(table.discard)
            program.say(_("Nothing was written: {why}").format(why=problem), "bad")
        else:
            path = await asyncio.to_thread(table.cut)
            text = _("Cut after {count} of {total} ({why}): {path}")
            text = text.format(
                count=fmt.number(table.rows), total=self._total, why=problem, path=path
            )
            program.say(text, "warn")
