"""``firmeterm check``: a list of tax ids or names, one row for each."""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from tui_app.cli.consent import may_spend
from tui_app.cli.ending import progress_bar, require_output, resumable, standard_input
from tui_app.cli.list_check import (
    COLUMNS,
    Journal,
    ListCheck,
    ListLine,
    Row,
    check_lines,
    read_lines,
)
from tui_app.cli.output import CommandResult, read_output, show, source_of, takes_output
from tui_app.cli.session import NOTHING, WRONG_USE, Session, end, exit_code_of, session
from tui_app.client.answer import Answer
from tui_app.client.live import WaitPrice
from tui_app.config.settings import state_folder
from tui_app.sources import source
from tui_app.sources.source import SourceKind

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

_BRIEF: Final = ("taxId", "companyName", "status", "VAT", "turnover", "signals", "problem")


@click.command(
    epilog="Examples: firmeterm check suppliers.txt · cut -d, -f1 list.csv | firmeterm check"
    " - --yes -o csv"
)
@click.argument("file", default="-", type=click.Path(readable=False))
@click.option("--yes", is_flag=True, help="Do not ask before requests are spent.")
@takes_output()
def check(file: str, yes: bool, output: str | None, fields: str) -> None:
    """Check a list of companies: status, VAT, last turnover and signals of each.

    FILE holds a tax id or a name on each line; - is standard input. At most two requests for a
    tax id and three for a name, told and asked about first. A check that was stopped goes on
    where it was when the same list is checked again within a day.
    """
    require_output("nothing was asked")
    options = read_output(output, fields, COLUMNS)
    run = session()
    lines = _read(file)
    journal = Journal(None)
    if not run.settings.private:
        journal = Journal.of(state_folder(), source.place_of(run.settings), lines)
    checks: list[ListCheck] = []

    async def question(companies: Companies) -> list[Row]:
        checks.append(ListCheck(companies))
        open_lines = [line for line in lines if line.number not in journal.done]
        price = await checks[0].price(open_lines)
        _confirm_cost(companies, run, price, len(open_lines), yes)
        with progress_bar(len(lines) - len(journal.done)) as progress:
            return await check_lines(checks[0], lines, journal, progress)

    with resumable(private=run.settings.private):
        rows = run.ask(question)
    if journal.failure:
        click.echo(f"{journal.failure}: a check that is stopped starts again.", err=True)
    _report(run, rows, checks[0], options)


def _report(run: Session, rows: list[Row], list_check: ListCheck, options: Any) -> None:
    # Any: answers of any operation.
    answers: list[Answer[Any]] = list_check.answers
    source_notes = source_of(run, answers)
    if rows:
        result = CommandResult(
            title="Check", columns=COLUMNS, brief=_BRIEF, rows=tuple(rows), items="rows"
        )
        show(result, source_notes, options)
    for row in rows:
        if row["problem"] is not None:
            click.echo(f"Line {row['line']}: {row['problem']}", err=True)
    if list_check.stopped is not None:
        hint = "" if run.settings.private else ": the same command goes on from here"
        click.echo(f"Not finished{hint}.", err=True)
        end(str(list_check.stopped), exit_code_of(list_check.stopped))
    if list_check.failures:
        raise SystemExit(exit_code_of(list_check.failures[0]))
    if not any(row["companyName"] for row in rows):
        raise SystemExit(NOTHING)


def _read(file: str) -> tuple[ListLine, ...]:
    """The lines of a file; ends the command where there are none."""
    try:
        data = standard_input().read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        end(f"{file} cannot be read: {error.strerror}", WRONG_USE)
    lines = read_lines(_decoded(data))
    if not lines:
        end("There is no tax id or name to check.", WRONG_USE)
    return lines


def _decoded(data: bytes) -> str:
    """The text of a list, as editors and spreadsheets on Romanian Windows store it."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1250", "replace")


def _confirm_cost(
    companies: Companies, run: Session, requests: int, number: int, yes: bool
) -> None:
    """Say what the check costs, and ask for consent on a terminal."""
    lines = "1 line" if number == 1 else f"{number} lines"
    price = f"at most {'1 request' if requests == 1 else f'{requests} requests'} to"
    name = source.name_of(run.settings)
    left = companies.allowance.remaining or companies.allowance.recalled.remaining
    known = "" if left is None else f" ({left} left)"
    if isinstance(requests, WaitPrice):
        price = f"{requests.text or 'no wait'} at"
        known = ", free"
    click.echo(f"Checking {lines}: {price} {name}{known}.", err=True)
    free = source.kind_of(run.settings) is SourceKind.REGISTRY or not requests
    if not free and not may_spend(run.settings, yes=yes):
        raise SystemExit(NOTHING)
