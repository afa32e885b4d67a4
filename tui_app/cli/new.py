"""``firmeterm new``: the companies registered on a day."""

from __future__ import annotations

import datetime as dt
import re
import sys
from typing import TYPE_CHECKING, Any

import click

from tui_app.cli.age_options import read_day_typed, takes_fresh
from tui_app.cli.consent import YES, require_somebody
from tui_app.cli.ending import INTERRUPTED, tell
from tui_app.cli.output import CommandResult, OutputOptions, plain, show, source_of, takes_output
from tui_app.cli.output_file import cut_output_file
from tui_app.cli.paging import PageRequests
from tui_app.cli.session import NOTHING, end, session
from tui_app.client.answer import Answer
from tui_app.config.settings import Settings
from tui_app.contract.operations import PAGE
from tui_app.contract.resources import RegisteredCompany, RegisteredCompanyPage
from tui_app.system.language import _, ngettext

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

Pages = list[Answer[RegisteredCompanyPage]]


class DayCommand(click.Command):
    """Accepts a day that begins with a dash, such as ``-3d``, as an argument."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments, with such days as arguments."""
        days = [arg for arg in args if re.fullmatch(r"-[0-9]{1,5}[dz]", arg, re.ASCII)]
        others = [arg for arg in args if arg not in days and not (days and arg == "--")]
        return super().parse_args(ctx, [*others, "--", *days] if days else args)


def _read_day(_ctx: click.Context, _param: click.Parameter, text: str) -> dt.date:
    return read_day_typed(text)


@click.command(
    cls=DayCommand,
    epilog="Examples: firmeterm new 2020-05-14 · firmeterm new 14.05.2020 --all -o csv",
)
@click.argument("date", metavar="DAY", callback=_read_day)
@click.option(
    "--page",
    type=click.IntRange(PAGE.minimum, PAGE.maximum),
    help="Page, counted from 1.  [default: 1]",
)
@click.option("--all", "every", is_flag=True, help="Every page, one request each.")
@takes_output("ftm", columns=RegisteredCompany.__struct_encode_fields__)
@takes_fresh
@YES
def new(
    *, date: dt.date, page: int | None, every: bool, output: OutputOptions, fresh: bool, yes: bool
) -> None:
    """List the companies registered on a day.

    DAY is written 2026-11-20, 20.11.2026, today, yesterday or -3d. Costs one request a page,
    unless it is cached.
    """
    if every and page is not None:
        raise click.UsageError(_("--page and --all exclude each other."))
    run = session()
    if every:
        require_somebody(run.settings, yes=yes)
    loading = _Loading(run.settings, date, fresh=fresh, yes=yes)
    try:
        run.ask(lambda companies: loading.go(companies, page, every=every))
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None
    pages = loading.pages
    rows = tuple(plain(each) for answer in pages for each in answer.data.companies)
    if not rows and (page or 1) > 1:
        end(_("No companies on page {page}.").format(page=page) + run.advice, NOTHING)
    if not rows:
        end(_("No companies registered on {date}.").format(date=date) + run.advice, NOTHING)
    first = pages[0].data
    rest: dict[str, Any] = {"totalPages": first.total_pages}
    rest |= {} if every else {"currentPage": first.current_page}
    result = CommandResult(
        title=_("Companies registered on {date}").format(date=date),
        columns=RegisteredCompany.__struct_encode_fields__,
        rows=rows,
        items="companies",
        rest=rest | {"totalCompanies": first.total_companies},
    )
    show(result, source_of(run, pages), output)
    if not every and (first.total_pages or 0) > 1:
        tell(
            _("Page {page} of {total_pages}: --all shows every page."),
            page=page or 1,
            total_pages=first.total_pages,
        )
    loading.report_early_end()


class _Loading:
    """Loads the pages of a day; pages that arrived are kept in any case."""

    def __init__(self, settings: Settings, date: dt.date, *, fresh: bool, yes: bool) -> None:
        self._date = date
        self._fresh = fresh
        self._requests = PageRequests(settings, yes=yes)
        self._last = 1
        self.pages: Pages = []

    async def go(self, companies: Companies, page: int | None, *, every: bool) -> None:
        """Load the requested page, or all. Raises ``ClientError`` for the first one."""
        await self._load(companies, page or 1)
        self._last = min(self.pages[0].data.total_pages or 1, PAGE.maximum) if every else 1
        if (more := self._last - 1) > 0:
            what = ngettext("{count} more page", "{count} more pages", more).format(count=more)
            self._requests.ask_about_rest(companies, what, more)
        with self._requests.keep_what_came(lambda: self.pages):
            for number in range(2, self._last + 1):
                if self._requests.interrupted:
                    break
                if sys.stderr.isatty():
                    text = _("\rPage {number} of {last}")
                    click.echo(text.format(number=number, last=self._last), nl=False, err=True)
                if not await self._load(companies, number):
                    self._last = number - 1
                    break
        if len(self.pages) > 1 and sys.stderr.isatty():
            click.echo("", err=True)

    async def _load(self, companies: Companies, number: int) -> bool:
        """Load a page; whether it contains companies."""
        request = companies.registered(self._date, number, fresh=self._fresh, confirm=True)
        answer = await self._requests.wait_for(request)
        if not self.pages or answer.data.companies:
            self.pages.append(answer)
        return bool(answer.data.companies)

    def report_early_end(self) -> None:
        """End the command if pages are missing, and say where it stopped."""
        loaded = len(self.pages)
        if loaded < self._last:
            tell(
                _("Ended early: {loaded} of {last} pages are written."),
                loaded=loaded,
                last=self._last,
            )
            tell(_("The rest begins with --page {page}."), page=loaded + 1)
            cut_output_file()
        self._requests.end_early()
