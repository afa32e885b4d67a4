"""``firmeterm check``: a list of tax ids or names, one row for each."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final

import click

from tui_app.cli.completion import complete_columns
from tui_app.cli.consent import YES
from tui_app.cli.ending import progress_bar, resumable, tell, tell_unfinished
from tui_app.cli.list_check import (
    CASES_NOT_CHECKED,
    COLUMNS,
    SIMILAR_NAME,
    Journal,
    ListCheck,
    Row,
    check_lines,
)
from tui_app.cli.list_file import LOCAL, SHEET, CompanyList, confirm_cost, read_list, tell_sheet
from tui_app.cli.output import CommandResult, OutputOptions, show, source_of, takes_output
from tui_app.cli.session import (
    NOTHING,
    WRONG_USE,
    Session,
    end,
    exit_code_of,
    exit_for_parts,
    session,
)
from tui_app.client.answer import AnyAnswer
from tui_app.config.settings import state_folder
from tui_app.insight.figures import Facts
from tui_app.insight.signals import signals
from tui_app.sources import source
from tui_app.system.language import _, ngettext

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

_FOR_PEOPLE: Final = frozenset(("table", "md", "excel-csv", "xlsx"))
"""The formats that have signals in words; the others have their stable codes."""
_BRIEF: Final = ("taxId", "companyName", "status", "VAT", "turnover", "signals", "problem")


@click.command(
    epilog="Examples: firmeterm check suppliers.xlsx · firmeterm check list.csv --column CUI -o csv"
    " · cut -f1 list.tsv | firmeterm check - --yes"
)
@click.argument("file", default="-", type=click.Path(readable=False))
@click.option(
    "--column",
    metavar="NAME",
    shell_complete=complete_columns,
    help="Column with the tax ids or names.",
)
@SHEET
@click.option(
    "--cases",
    is_flag=True,
    help="Check the court cases as well, one request for each company; where it is free, always.",
)
@YES
@takes_output(columns=COLUMNS, has_more=True)
def check(
    *, file: str, column: str | None, sheet: str, cases: bool, yes: bool, output: OutputOptions
) -> None:
    """Check a list of companies: status, VAT, last turnover and signals of each.

    FILE is a table, as text or .xlsx, or has a tax id, a registry number or a name on each line;
    "-" is standard input. The column of tax ids is found by its content. Your columns come first in
    the output, then ours. A name is matched as by firmeterm match; names without a match are
    reported. At most two requests for a tax id and three for a name, and one more with --cases;
    firmeterm asks before it spends them. A stopped check continues when the same list is checked
    again within a day. For Excel: -o excel-csv, or --output FILE.xlsx.
    """
    run = session()
    companies_list = _read(file, column, sheet)
    options = output.of(companies_list.columns(COLUMNS))
    lines = companies_list.lines
    cases = cases or source.kind_of(run.settings) in LOCAL
    journal = Journal(None)
    if not run.settings.private:
        data = f"{source.data_of(run.settings)}{'+cases' if cases else ''}"
        journal = Journal.of(state_folder(), data, lines)
    checks: list[ListCheck] = []

    async def question(companies: Companies) -> list[Row]:
        checks.append(ListCheck(companies, with_cases=cases))
        open_lines = [line for line in lines if line.key not in journal.done]
        price = await checks[0].price(open_lines)
        lines_left = ngettext("{count} line", "{count} lines", len(open_lines))
        what = _("Checking {lines}").format(lines=lines_left.format(count=len(open_lines)))
        confirm_cost(companies, run, what, price, yes=yes)
        with progress_bar(len(lines) - len(journal.done)) as progress:
            return await check_lines(checks[0], lines, journal, progress)

    with resumable(private=run.settings.private):
        rows = run.ask(question)
    if journal.failure:
        tell(_("{failure}: a check that is stopped starts again."), failure=journal.failure)
    _report(run, companies_list, rows, checks[0], options)


def _report(
    run: Session,
    companies_list: CompanyList,
    rows: list[Row],
    list_check: ListCheck,
    options: OutputOptions,
) -> None:
    answers: list[AnyAnswer] = list_check.answers
    for_people = options.format in _FOR_PEOPLE
    if rows:
        result = CommandResult(
            title=_("Check"),
            columns=companies_list.columns(COLUMNS),
            brief=companies_list.columns(_BRIEF)[len(companies_list.own_columns) :],
            rows=tuple(
                companies_list.with_own([_in_words(row) if for_people else row for row in rows])
            ),
            items="rows",
        )
        show(result, source_of(run, answers), options)
    for row in rows:
        if row["problem"] is not None:
            tell(_("Line {line}: {problem}"), line=row["line"], problem=row["problem"])
    if list_check.stopped is not None:
        tell_unfinished(_("Not finished."), private=run.settings.private)
        end(str(list_check.stopped), exit_code_of(list_check.stopped))
    exit_for_parts(list_check.failures)
    if not any(row["companyName"] for row in rows):
        end(_("Nothing found.") + run.advice, NOTHING)


def _in_words(row: Row) -> Row:
    """A row with its signals in the user's language."""
    titles = {each.rule: _(each.title) for each in signals(Facts(), dt.date.min)} | {
        SIMILAR_NAME: _("the name is similar, not equal"),
        CASES_NOT_CHECKED: _("court cases not checked"),
    }
    return {**row, "signals": [titles.get(each, each) for each in row["signals"] or ()]}


def _read(file: str, column: str | None, sheet: str) -> CompanyList:
    found = read_list(file, lambda data: CompanyList.read(data, column, sheet))
    if not found.lines:
        end(_("There is no tax id or name to check."), WRONG_USE)
    if found.own_columns:
        tell(_("Companies are taken from: {columns}."), columns=", ".join(found.taken))
    tell_sheet(found.table)
    return found
