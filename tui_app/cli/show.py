"""``firmeterm show``: one company, one section of it or all."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click
import msgspec

from tui_app.cli import output as out
from tui_app.cli.as_of import AS_OF, last_seen, notes_on, why_missing
from tui_app.cli.ending import require_output
from tui_app.cli.nearest_choice import NearestChoice
from tui_app.cli.output import CommandResult, plain
from tui_app.cli.row_sources import CONTACTS, SOURCE_COLUMNS, with_sources
from tui_app.cli.session import (
    NOTHING,
    TAX_ID,
    Session,
    end,
    exit_code_of,
    exit_for_parts,
    session,
)
from tui_app.client.answer import Answer
from tui_app.client.errors import ClientError, CompanyNotFoundError
from tui_app.contract import operations as ops
from tui_app.contract import resources as r
from tui_app.contract.operations import Operation
from tui_app.contract.public_money import MoneyYear, PublicMoney
from tui_app.export.row_writers import Row
from tui_app.sources.source import SourceKind, kind_of

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.insight.signals import Signal
    from tui_app.sources.company_data import CompanyData

T = TypeVar("T")

_SIGNAL: Final = ("rule", "level", "title", "definition", "note", "figures", "notLoaded")
_MONEY: Final = (
    "year", "contractCount", "contractSum", "purchaseCount", "purchaseSum", "frameworkCount",
    "turnover", "shareOfTurnover",
)  # fmt: skip
_NAMED: Final = ("taxId", "companyName")
"""Columns in every row that identify its company."""

_COLUMNS: Final = {
    "profile": r.CompanyProfile.__struct_encode_fields__,
    "financial": (*_NAMED, *r.YearlyRecord.__struct_encode_fields__),
    "court-cases": r.CourtCase.__struct_encode_fields__,
    "contacts": (
        *_NAMED,
        *(name for each in CONTACTS for name in each.result.__struct_encode_fields__),
    ),
    "signals": (*_NAMED, *_SIGNAL),
    "public-money": (*_NAMED, *_MONEY),
    "all": (*_NAMED, "section", "field", "value"),
}


@click.command(
    epilog="Examples: firmeterm show 990000013 · firmeterm show RO990000013 --section financial"
    " -o csv · firmeterm show 990000013 --section all -o json"
)
@TAX_ID
@click.option(
    "--section",
    "--tab",
    "section",
    type=NearestChoice([*_COLUMNS]),
    default="profile",
    show_default=True,
    help="What to show.",
)
@click.option(
    "--page",
    type=click.IntRange(ops.PAGE.minimum, ops.PAGE.maximum),
    default=1,
    show_default=True,
    help="Page of the court cases.",
)
@out.takes_output()
@click.option(
    "--sources", is_flag=True, help="Add columns with the file, line and day of each row's source."
)
@AS_OF
@click.option("--fresh", is_flag=True, help="Bypass the cache.")
# click passes one argument for each option.
def show(
    tax_id: str,
    section: str,
    page: int,
    output: str | None,
    fields: str,
    **flags: bool,
) -> None:
    """Show a company: its profile, or another section of it.

    The profile, the figures and a page of court cases cost one request each, the contacts at
    most five, the signals three and all seven; what is cached is free.
    """
    require_output("nothing was asked")
    sources, fresh = flags["sources"], flags["fresh"]
    more = SOURCE_COLUMNS if sources else ()
    options = out.read_output(output, fields, (*_COLUMNS[section], *more))
    run = session()
    tax_id = run.tax_id(tax_id)
    if section in _SINGLE:
        operation, to_result = _SINGLE[section]
        raw = {"page": str(page)} if section == "court-cases" else None

        if section == "public-money":
            raw = {"partners": "1000"}

        async def question(companies: Companies) -> tuple[Answer[Any], str | None]:
            if section == "public-money":
                from tui_app.cli.contracts import require_contracts

                await require_contracts(run, companies, operation)
            if run.as_of is not None:
                await _require_past(run, companies, tax_id)
            asking = companies.ask(operation, tax_id, raw, fresh=fresh, confirm=True)
            answer = await _or_last_seen(run, companies, tax_id, asking)
            return answer, await _name_of(run, companies, tax_id)

        answer, name = run.ask(question)
        result = _named(to_result(answer.data), tax_id, name)
        if not result.rows and section == "court-cases" and page > 1:
            end(f"No court cases on page {page}.{run.advice}", NOTHING)
        if not result.rows and (section != "financial" or not result.rest):
            end(f"Nothing on record.{run.advice}", NOTHING)
        shown_sources = out.sources_of({operation.name: answer})
        result = msgspec.structs.replace(result, sources=shown_sources)
        result = with_sources(result) if sources else result
        out.show(result, out.source_of(run, [answer]), options)
        return
    result, notes, problems = _combined(run, tax_id, section, page=page, fresh=fresh)
    out.show(with_sources(result) if sources else result, notes, options)
    exit_for_parts(problems)


async def _or_last_seen(run: Session, companies: Companies, tax_id: str, asking: Awaitable[T]) -> T:
    """The answer; for a company that is gone the error says when the register last had it."""
    try:
        return await asking
    except CompanyNotFoundError as error:
        if run.as_of is None and companies.answers_extension(ops.HISTORY):
            with suppress(ClientError):
                history = (await companies.history(tax_id, confirm=True)).data
                if days := [each.day for each in history.snapshots if each.present]:
                    end(f"{error} {last_seen(history, days[-1])}", NOTHING)
        raise


async def _require_past(run: Session, companies: Companies, tax_id: str) -> None:
    """Name the snapshot for a day; ends the command if the company is not in it."""
    from tui_app.contract.past import snapshot_on

    assert run.as_of is not None  # noqa: S101 (asked for a day)
    history = (await companies.history(tax_id, confirm=True)).data
    snapshot = snapshot_on(history, run.as_of)
    if why := why_missing(history, snapshot, run.as_of):
        end(why, NOTHING)
    for line in notes_on(history, snapshot, run.as_of) if snapshot else ():
        click.echo(line, err=True)


def _combined(
    run: Session, tax_id: str, section: str, *, page: int, fresh: bool
) -> tuple[CommandResult, dict[str, Any], list[ClientError]]:
    """A section that needs more than one operation, the notes on its source, and failures."""
    from tui_app.sources.company_data import SIGNAL_OPERATIONS, load_company

    operations = {
        "contacts": CONTACTS,
        "signals": SIGNAL_OPERATIONS,
        "all": (ops.FINANCIAL, ops.COURT_CASES, *CONTACTS),
    }[section]
    company = run.ask(
        lambda companies: _or_last_seen(
            run,
            companies,
            tax_id,
            load_company(companies, tax_id, operations, page=page, fresh=fresh),
        )
    )
    # Any: answers of any operation.
    answers: list[Answer[Any]] = list(company.answers.values())
    source_notes = out.source_of(run, answers)
    problems = list(company.problems.values())
    source_notes["problems"] += [str(problem) for problem in problems]
    profile = company.data(ops.PROFILE)
    name = profile.company_name if profile else None
    contacts: dict[str, Any] = dict(zip(_NAMED, (tax_id, name), strict=True))
    for operation in CONTACTS:
        data = company.data(operation)
        contacts |= {} if data is None else plain(data)
    if section == "contacts":
        if not any(value for name, value in contacts.items() if name not in _NAMED):
            _end_empty(problems, "No contacts on record.")
        result = CommandResult(title="Contacts", columns=_COLUMNS[section], rows=(contacts,))
    elif section == "signals":
        result = _named(_signals(company.signals), tax_id, name)
    else:
        result = _named(_all(company, contacts), tax_id, name)
    shown = {each.name for each in operations} | ({"profile"} if section != "contacts" else set())
    shown_sources = out.sources_of({n: a for n, a in company.answers.items() if n in shown})
    return msgspec.structs.replace(result, sources=shown_sources), source_notes, problems


async def _name_of(run: Session, companies: Companies, tax_id: str) -> str | None:
    """The name of a company for its rows, if asking for it costs no request."""
    costs = kind_of(run.settings) is SourceKind.REMOTE
    if costs and companies.price(ops.PROFILE, tax_id):
        return None
    with suppress(ClientError):
        profile = await companies.profile(tax_id, confirm=True)
        return profile.data.company_name
    return None


def _named(result: CommandResult, tax_id: str, name: str | None) -> CommandResult:
    """The result with the company in every row."""
    whose = dict(zip(_NAMED, (tax_id, name), strict=True))
    rows = [
        {**whose, **row, **{key: whose[key] for key in _NAMED if row.get(key) is None}}
        for row in result.rows
    ]
    columns = result.columns
    if "taxId" not in columns:
        columns = (*_NAMED, *columns)
    return msgspec.structs.replace(result, rows=tuple(rows), columns=columns)


def _end_empty(problems: list[ClientError], message: str) -> None:
    """End a command without data: with the first failure, if there was one."""
    if problems:
        end(str(problems[0]), exit_code_of(problems[0]))
    end(message, NOTHING)


def _profile(profile: r.CompanyProfile) -> CommandResult:
    return CommandResult(
        title=profile.company_name, columns=profile.__struct_encode_fields__, rows=(plain(profile),)
    )


def _financial(financial: r.FinancialData) -> CommandResult:
    data = plain(financial)
    years = data.pop("financialData")
    return CommandResult(
        title="Annual figures (RON)",
        columns=_COLUMNS["financial"],
        brief=("year", "turnover", "netProfit", "employee", "debts", "equity"),
        rows=tuple(years),
        items="financialData",
        rest=data,
    )


def _court_cases(page: r.CourtCasePage) -> CommandResult:
    data = plain(page)
    cases = data.pop("courtCases")
    return CommandResult(
        title="Court cases",
        columns=_COLUMNS["court-cases"],
        brief=("caseNumber", "date", "partyStatus", "caseCategory", "proceduralStage"),
        rows=tuple(cases),
        items="courtCases",
        rest=data,
    )


def _public_money(money: PublicMoney) -> CommandResult:
    data = plain(money)
    return CommandResult(
        title=f"Public money of {money.name} (nominal RON)",
        columns=_COLUMNS["public-money"],
        brief=tuple(name for name in _MONEY if name != "turnover"),
        rows=tuple(map(_money_year, money.years)),
        items="years",
        whole=data,
    )


def _money_year(year: MoneyYear) -> Row:
    return {
        "year": year.year,
        "contractCount": year.contracts.count,
        "contractSum": year.contracts.sum,
        "purchaseCount": year.purchases.count,
        "purchaseSum": year.purchases.sum,
        "frameworkCount": year.frameworks.count,
        "turnover": year.turnover,
        "shareOfTurnover": year.share_of_turnover,
    }


# Any: each operation has its own result.
_SINGLE: Final[dict[str, tuple[Operation[Any], Callable[[Any], CommandResult]]]] = {
    "profile": (ops.PROFILE, _profile),
    "financial": (ops.FINANCIAL, _financial),
    "court-cases": (ops.COURT_CASES, _court_cases),
    "public-money": (ops.PUBLIC_MONEY, _public_money),
}


def _signals(signals: Iterable[Signal]) -> CommandResult:
    from tui_app.export.values import figure

    rows = [
        {
            "rule": each.rule,
            "level": each.level.value,
            "title": each.title,
            "definition": each.definition,
            "note": each.note or None,
            "figures": [figure(one) for one in each.figures],
            "notLoaded": list(each.needs),
        }
        for each in signals
    ]
    brief = ("level", "title", "figures")
    return CommandResult(
        title="Signals", columns=_SIGNAL, brief=brief, rows=tuple(rows), items="signals"
    )


def _all(company: CompanyData, contacts: Row) -> CommandResult:
    """Every section as an object; as a table one line per value, with its path."""
    operations: dict[str, Operation[Any]] = {
        "profile": ops.PROFILE, "financial": ops.FINANCIAL, "courtCases": ops.COURT_CASES,
    }  # fmt: skip
    loaded = {name: company.data(operation) for name, operation in operations.items()}
    sections = {
        **{name: None if data is None else plain(data) for name, data in loaded.items()},
        "contacts": dict(contacts),
        "signals": list(_signals(company.signals).rows),
    }
    rows = tuple(
        {"section": section, "field": path, "value": value}
        for section, data in sections.items()
        for path, value in out.paths_of(msgspec.to_builtins(data))
    )
    return CommandResult(title="Company", columns=_COLUMNS["all"], rows=rows, whole=sections)
