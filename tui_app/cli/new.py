"""``firmeterm new``: the companies registered on a day."""

from __future__ import annotations

import datetime as dt
import re
import sys
from typing import TYPE_CHECKING, Any

import click

from tui_app.cli.ending import require_output
from tui_app.cli.output import (
    CommandResult,
    plain,
    read_output,
    show,
    source_of,
    takes_output,
)
from tui_app.cli.session import NOTHING, end, session
from tui_app.client.answer import Answer
from tui_app.contract.dates import read_typed_day
from tui_app.contract.operations import PAGE
from tui_app.contract.resources import RegisteredCompany, RegisteredCompanyPage

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

Pages = list[Answer[RegisteredCompanyPage]]


class _DayCommand(click.Command):
    """Accepts a day that begins with a dash, such as ``-3d``, as an argument."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        days = [arg for arg in args if re.fullmatch(r"-[0-9]{1,5}[dz]", arg, re.ASCII)]
        others = [arg for arg in args if arg not in days]
        return super().parse_args(ctx, [*others, "--", *days] if days else args)


def _read_day(_ctx: click.Context, _param: click.Parameter, text: str) -> dt.date:
    day = read_typed_day(text, dt.datetime.now(dt.UTC).astimezone().date())
    if day is None:
        raise click.BadParameter("A day is written 2026-11-20, 20.11.2026, today or -3d.")
    return day


@click.command(
    cls=_DayCommand,
    epilog="Examples: firmeterm new 2026-11-20 · firmeterm new -3d --all -o csv",
)
@click.argument("date", callback=_read_day)
@click.option(
    "--page",
    type=click.IntRange(PAGE.minimum, PAGE.maximum),
    help="Page, counted from 1.  [default: 1]",
)
@click.option("--all", "every", is_flag=True, help="Every page, one request each.")
@takes_output("ftm", columns=RegisteredCompany.__struct_encode_fields__)
@click.option("--fresh", is_flag=True, help="Bypass the cache.")
# click passes one argument for each option.
def new(
    date: dt.date,
    page: int | None,
    every: bool,
    output: str | None,
    fields: str,
    fresh: bool,
) -> None:
    """List the companies registered on a day.

    DATE is written 2026-11-20, 20.11.2026, today or -3d. Costs one request a page, unless it is
    cached.
    """
    require_output("nothing was asked")
    options = read_output(output, fields, RegisteredCompany.__struct_encode_fields__)
    if every and page is not None:
        raise click.UsageError("--page and --all exclude each other.")
    run = session()
    pages = run.ask(lambda companies: _pages(companies, date, page, fresh=fresh, every=every))
    rows = tuple(plain(each) for answer in pages for each in answer.data.companies)
    if not rows:
        end(f"No company registered on {date} is on record on this page.", NOTHING)
    first = pages[0].data
    rest: dict[str, Any] = {"totalPages": first.total_pages}
    rest |= {} if every else {"currentPage": first.current_page}
    result = CommandResult(
        title=f"Companies registered on {date}",
        columns=RegisteredCompany.__struct_encode_fields__,
        rows=rows,
        items="companies",
        rest=rest | {"totalCompanies": first.total_companies},
    )
    show(result, source_of(run, pages), options)


async def _pages(
    companies: Companies, date: dt.date, page: int | None, *, fresh: bool, every: bool
) -> Pages:
    """The requested page, or all pages."""
    first = await companies.registered(date, page or 1, fresh=fresh, confirm=True)
    pages = [first]
    last = min(first.data.total_pages or 1, PAGE.maximum) if every else 0
    for number in range(2, last + 1):
        if sys.stderr.isatty():
            click.echo(f"\rPage {number} of {last}", nl=False, err=True)
        answer = await companies.registered(date, number, fresh=fresh, confirm=True)
        if not answer.data.companies:
            break
        pages.append(answer)
    if len(pages) > 1 and sys.stderr.isatty():
        click.echo("", err=True)
    return pages
