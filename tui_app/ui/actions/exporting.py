"""Writing the list, the company or its evidence into a file: the menus, and the deeds.

All companies of a screen are written page after page, with progress; Esc stops it.
"""

from __future__ import annotations

import asyncio
import math
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from tui_app.client.answer import Answer
from tui_app.client.companies import Companies
from tui_app.client.errors import ClientError, ClosedError
from tui_app.client.in_flight import closed
from tui_app.contract import operations as ops
from tui_app.contract.operations import SCREEN_SIZE
from tui_app.contract.public_money import AUTHORITY, SUPPLIER, ContractPage, PublicMoney
from tui_app.contract.resources import CompanyProfile
from tui_app.contract.screening.page import ORDERS, ScreeningPage
from tui_app.export import parquet
from tui_app.export.cells import Cell, as_read
from tui_app.export.evidence import evidence_of, to_json
from tui_app.export.evidence_markdown import to_markdown
from tui_app.export.files import ExportError, safe_stem
from tui_app.export.row_files import RowFile
from tui_app.export.row_writers import Sheet
from tui_app.export.tables import Table
from tui_app.insight.signals import signals
from tui_app.sources.public_contracts import load_contracts, sides_of
from tui_app.system.language import _, ngettext
from tui_app.ui.lists.screening import ScreeningList
from tui_app.ui.panes.action import Choice, Menu
from tui_app.ui.panes.company import CompanyEntry, facts_of
from tui_app.ui.panes.files import text_formats, write_file, write_table
from tui_app.ui.remote.answers import Answers, LoadedData
from tui_app.ui.remote.questions import AtMost, Question, about, as_text, price_label, total
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


_WRITERS: Final = {"md": to_markdown, "json": to_json}
_ASKED: Final = (*ops.COMPANY_OPERATIONS, ops.PUBLIC_MONEY)
"""What is loaded before the contracts, whose sides it tells."""


def price(panes: TwoPaneScreen, entry: CompanyEntry) -> int:
    """How many requests the bundle costs; an upper bound where an answer may spare others."""
    tax_id, client, price = entry.tax_id, panes.session.client, panes.answers.price
    loaded = panes.answers.loaded(tax_id)
    missing = [each for each in _ASKED if not _is_needless(each, loaded, client)]
    money = loaded.data(ops.PUBLIC_MONEY, PublicMoney)
    # If requests count, the first page on each side.
    size = ops.SCREEN_SIZE.name, str(ops.SCREEN_SIZE.maximum)
    first_pages = [
        Question(ops.CONTRACTS, tax_id, ((ops.SIDE.name, side), size))
        for side in (sides_of(money) if money else (SUPPLIER, AUTHORITY))
    ]
    return total(price(about(each, tax_id) for each in missing), AtMost(price(first_pages)))


def write_evidence(panes: TwoPaneScreen, entry: CompanyEntry, how: str) -> None:
    """Request the missing data, write the file and say where it is."""
    start(panes.app, _write(panes, entry, how), description="write the evidence bundle")


async def _write(panes: TwoPaneScreen, entry: CompanyEntry, how: str) -> None:
    session, answers, tax_id = panes.session, panes.answers, entry.tax_id
    # As they are now: the user may switch to another source while the rest is loading.
    source, base = session.source, session.settings.base_url or ""
    answers.hold(tax_id)
    try:
        loaded, problems = await _completed(session, answers, tax_id)
    except ClosedError:
        why = _("another source was chosen meanwhile")
        session.say(_("Nothing was written: {why}").format(why=why), "bad")
        return
    finally:
        answers.release(tax_id)
    profile = loaded.data(ops.PROFILE, CompanyProfile)
    evidence = evidence_of(
        tax_id,
        loaded.answers,
        source=source.name,
        invented=source.invented,
        problems=problems,
        nothing={each.name for each in ops.COMPANY_OPERATIONS if each.is_ruled_out(profile)},
        signals=signals(
            facts_of(loaded, entry, panes.detail.in_workspace.vat_seen_on), session.today()
        ),
        name=entry.name,
        base="" if source.embedded else base,
        case_pages=loaded.case_pages,
    )
    stem = f"{safe_stem(evidence.company_name or entry.tax_id)}-evidence"
    write_file(session, stem, how, _WRITERS[how](evidence))
    panes.update_hints()


async def _completed(
    session: ScreenSession, answers: Answers, tax_id: str
) -> tuple[LoadedData, dict[str, str]]:
    """All data after the missing ones were loaded, and the failures.

    Raises ``ClosedError`` if the user changes to another source.
    """
    problems: dict[str, str] = {}
    for operation in _ASKED:
        if _is_needless(operation, answers.loaded(tax_id), session.client):
            continue
        value = await answers.fetch(about(operation, tax_id))
        if isinstance(value.error, ClosedError) or not value.is_settled:
            raise closed()
        if value.error is not None:
            problems[operation.name] = value.error.summary
    answers.keep_profile(tax_id)
    known = answers.loaded(tax_id)
    if _is_needless(ops.CONTRACTS, known, session.client):
        return known, problems
    try:
        contracts = await _contracts(await session.companies(), tax_id, known)
    except ClosedError:
        raise
    except ClientError as error:
        problems[ops.CONTRACTS.name] = error.summary
        return known, problems
    return replace(known, answers=known.answers | {ops.CONTRACTS.name: contracts}), problems


def _is_needless(operation: ops.AnyOperation, known: LoadedData, client: Companies | None) -> bool:
    """Whether an answer is known, or ruled out by the profile or the source."""
    if operation.name in known.answers:
        return True
    if operation not in (ops.PUBLIC_MONEY, ops.CONTRACTS):
        return operation.is_ruled_out(known.data(ops.PROFILE, CompanyProfile))
    if client is None or not client.answers_extension(operation):
        return True
    money = known.data(ops.PUBLIC_MONEY, PublicMoney)
    return operation is ops.CONTRACTS and (money is None or not sides_of(money))


async def _contracts(companies: Companies, tax_id: str, known: LoadedData) -> Answer[ContractPage]:
    """All pages of contracts if they are free, else the first of each side."""
    money, free = known.answers[ops.PUBLIC_MONEY.name].data, not companies.allowance.metered
    return (await load_contracts(companies, tax_id, money, lambda _pages: free)).answer


_EVIDENCE: Final = "evidence-"


def export_menu(panes: TwoPaneScreen) -> Menu:
    """The formats of a file with what is shown; the message says where it is."""
    table, entry = table_of(panes), panes.detail.entry

    def write(how: str) -> None:
        if how.startswith(_EVIDENCE) and entry is not None:
            write_evidence(panes, entry, how.removeprefix(_EVIDENCE))
        elif how.startswith(ALL):
            write_all(panes, how.removeprefix(ALL))
        else:
            write_table(panes.session, table, how)

    rows = len(table.rows)
    title = ngettext("Export {what}: {count} row", "Export {what}: {count} rows", rows)
    choices = text_formats()
    choices += choices_of_all(panes)
    if entry is not None:
        requests = price(panes, entry)
        cost = price_label(requests, panes.session.client)
        choices += [
            Choice(
                f"{_EVIDENCE}md", "b", _("Evidence bundle, Markdown"), note=cost, price=requests
            ),
            Choice(f"{_EVIDENCE}json", "d", _("Evidence bundle, JSON"), note=cost, price=requests),
        ]
    return Menu(title.format(what=table.title, count=rows), choices, write)


def table_of(panes: TwoPaneScreen) -> Table:
    """The data shown, as a table: the company's tab, or the companies of the list.

    Beside an empty list it is the company.
    """
    pane, entry = panes.pane, panes.detail.entry
    if not panes.detail_has_focus and not panes.list.shown:
        pane = panes.detail.section
    if (table := pane.export_table()) is not None:
        return table
    if entry is None:
        return Table(pane.label(), (), ())
    return _profile(panes, entry)


def _profile(panes: TwoPaneScreen, entry: CompanyEntry) -> Table:
    answer = panes.detail.profile.answer
    values = as_read(msgspec.to_builtins(answer.data) if answer else entry.record)
    rows = tuple((name, _cell(value)) for name, value in values.items())
    return Table(entry.name, ("field", "value"), rows)


def _cell(value: object) -> Cell:
    if isinstance(value, list | tuple):
        return "; ".join(str(part) for part in value)
    return value if isinstance(value, str | int | float | bool) else None
