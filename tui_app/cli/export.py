"""``firmeterm export``: everything on record of a company, as a report or for programs."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Collection, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from msgspec.structs import replace

from tui_app.cli.age_options import AS_OF, takes_fresh
from tui_app.cli.consent import YES, may_spend, require_somebody
from tui_app.cli.ending import tell_lines
from tui_app.cli.output import STALE_SINCE, OutputOptions, paths_of, takes_output
from tui_app.cli.session import TAX_ID, WRONG_USE, Session, end, exit_for_parts, session
from tui_app.client.address import read_address
from tui_app.client.answer import Answer, joined
from tui_app.client.errors import ClientError
from tui_app.contract import operations as ops
from tui_app.export.evidence import as_plain, missing_rows, to_json
from tui_app.export.row_writers import Row, Sheet, row_writer
from tui_app.sources.company_data import load_company
from tui_app.sources.public_contracts import load_contracts, sides_of
from tui_app.sources.source import SourceKind, kind_of, name_of
from tui_app.system.language import _, ngettext
from tui_app.system.streams import takes_ascii_only

if TYPE_CHECKING:
    from tui_app.cli.session import Session
    from tui_app.client.companies import Companies
    from tui_app.contract.resources import CourtCasePage
    from tui_app.export.evidence import Evidence
    from tui_app.sources.company_data import CompanyData


class MorePages:
    """The pages after the first: free ones are loaded, those of a server only on request."""

    def __init__(
        self, run: Session, companies: Companies, tax_id: str, *, fresh: bool, yes: bool
    ) -> None:
        self._run, self._companies, self._tax_id = run, companies, tax_id
        self._fresh, self._yes = fresh, yes
        self._is_free = kind_of(run.settings) is not SourceKind.REMOTE

    async def of_cases(self, company: CompanyData, *, wanted: bool) -> None:
        """Add the court cases of the other pages to the first."""
        first: Answer[CourtCasePage] | None = company.answers.get(ops.COURT_CASES.name)
        last = min(first.data.total_pages or 1, ops.PAGE.maximum) if first else 1
        if first is None or last == 1 or not self._may_load(_cases_cost, last - 1, wanted=wanted):
            return
        pages = [first]
        for number in range(2, last + 1):
            try:
                page = await self._companies.court_cases(
                    self._tax_id, number, fresh=self._fresh, confirm=True
                )
            except ClientError as error:
                company.problems[ops.COURT_CASES.name] = error
                break
            pages.append(page)
            if not page.data.court_cases:
                break
        cases = tuple(case for each in pages for case in each.data.court_cases)
        company.answers[ops.COURT_CASES.name] = joined(
            pages, replace(first.data, court_cases=cases)
        )

    async def of_contracts(self, company: CompanyData, *, wanted: bool) -> None:
        """Add the public contracts, if the source has any."""
        money, name = company.data(ops.PUBLIC_MONEY), ops.CONTRACTS.name
        if money is None:
            return
        if not sides_of(money):
            company.nothing.add(name)
            return
        may_go_on = partial(self._may_load, _contracts_cost, wanted=wanted)
        try:
            found = await load_contracts(
                self._companies, self._tax_id, money, may_go_on, fresh=self._fresh
            )
        except ClientError as error:
            company.problems[name] = error
            return
        company.answers[name] = found.answer
        if found.problem is not None:
            company.problems[name] = found.problem

    def _may_load(self, cost: Callable[[int], str], pages: int, *, wanted: bool) -> bool:
        """Whether pages are free, or the user agrees to their price."""
        if self._is_free or not wanted:
            return self._is_free
        click.echo(cost(pages).format(count=pages, name=name_of(self._run.settings)), err=True)
        return may_spend(self._run.settings, yes=self._yes)


def _cases_cost(pages: int) -> str:
    return ngettext(
        "Court cases: {count} more request to {name}.",
        "Court cases: {count} more requests to {name}.",
        pages,
    )


def _contracts_cost(pages: int) -> str:
    return ngettext(
        "Public contracts: {count} more request to {name}.",
        "Public contracts: {count} more requests to {name}.",
        pages,
    )


_ENDINGS: Final = {"ftm": "ftm.jsonl", "table": "txt", "excel-csv": "csv"}
"""The suffix of a file's name if it differs from the format."""

_COLUMNS: Final = ("taxId", "companyName", "section", "field", "value", "fetchedAt")


@click.command(
    epilog="Examples: firmeterm export 990000013 > report.md · firmeterm export 990000013 -o json"
    " --to reports · firmeterm export 990000013 --output report.json"
)
@TAX_ID
@takes_output("ftm", columns=_COLUMNS, usual="md")
@click.option("--to", "folder", metavar="FOLDER", help="Write a new file there and print its path.")
@click.option("--all-cases", is_flag=True, help="Every page of court cases, one request each.")
@click.option(
    "--all-contracts", is_flag=True, help="Every page of public contracts, one request each."
)
@YES
@AS_OF
@takes_fresh
@click.option(
    "--with-people", is_flag=True, help="Name administrators among the FollowTheMoney entities."
)
def export(  # noqa: PLR0913 (one for each option)
    *,
    tax_id: str,
    output: OutputOptions,
    folder: str | None,
    all_cases: bool,
    all_contracts: bool,
    yes: bool,
    fresh: bool,
    with_people: bool,
) -> None:
    """Write everything on record about a company: every value with its request and time.

    Signals and ratios come with the figures they rest on; data not on record, or not loaded, are
    listed. At most seven requests, and three more on a server with public contracts. If requests
    are free, every page of court cases and contracts is read; on a server only with --all-cases and
    --all-contracts.
    """
    if folder is not None and output.is_default:
        output = OutputOptions("md", output.fields)
    if folder is not None and not Path(folder).is_dir():
        end(_("There is no folder {folder}."), WRONG_USE, folder=folder)
    if with_people and output.format != "ftm":
        raise click.UsageError(_("--with-people is for -o ftm: every other format names them."))
    run = session()
    if all_cases or all_contracts:
        require_somebody(run.settings, yes=yes)
    tax_id = run.tax_id(tax_id)
    named = with_people or output.format != "ftm"
    wanted = [each for each in ops.COMPANY_OPERATIONS if named or each is not ops.ADMINISTRATORS]
    wanted.append(ops.PUBLIC_MONEY)

    async def question(companies: Companies) -> CompanyData:
        company = await load_company(companies, tax_id, wanted, fresh=fresh)
        pages = MorePages(run, companies, tax_id, fresh=fresh, yes=yes)
        await pages.of_cases(company, wanted=all_cases)
        await pages.of_contracts(company, wanted=all_contracts)
        return company

    company = run.ask(question)
    evidence = _evidence(run, tax_id, company)
    stale = {name for name, answer in company.answers.items() if answer.stale}
    ascii_only = folder is None and takes_ascii_only()
    if output.format == "ftm":
        content: str | bytes = _entities(run, tax_id, company, ascii_only=ascii_only)
    else:
        content = _content(evidence, output, stale, ascii_only=ascii_only)
    if folder is None:
        click.echo(content, nl=False)
        sys.stdout.flush()
    else:
        click.echo(_write(Path(folder), evidence, output.format, content))
    for section in evidence.sections:
        if missing := missing_rows(section.data):
            click.echo(missing, err=True)
    why_stale = [each.failure for each in company.answers.values() if each.failure]
    tell_lines(dict.fromkeys(map(str, (*company.problems.values(), *why_stale))))
    exit_for_parts(company.problems.values())


def _content(
    evidence: Evidence, output: OutputOptions, stale: Collection[str], *, ascii_only: bool
) -> str | bytes:
    """The file; bytes if the format is a table. ``stale`` are operations with an old answer."""
    from tui_app.export.evidence_markdown import to_markdown

    if not output.fields and output.format == "md":
        return to_markdown(evidence)
    if not output.fields and output.format == "json":
        return to_json(evidence, ascii_only=ascii_only)
    written = io.BytesIO()
    out = io.TextIOWrapper(written, "ascii" if ascii_only else "utf-8", "replace", newline="")
    columns = (*(output.fields or _COLUMNS), *([STALE_SINCE] if stale else []))
    writer = row_writer(output.format, out, Sheet(columns=columns))
    writer.write([{name: row[name] for name in columns} for row in _rows(evidence, stale)])
    writer.close()
    out.flush()
    return written.getvalue()


def _rows(evidence: Evidence, stale: Collection[str]) -> Iterator[Row]:
    """A row for each value that was found."""
    for section in as_plain(evidence)["sections"]:
        for field, value in paths_of(section["found"] or {}):
            yield {
                "taxId": evidence.tax_id,
                "companyName": evidence.company_name,
                "section": section["operation"],
                "field": field,
                "value": value,
                "fetchedAt": section["fetchedAt"],
                STALE_SINCE: section["fetchedAt"] if section["operation"] in stale else None,
            }


def _entities(run: Session, tax_id: str, company: CompanyData, *, ascii_only: bool) -> str:
    """FollowTheMoney entities, one per line; each with the time of its answer."""
    from itertools import chain

    from tui_app.export import follow_the_money as ftm
    from tui_app.export.contract_entities import contract_entities

    server = run.settings.base_url
    base = read_address(server, allow_http=True).base if server else ""

    def where(operation: ops.AnyOperation) -> ftm.Provenance:
        answer = company.answers.get(operation.name)
        return ftm.Provenance(
            source_url=f"{base}{operation.url_path(tax_id)}" if base else "",
            retrieved_at=answer.fetched_at if answer else None,
        )

    cases, people = company.data(ops.COURT_CASES), company.data(ops.ADMINISTRATORS)
    contracts = company.data(ops.CONTRACTS)
    own = (ftm.company_id(tax_id),)
    entities = chain(
        ftm.company_entities(
            company.profile,
            where(ops.PROFILE),
            phones=company.data(ops.PHONES),
            emails=company.data(ops.EMAILS),
            websites=company.data(ops.WEBSITES),
        ),
        ftm.directorships(tax_id, people, where(ops.ADMINISTRATORS)) if people else (),
        ftm.court_cases(tax_id, cases.court_cases, where(ops.COURT_CASES)) if cases else (),
        contract_entities(contracts.contracts, where(ops.CONTRACTS), own) if contracts else (),
    )
    return "".join(f"{json.dumps(each, ensure_ascii=ascii_only)}\n" for each in entities)


def _write(folder: Path, evidence: Evidence, file_format: str, content: str | bytes) -> Path:
    from tui_app.export.files import safe_stem, write_new

    stem = safe_stem(f"{evidence.company_name} {evidence.tax_id}")
    return write_new(folder, stem, _ENDINGS.get(file_format, file_format), content)


def _evidence(run: Session, tax_id: str, company: CompanyData) -> Evidence:
    from tui_app.export.evidence import evidence_of

    return evidence_of(
        tax_id,
        company.answers,
        source=run.source_name,
        invented=run.invented,
        problems=company.problems,
        nothing=company.nothing,
        signals=company.signals,
    )
