"""``firmeterm screen``: the companies that fulfil criteria, as many as wanted, for scripts."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from tui_app.cli.ending import INTERRUPTED, require_output
from tui_app.cli.output import read_output, source_of, takes_output
from tui_app.cli.session import NOTHING, WRONG_USE, Session, end, session
from tui_app.contract.operations import SCREEN, SCREEN_ORDER, SCREEN_SIZE
from tui_app.contract.personal_codes import without_personal_codes
from tui_app.contract.screening.criteria import CriteriaError, Screen
from tui_app.contract.screening.language import parse
from tui_app.contract.screening.page import ORDERS, ScreenPage
from tui_app.sources.source import SourceKind, kind_of, name_of
from tui_app.system.nearest import nearest

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from tui_app.cli.screen_writers import PageWriter
    from tui_app.client.answer import Answer
    from tui_app.client.companies import Companies


def _complete(_ctx: click.Context, _param: click.Parameter, typed: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    from tui_app.contract.screening.completion import complete

    found = complete(typed, len(typed))
    return [CompletionItem(typed[: each.start] + each.text, help=each.about) for each in found]


def _read_sort(_ctx: click.Context, _param: click.Parameter, text: str) -> str:
    if text.removeprefix("-") not in ORDERS:
        hint = nearest(text.removeprefix("-"), ORDERS)
        raise click.BadParameter(f"There is no field {text!r} here: {', '.join(ORDERS)}.{hint}")
    return text


@click.command(
    epilog="Examples: firmeterm screen county:CJ form:SRL caen:62 'turnover:>1M' active"
    " · firmeterm screen 'employees:>50 profit:<0' --all -o csv > losses.csv"
    " · firmeterm manual screening"
)
@click.argument("criteria", nargs=-1, shell_complete=_complete)
@takes_output("parquet")
@click.option(
    "--sort",
    metavar="NAME",
    default=SCREEN_ORDER.default,
    show_default=True,
    callback=_read_sort,
    help="Field to sort by, - before it for the largest first.",
)
@click.option("--limit", type=click.IntRange(min=1), help="So many companies.  [default: 50]")
@click.option("--all", "every", is_flag=True, help="Every company that is found.")
# click passes one argument for each option.
def screen(
    criteria: tuple[str, ...],
    output: str | None,
    fields: str,
    sort: str,
    limit: int | None,
    every: bool,
) -> None:
    """Find the companies that fulfil criteria, in the whole registry.

    CRITERIA are written like county:CJ form:SRL caen:62 turnover:>1M growth:>0 active, as one
    argument or several; without any every company is found. Costs one request for each 1,000
    companies.
    """
    require_output("nothing was asked")
    options = read_output(output, fields, ORDERS)
    if every and limit is not None:
        raise click.UsageError("--limit and --all exclude each other.")
    parsed = _parsed(" ".join(criteria))
    run = session()
    from tui_app.cli.screen_writers import CannotWriteError, writer_for

    try:
        writer = writer_for(options)
    except CannotWriteError as error:
        end(str(error), WRONG_USE)
    most = None if every else limit or SCREEN_SIZE.default
    walk = _PageWalk(run, writer, most)
    try:
        run.ask(lambda companies: walk.go(companies, parsed, sort))
    except KeyboardInterrupt:
        walk.finish()
        click.echo(f"\nEnded: {walk.written:,} of {walk.total:,} companies are written.", err=True)
        raise SystemExit(INTERRUPTED) from None
    if not walk.total:
        end("Nothing found.", NOTHING)
    walk.finish()


def _parsed(line: str) -> Screen:
    """The criteria; a mistake ends the command, with a mark under the wrong word."""
    try:
        return parse(line)
    except CriteriaError as error:
        printable = "".join(c if c.isprintable() else " " for c in line)
        shown = without_personal_codes(printable)
        mark = " " * error.start + "^" * max(1, error.end - error.start)
        end(f"{error}\n  {shown}\n  {mark}", WRONG_USE)


class _PageWalk:
    """Goes through the pages of a screen and writes each page when it arrives."""

    def __init__(self, run: Session, writer: PageWriter, most: int | None) -> None:
        self._run = run
        self._writer = writer
        self._most = most
        self._answers: list[Answer[ScreenPage]] = []
        self.written = 0
        self.total = 0

    async def go(self, companies: Companies, parsed: Screen, sort: str) -> None:
        """Write as many companies as requested."""
        # Offline nothing can be learnt, and a page may be cached.
        extensions = await companies.learn_extensions(confirm=True)
        if not companies.offline and SCREEN.name not in extensions:
            end(_why_not(self._run, companies), WRONG_USE)
        cursor: str | None = ""
        while cursor is not None and self._left():
            size = min(self._left(), SCREEN_SIZE.maximum)
            answer = await companies.screen(
                parsed, sort=sort, limit=size, cursor=cursor, confirm=True
            )
            self._take(answer)
            cursor = answer.data.next_cursor
            if answer.data.total_is_exact is False:
                click.echo("The service ran out of time: more may match.", err=True)

    def _left(self) -> int:
        return SCREEN_SIZE.maximum if self._most is None else self._most - self.written

    def _take(self, answer: Answer[ScreenPage]) -> None:
        page = answer.data
        self.total = page.total_companies or 0
        # The answer is kept for the notes on the source, without its companies.
        self._answers.append(replace(answer, data=ScreenPage()))
        if page.companies:
            self._writer.write(page, source_of(self._run, [answer]))
        self.written += len(page.companies)
        if sys.stderr.isatty() and (page.next_cursor or len(self._answers) > 1):
            click.echo(f"\r{self.written:,} of {self.total:,}", nl=False, err=True)

    def finish(self) -> None:
        """Write the end of the output, and the notes on the source."""
        if sys.stderr.isatty() and len(self._answers) > 1:
            click.echo("", err=True)
        self._writer.finish(source_of(self._run, self._answers))


def _why_not(run: Session, companies: Companies) -> str:
    """Why this source cannot screen, and which one can."""
    kind, name = kind_of(run.settings), name_of(run.settings)
    if kind is SourceKind.REGISTRY:
        return f"{name} was built by an older firmeterm and cannot be screened: build it again."
    if kind is SourceKind.PUBLIC:
        return "Public services cannot be screened: firmeterm data import brings a registry."
    return f"{companies.address.host} does not screen companies. Nothing was asked of it."
