"""``firmeterm screen``: the companies that match criteria, as many as wanted, for scripts."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

import click
from msgspec.structs import replace

from tui_app.cli import output as out
from tui_app.cli.age_options import AS_OF
from tui_app.cli.consent import YES, require_somebody
from tui_app.cli.criteria import complete_criteria, parsed_criteria
from tui_app.cli.ending import tell
from tui_app.cli.output_file import cut_output_file
from tui_app.cli.paging import PageRequests, rows_left, shown_total
from tui_app.cli.session import NOTHING, WRONG_USE, Session, end, session
from tui_app.client.errors import InvalidRequestError
from tui_app.contract.operations import SCREEN, SCREEN_ORDER, SCREEN_SIZE
from tui_app.contract.screening.criteria import Criteria
from tui_app.contract.screening.page import ORDERS, ScreeningPage, ScreeningRow
from tui_app.export.row_writers import Row, Sheet
from tui_app.sources.source import SourceKind, kind_of
from tui_app.system.language import _, ngettext
from tui_app.system.nearest import nearest
from tui_app.system.wording import grouped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui_app.client.answer import Answer
    from tui_app.client.companies import Companies
    from tui_app.system.untyped import JsonObject

_BRIEF: Final = (
    "taxId", "companyName", "county", "statusClass", "caen", "turnover", "netProfit", "employee",
)  # fmt: skip


def _read_sort(_ctx: click.Context, _param: click.Parameter, text: str) -> str:
    if text.removeprefix("-") not in ORDERS:
        hint = nearest(text.removeprefix("-"), ORDERS)
        message = _("There is no field {name} here: {names}.")
        raise click.BadParameter(message.format(name=repr(text), names=", ".join(ORDERS)) + hint)
    return text


def _complete_sort(_ctx: click.Context, _param: click.Parameter, typed: str) -> list[str]:
    return [name for each in ORDERS for name in (each, f"-{each}") if name.startswith(typed)]


@click.command(
    epilog="Examples: firmeterm screen county:B form:SRL caen:46 'turnover:>1M' active"
    " · firmeterm screen 'employees:>50 profit:<0' --all -o csv > losses.csv"
    " · firmeterm manual screening"
)
@click.argument("criteria", metavar="[CRITERIA…]", nargs=-1, shell_complete=complete_criteria)
@out.takes_output("ftm", columns=ORDERS)
@click.option(
    "--sort",
    metavar="NAME",
    default=SCREEN_ORDER.default,
    show_default=True,
    callback=_read_sort,
    shell_complete=_complete_sort,
    help="Field to sort by, - before it for the largest first.",
)
@AS_OF
@click.option("--limit", type=click.IntRange(min=1), help="Number of companies.  [default: 50]")
@click.option("--all", "every", is_flag=True, help="Every company that matches.")
@click.option(
    "--cursor",
    metavar="CURSOR",
    help="Continue from where an earlier run stopped; CSV and Markdown then have no heading, so"
    " that >> appends.",
)
@YES
def screen(  # noqa: PLR0913 (click passes one argument for each option)
    *,
    criteria: tuple[str, ...],
    output: out.OutputOptions,
    sort: str,
    limit: int | None,
    every: bool,
    cursor: str | None,
    yes: bool,
) -> None:
    """Find the companies that match criteria, in the whole registry.

    CRITERIA are written like county:B form:SRL caen:46 turnover:>1M growth:>0 active, as one
    argument or several; without any, every company matches. Costs one request for each 1,000
    companies.
    """
    if every and limit is not None:
        raise click.UsageError(_("--limit and --all exclude each other."))
    if cursor == "":
        raise click.UsageError(_("--cursor is empty: it is printed where an output ended early."))
    parsed = parsed_criteria(" ".join(criteria))
    run = session()
    sheet = _sheet(output, _asked_for(parsed, sort), headed=cursor is None)
    most = None if every else limit or SCREEN_SIZE.default
    if most is None or most > SCREEN_SIZE.maximum:
        require_somebody(run.settings, yes=yes)
    walk = _PageWalk(run, output, sheet, most=most, cursor=cursor or "", yes=yes)
    run.ask(lambda companies: walk.go(companies, parsed, sort))
    walk.finish()
    if not walk.found:
        end(_("Nothing found.") + run.advice, NOTHING)


_COLUMN_OF: Final = {
    "form": "companyType", "status": "statusClass", "founded": "foundingYear",
    "registered": "registrationDate", "profit": "netProfit", "employees": "employee",
    "losses": "lossYears", "public-share": "publicShare", "vat": "VAT", "phone": "hasPhone",
    "email": "hasEmail", "website": "hasWebsite", "cases": "hasCourtCases",
}  # fmt: skip
"""The columns of criteria that have another name."""


def _asked_for(criteria: Criteria, sort: str) -> tuple[str, ...]:
    """The columns that the screen is about: its criteria, and what it is sorted by."""
    named = (_COLUMN_OF.get(each.field, each.field) for each in criteria)
    return tuple(dict.fromkeys(c for c in (sort.removeprefix("-"), *named) if c in ORDERS))


def _sheet(options: out.OutputOptions, asked_for: tuple[str, ...], *, headed: bool) -> Sheet:
    """The columns: a table for people has first what identifies a company, then what was asked."""
    named = _BRIEF[:2]
    usual = tuple(dict.fromkeys((*named, *asked_for, *_BRIEF)))
    return Sheet(
        columns=options.fields or (usual if options.format == "table" else ORDERS),
        title="Companies",
        items="companies",
        headed=headed,
        kept=(*named, *asked_for),
    )


class _PageWalk:
    """Goes through the pages of a screen and writes each page when it arrives."""

    def __init__(
        self,
        run: Session,
        options: out.OutputOptions,
        sheet: Sheet,
        *,
        most: int | None,
        cursor: str,
        yes: bool,
    ) -> None:
        self._run = run
        self._options, self._sheet = options, sheet
        self._writer = out.stdout_writer(options.format, sheet)
        self._most = most
        self._cursor: str | None = cursor
        self._answers: list[Answer[ScreeningPage]] = []
        self._page = ScreeningPage()
        self._has_progress = False
        """Whether the last line on the terminal is not ended."""
        self._requests = PageRequests(run.settings, yes=yes)

    @property
    def found(self) -> bool:
        """Whether there was a company to write."""
        return self._writer.rows > 0

    async def go(self, companies: Companies, parsed: Criteria, sort: str) -> None:
        """Write as many companies as requested. Raises ``ClientError`` before the first one."""
        # Offline nothing can be learnt, and a page may be cached.
        extensions = await companies.learn_extensions(confirm=True)
        if not companies.offline and SCREEN.name not in extensions:
            end(_why_not(self._run, companies), WRONG_USE)
        with self._requests.keep_what_came(lambda: self.found):
            while (size := self._next_size()) and not self._requests.interrupted:
                self._take(await self._load(companies, parsed, sort, size))
                await self._requests.check_interrupt()
                self._ask_about_the_rest(companies)

    async def _load(
        self, companies: Companies, parsed: Criteria, sort: str, size: int
    ) -> Answer[ScreeningPage]:
        """The next page; a cursor that was typed may be of another list."""
        cursor = self._cursor or ""
        page = companies.screen(parsed, sort=sort, limit=size, cursor=cursor, confirm=True)
        try:
            return await self._requests.wait_for(page)
        except InvalidRequestError as error:
            if cursor and not self._answers:
                end(str(error), WRONG_USE)
            raise

    def _next_size(self) -> int:
        largest = 0 if self._cursor is None else SCREEN_SIZE.maximum
        return largest if self._most is None else min(self._most - self._writer.rows, largest)

    def _ask_about_the_rest(self, companies: Companies) -> None:
        """Say the price of the pages after the first, and go on only with consent."""
        if self._cursor is None:
            return
        left = rows_left(self._most, self._page.total_companies, self._writer.rows)
        what = ngettext("{count} more company", "{count} more companies", left or 0)
        self._requests.ask_about_rows(companies, what, left)

    def _take(self, answer: Answer[ScreeningPage]) -> None:
        page = answer.data
        # The answer is kept for the notes on the source, without its companies.
        self._page = replace(page, companies=())
        self._answers.append(replace(answer, data=self._page))
        # A server may send more than it was asked for.
        most = None if self._most is None else self._most - self._writer.rows
        if wanted := page.companies[:most]:
            self._write(wanted, out.source_of(self._run, [answer]))
        self._cursor = page.next_cursor
        if page.total_is_exact is False:
            if self._has_progress:
                click.echo("", err=True)
            tell(_("The service ran out of time: more may match."))
        if page.missing_statements and len(self._answers) == 1:
            sets = ", ".join(page.missing_statements)
            tell(
                _(
                    "Without statements that were not imported ({sets}): their companies are"
                    " neither found by figures nor ranked. firmeterm data download fetches"
                    " them."
                ),
                sets=sets,
            )
        if sys.stderr.isatty() and (page.next_cursor or len(self._answers) > 1):
            click.echo(f"\r{self._progress()}", nl=False, err=True)
            self._has_progress = True

    def _write(self, companies: Sequence[ScreeningRow], source: JsonObject) -> None:
        """Write companies; those of an old answer, which only a first page can be, say so."""
        mark: Row = {}
        if source["stale"] and self._options.format != "json":
            mark = {out.STALE_SINCE: source["fetchedAt"]}
            columns, kept = (*self._sheet.columns, *mark), (*self._sheet.kept, *mark)
            sheet = replace(self._sheet, columns=columns, kept=kept)
            self._writer = out.stdout_writer(self._options.format, sheet)
        self._writer.write(({**mark, **self._row(each)} for each in companies), source)

    def _row(self, company: ScreeningRow) -> Row:
        values, fields = out.plain(company), self._options.fields
        return {name: values.get(name) for name in fields} if fields else values

    def finish(self) -> None:
        """Write the end of the output, the notes on the source, and where it ended early."""
        if self._has_progress:
            click.echo("", err=True)
        if not self.found:
            self._requests.end_early()
            return
        source_notes = out.source_of(self._run, self._answers)
        rest = out.plain(self._page)
        del rest["companies"]
        self._writer.close(rest, source_notes)
        out.print_notes(source_notes)
        if self._cursor is not None and self._requests.ended_early:
            tell(_("Ended early: {part} companies are written."), part=self._progress())
            tell(_("The rest: the same command with --cursor {cursor}"), cursor=self._cursor)
            cut_output_file()
        elif self._cursor is not None and not self._has_progress:
            tell(_("{part} shown: --limit or --all shows more."), part=self._progress())
        self._requests.end_early()

    def _progress(self) -> str:
        return _("{count} of {total}").format(
            count=grouped(self._writer.rows), total=shown_total(self._page.total_companies)
        )


def _why_not(run: Session, companies: Companies) -> str:
    """Why this source cannot screen, and which one can."""
    if kind_of(run.settings) is SourceKind.PUBLIC:
        return _("Public services cannot be screened: firmeterm data import brings a registry.")
    text = _("{host} does not offer screening. Nothing was requested.")
    return text.format(host=companies.address.host)
