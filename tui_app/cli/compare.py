"""``firmeterm compare``: companies side by side, one row each, in the order given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from tui_app.cli import output as out
from tui_app.cli.age_options import takes_fresh
from tui_app.cli.completion import complete_tax_ids
from tui_app.cli.session import NOTHING, end, exit_for_parts, read_tax_id_arguments, session
from tui_app.client.answer import AnyAnswer
from tui_app.client.errors import ClientError, NotFoundError
from tui_app.contract import operations as ops
from tui_app.contract.resources import FinancialData
from tui_app.contract.timestamps import format_timestamp
from tui_app.export.row_writers import Row
from tui_app.insight.growth import latest_two
from tui_app.sources.company_data import CompanyData, load_company
from tui_app.system.language import _
from tui_app.system.untyped import FieldValue

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

_OF_PROFILE: Final = ("companyName", "companyType", "status", "county", "foundingYear", "VAT")
_OF_YEAR: Final = ("year", "turnover", "netProfit", "employee", "equity", "debts")
_COLUMNS: Final = ("taxId", *_OF_PROFILE, *_OF_YEAR, "turnoverPrevYear", "netProfitPrevYear")
_COLUMNS_AND_PROBLEM: Final = (*_COLUMNS, "problem")
_BRIEF: Final = ("taxId", "companyName", "status", "year", "turnover", "netProfit", "employee")
_MIN_COMPARED: Final = 2


def _several(ctx: click.Context, param: click.Parameter, texts: tuple[str, ...]) -> tuple[str, ...]:
    tax_ids = read_tax_id_arguments(ctx, param, texts)
    if len(tax_ids) < _MIN_COMPARED:
        raise click.BadParameter(_("Give at least two tax ids to compare."))
    return tax_ids


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
@out.takes_output(columns=_COLUMNS_AND_PROBLEM)
@takes_fresh
def compare(tax_ids: tuple[str, ...], output: out.OutputOptions, fresh: bool) -> None:
    """Put companies side by side: a row for each with its profile and newest figures.

    At most two requests for a company; cached answers are free. If a company could not be loaded,
    the field problem gives the reason, and the others are shown.
    """
    run = session()
    rows, answers, failures = run.ask(lambda companies: _compared(companies, tax_ids, fresh=fresh))
    result = out.CommandResult(
        title="Compare",
        columns=_COLUMNS_AND_PROBLEM,
        brief=_BRIEF,
        rows=tuple(rows),
        items="companies",
    )
    is_known = any(row["companyName"] for row in rows)
    if is_known:
        out.show(result, out.source_of(run, answers), output)
    for row in rows:
        if row["problem"] is not None:
            click.echo(f"{row['taxId']}: {row['problem']}", err=True)
    exit_for_parts(each for each in failures if not isinstance(each, NotFoundError))
    if not is_known:
        end(_("Nothing found.") + run.advice, NOTHING)


async def _compared(
    companies: Companies, tax_ids: tuple[str, ...], *, fresh: bool
) -> tuple[list[Row], list[AnyAnswer], list[ClientError]]:
    """The rows, and the answers and failures behind them."""
    await companies.prepare(tax_ids, fresh=fresh)
    rows: list[Row] = []
    answers: list[AnyAnswer] = []
    failures: list[ClientError] = []
    for tax_id in tax_ids:
        row: dict[str, FieldValue] = {**dict.fromkeys(_COLUMNS_AND_PROBLEM), "taxId": tax_id}
        try:
            company = await load_company(companies, tax_id, (ops.FINANCIAL,), fresh=fresh)
        except ClientError as error:
            failures.append(error)
            rows.append(row | {"problem": str(error)})
            continue
        answers += company.answers.values()
        failures += company.problems.values()
        problem = " ".join(map(str, company.problems.values())) or None
        old = [a.fetched_at for a in company.answers.values() if a.stale]
        stale_since = format_timestamp(min(old)) if old else None
        rows.append(row | _facts(company) | {"problem": problem, out.STALE_SINCE: stale_since})
    if not any(answer.stale for answer in answers):
        rows = [{name: row[name] for name in _COLUMNS_AND_PROBLEM} for row in rows]
    return rows, answers, failures


def _facts(company: CompanyData) -> dict[str, FieldValue]:
    """The profile, and the figures of the latest year and of the one before."""
    latest, before = latest_two(company.data(ops.FINANCIAL) or FinancialData())
    values, figures = out.plain(company.profile), out.plain(latest)
    return (
        {name: values.get(name) for name in _OF_PROFILE}
        | {name: figures.get(name) for name in _OF_YEAR}
        | {"turnoverPrevYear": before.turnover, "netProfitPrevYear": before.net_profit}
    )
