"""``firmeterm compare``: companies side by side, one row each, in the order given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from tui_app.commands.asking import (
    NOTHING,
    complete_tax_ids,
    exit_code_of,
    read_tax_id_argument,
    session,
)
from tui_app.commands.output import Found, Row, read_output, show, source_of, takes_output
from tui_app.contract import operations as ops
from tui_app.streams import require_output

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.commands.gathering import Gathered

_OF_PROFILE: Final = ("companyName", "companyType", "status", "county", "foundingYear", "VAT")
_OF_YEAR: Final = ("year", "turnover", "netProfit", "employee", "equity", "debts")
_COLUMNS: Final = ("taxId", *_OF_PROFILE, *_OF_YEAR, "turnoverPrevYear", "netProfitPrevYear")
_COLUMNS_AND_PROBLEM: Final = (*_COLUMNS, "problem")
_BRIEF: Final = ("taxId", "companyName", "status", "year", "turnover", "netProfit", "employee")
_FEWEST: Final = 2


def _several(ctx: click.Context, param: click.Parameter, texts: tuple[str, ...]) -> tuple[str, ...]:
    """Pasted tax ids, without repeats."""
    found = tuple(dict.fromkeys(read_tax_id_argument(ctx, param, text) for text in texts))
    if len(found) < _FEWEST:
        raise click.BadParameter("To compare takes two tax ids at least.")
    return found


@click.command(
    epilog="Examples: firmeterm compare 990000013 990000056 · firmeterm compare 990000013"
    " 990000056 --fields companyName,turnover,netProfit -o csv"
)
@click.argument(
    "tax_ids",
    metavar="TAX_ID…",
    nargs=-1,
    required=True,
    callback=_several,
    shell_complete=complete_tax_ids,
)
@takes_output
@click.option("--fresh", is_flag=True, help="Bypass the cache.")
def compare(tax_ids: tuple[str, ...], output: str | None, fields: str, fresh: bool) -> None:
    """Put companies side by side: a row for each with its profile and newest figures.

    Two requests for a company at most; what is cached is free. A company that could not be had
    has its reason in the field problem, and the rest are shown.
    """
    require_output("nothing was asked")
    wanted = read_output(output, fields, _COLUMNS_AND_PROBLEM)
    asked = session()
    failures: list[Exception] = []

    async def question(companies: Companies) -> tuple[list[Row], list[Any]]:
        return await _compared(companies, tax_ids, failures, fresh=fresh)

    rows, answers = asked.ask(question)
    found = Found(
        title="Compare",
        columns=_COLUMNS_AND_PROBLEM,
        brief=_BRIEF,
        rows=tuple(rows),
        items="companies",
    )
    if any(row["companyName"] for row in rows):
        show(found, source_of(asked, answers), wanted)
    for row in rows:
        if row["problem"] is not None:
            click.echo(f"{row['taxId']}: {row['problem']}", err=True)
    _exit(failures, rows)


# Any: answers of any operation.
async def _compared(
    companies: Companies, tax_ids: tuple[str, ...], failures: list[Exception], *, fresh: bool
) -> tuple[list[Row], list[Any]]:
    from tui_app.client.errors import ClientError
    from tui_app.client.live import prepare
    from tui_app.commands.gathering import gather

    await prepare(companies, tax_ids, fresh=fresh)
    rows: list[Row] = []
    answers: list[Any] = []
    for tax_id in tax_ids:
        row: dict[str, Any] = {**dict.fromkeys(_COLUMNS_AND_PROBLEM), "taxId": tax_id}
        try:
            found = await gather(companies, tax_id, (ops.FINANCIAL,), fresh=fresh)
        except ClientError as error:
            failures.append(error)
            rows.append(row | {"problem": str(error)})
            continue
        answers += found.answers.values()
        failures += found.problems.values()
        problem = " ".join(map(str, found.problems.values())) or None
        rows.append(row | _facts(found) | {"problem": problem})
    return rows, answers


# Any: a cell is a text, a number, a flag or nothing.
def _facts(found: Gathered) -> dict[str, Any]:
    """The profile, and the figures of the newest year and of the one before."""
    from tui_app.commands.output import plain

    profile, financial = found.data(ops.PROFILE), found.data(ops.FINANCIAL)
    told = plain(profile) if profile else {}
    row: dict[str, Any] = {name: told.get(name) for name in _OF_PROFILE}
    records = financial.financial_data if financial else ()
    by_year = {record.year: plain(record) for record in records if record.year}
    if by_year:
        newest = max(by_year)
        before = by_year.get(newest - 1, {})
        row |= {name: by_year[newest].get(name) for name in _OF_YEAR}
        row["turnoverPrevYear"] = before.get("turnover")
        row["netProfitPrevYear"] = before.get("netProfit")
    return row


def _exit(failures: list[Exception], rows: list[Row]) -> None:
    """Exit code 1 if nothing was found, else by the first failure."""
    from tui_app.client.errors import ClientError, NotFoundError

    others = [
        e for e in failures if isinstance(e, ClientError) and not isinstance(e, NotFoundError)
    ]
    if others:
        raise SystemExit(max(map(exit_code_of, others)))
    if not any(row["companyName"] for row in rows):
        raise SystemExit(NOTHING)
