"""``firmeterm show``: one company, one section of it or all."""

from __future__ import annotations

from collections.abc import Awaitable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click
import msgspec

from tui_app.cli import output as out
from tui_app.cli import sections
from tui_app.cli.age_options import AS_OF, last_seen, notes_on, takes_fresh, why_missing
from tui_app.cli.ending import tell, tell_lines
from tui_app.cli.output import CommandResult, plain
from tui_app.cli.session import NOTHING, TAX_ID, Session, end, exit_code_of, exit_for_parts, session
from tui_app.client.answer import AnyAnswer
from tui_app.client.errors import ClientError, CompanyNotFoundError
from tui_app.contract import operations as ops
from tui_app.contract.views import TABS
from tui_app.sources.source import SourceKind, kind_of
from tui_app.system.language import _

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.sources.company_data import CompanyData

T = TypeVar("T")

_PAGED: Final = tuple(view.name for view in TABS if view.has_pages)


@click.command(
    epilog="Examples: firmeterm show 990000013 · firmeterm show RO990000013 --section finance"
    " -o csv · firmeterm show 990000013 --section all -o json"
)
@TAX_ID
@click.option(
    "--section",
    "--tab",
    "section",
    type=sections.SectionChoice(),
    default="overview",
    show_default=True,
    help="What to show: a tab of the explorer, or an operation of the interface.",
)
@click.option(
    "--page",
    type=click.IntRange(ops.PAGE.minimum, ops.PAGE.maximum),
    help="Page of the court cases, or of the links.  [default: 1]",
)
@out.takes_output()
@click.option(
    "--sources", is_flag=True, help="Add columns with the file, line and day of each row's source."
)
@AS_OF
@takes_fresh
# click passes one argument for each option.
def show(
    tax_id: str, section: str, page: int | None, output: out.OutputOptions, **flags: bool
) -> None:
    """Show a company: its profile, or another section of it.

    The profile, the figures and a page of court cases cost one request each, the contacts at
    most five, the signals three and all seven; what is cached is free.
    """
    sources, fresh = flags["sources"], flags["fresh"]
    more = sections.SOURCE_COLUMNS if sources else ()
    options = output.of((*sections.columns_of(section), *more))
    if page is not None and section not in _PAGED:
        message = _("--page works with --section {names} only.")
        raise click.UsageError(message.format(names=" or ".join(_PAGED)))
    page = page or 1
    run = session()
    tax_id = run.tax_id(tax_id)
    if section in sections.SINGLE:
        part = sections.SINGLE[section]
        operation = part.operation
        raw = part.query | operation.page(page)

        async def question(companies: Companies) -> tuple[AnyAnswer, str | None]:
            if operation is ops.PUBLIC_MONEY:
                from tui_app.cli.contracts import require_contracts

                await require_contracts(run, companies, operation)
            elif operation in ops.EXTENSIONS:
                await companies.learn_extensions(confirm=True)
            if run.as_of is not None:
                await _require_past(run, companies, tax_id)
            asking = companies.ask(operation, tax_id, raw, fresh=fresh, confirm=True)
            answer = await _or_last_seen(run, companies, tax_id, asking)
            return answer, await _name_of(run, companies, tax_id)

        answer, name = run.ask(question)
        result = _named(part.result(answer.data), tax_id, name)
        if not result.rows and page > 1:
            text = _("No companies on page {page}.")
            if operation is ops.COURT_CASES:
                text = _("No court cases on page {page}.")
            end(text.format(page=page) + run.advice, NOTHING)
        if not result.rows and (operation is not ops.FINANCIAL or not result.rest):
            end(_("Nothing on record.") + run.advice, NOTHING)
        shown_sources = out.sources_of({operation.name: answer})
        result = msgspec.structs.replace(result, sources=shown_sources)
        result = sections.with_sources(result) if sources else result
        out.show(result, out.source_of(run, [answer]), options)
        pages = result.rest.get("totalPages") or 0
        if pages > 1:
            tell(_("Page {page} of {pages}: --page shows the others."), page=page, pages=pages)
        return
    result, notes, problems = _combined(run, tax_id, section, fresh=fresh)
    out.show(sections.with_sources(result) if sources else result, notes, options)
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
    tell_lines(notes_on(history, snapshot, run.as_of) if snapshot else ())


def _combined(
    run: Session, tax_id: str, section: str, *, fresh: bool
) -> tuple[CommandResult, dict[str, Any], list[ClientError]]:
    """A section that needs more than one operation, the notes on its source, and failures."""
    from tui_app.sources.company_data import SIGNAL_OPERATIONS, load_company

    operations = {
        "contact": sections.CONTACTS,
        "signals": SIGNAL_OPERATIONS,
        "events": SIGNAL_OPERATIONS,
        sections.ALL: (ops.FINANCIAL, ops.COURT_CASES, *sections.CONTACTS),
    }[section]
    company = run.ask(
        lambda companies: _or_last_seen(
            run, companies, tax_id, load_company(companies, tax_id, operations, fresh=fresh)
        )
    )
    answers: list[AnyAnswer] = list(company.answers.values())
    source_notes = out.source_of(run, answers)
    problems = list(company.problems.values())
    source_notes["problems"] += _problem_lines(company)
    if section in ("events", sections.ALL) and (more := _other_cases(company, tax_id)):
        source_notes["notes"].append(more)
    name = company.profile.company_name
    contacts: dict[str, Any] = dict(zip(sections.NAMED, (tax_id, name), strict=True))
    for operation in sections.CONTACTS:
        data = company.data(operation)
        contacts |= {} if data is None else plain(data)
    if section == "contact":
        if not any(value for name, value in contacts.items() if name not in sections.NAMED):
            _end_empty(problems, _("No contacts on record."))
        result = CommandResult(
            title="Contacts", columns=sections.columns_of(section), rows=(contacts,)
        )
    elif section == "signals":
        result = _named(sections.signal_rows(company.signals), tax_id, name)
    elif section == "events":
        result = _named(sections.events(company), tax_id, name)
    else:
        result = _named(sections.everything(company, contacts), tax_id, name)
    shown = {each.name for each in operations} | ({"profile"} if section != "contact" else set())
    shown_sources = out.sources_of({n: a for n, a in company.answers.items() if n in shown})
    return msgspec.structs.replace(result, sources=shown_sources), source_notes, problems


def _problem_lines(company: CompanyData) -> list[str]:
    """What could not be read, a line for each reason."""
    from tui_app.insight.figures import SOURCES

    parts: dict[str, list[str]] = {}
    for operation, problem in company.problems.items():
        parts.setdefault(str(problem), []).append(_(SOURCES[operation]))
    return [f"{', '.join(names)}: {why}" for why, names in parts.items()]


def _other_cases(company: CompanyData, tax_id: str) -> str:
    """Where the court cases of the other pages are; empty if all are shown."""
    cases = company.data(ops.COURT_CASES)
    pages = (cases and cases.total_pages) or 1
    if cases is None or pages == 1:
        return ""
    page = cases.current_page or 1
    text = _("Court cases: {count} of {total}, page {page} of {pages}. Others: {command}")
    return text.format(
        count=len(cases.court_cases),
        total="?" if cases.total_cases is None else cases.total_cases,
        page=page,
        pages=pages,
        command=f"firmeterm show {tax_id} --section cases --page {page % pages + 1}",
    )


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
    whose = dict(zip(sections.NAMED, (tax_id, name), strict=True))
    rows = [
        {**whose, **row, **{key: whose[key] for key in sections.NAMED if row.get(key) is None}}
        for row in result.rows
    ]
    columns = result.columns
    if "taxId" not in columns:
        columns = (*sections.NAMED, *columns)
    return msgspec.structs.replace(result, rows=tuple(rows), columns=columns)


def _end_empty(problems: list[ClientError], message: str) -> None:
    """End a command without data: with the first failure, if there was one."""
    if problems:
        end(str(problems[0]), exit_code_of(problems[0]))
    end(message, NOTHING)
