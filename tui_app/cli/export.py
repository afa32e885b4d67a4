"""``firmeterm export``: everything on record of a company, as a report or for programs."""

from __future__ import annotations

import datetime as dt
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from tui_app.cli.ending import require_output
from tui_app.cli.nearest_choice import NearestChoice
from tui_app.cli.session import (
    FAILED,
    TAX_ID,
    WRONG_USE,
    Session,
    end,
    exit_for_parts,
    session,
)
from tui_app.contract import operations as ops
from tui_app.sources.source import name_of
from tui_app.system.streams import takes_ascii_only

if TYPE_CHECKING:
    from tui_app.export.evidence import Evidence
    from tui_app.sources.company_data import CompanyData


_ENDINGS: Final = {"ftm": "ftm.jsonl"}
"""The ending of a file's name where it is not the format."""


@click.command(
    epilog="Examples: firmeterm export 990000013 > report.md · firmeterm export 990000013 -o json"
    " --to reports"
)
@TAX_ID
@click.option(
    "-o", "--output", "file_format", type=NearestChoice(["md", "json", "ftm"]), default="md",
    show_default=True,
    help="Markdown for people, JSON for programs, FollowTheMoney entities as JSON lines.",
)  # fmt: skip
@click.option("--to", "folder", metavar="FOLDER", help="Write a new file there and print its path.")
@click.option("--fresh", is_flag=True, help="Bypass the cache.")
@click.option(
    "--with-people", is_flag=True, help="Name administrators among the FollowTheMoney entities."
)
def export(
    tax_id: str, file_format: str, folder: str | None, fresh: bool, with_people: bool
) -> None:
    """Write all that is on record of a company: every value with its request and time.

    Signals and ratios come with the figures they rest on; what is not on record and what could
    not be loaded is named. At most seven requests.
    """
    from tui_app.sources.company_data import load_company

    require_output("nothing was asked")
    if folder is not None and not Path(folder).is_dir():
        end(f"There is no folder {folder}.", WRONG_USE)
    run = session()
    named = with_people or file_format != "ftm"
    wanted = [each for each in ops.OF_A_COMPANY if named or each is not ops.ADMINISTRATORS]
    company = run.ask(lambda companies: load_company(companies, tax_id, wanted, fresh=fresh))
    evidence = _evidence(run, tax_id, company)
    ascii_only = folder is None and takes_ascii_only()
    if file_format == "ftm":
        text = _entities(run, tax_id, company, ascii_only=ascii_only)
    else:
        text = _text(evidence, file_format, ascii_only=ascii_only)
    if folder is None:
        click.echo(text, nl=False)
        sys.stdout.flush()
    else:
        click.echo(_write(Path(folder), evidence, file_format, text))
    for problem in company.problems.values():
        click.echo(str(problem), err=True)
    exit_for_parts(company.problems.values())


def _text(evidence: Evidence, file_format: str, *, ascii_only: bool) -> str:
    from tui_app.export.evidence import to_json
    from tui_app.export.evidence_markdown import to_markdown

    return (
        to_json(evidence, ascii_only=ascii_only) if file_format == "json" else to_markdown(evidence)
    )


def _entities(run: Session, tax_id: str, company: CompanyData, *, ascii_only: bool) -> str:
    """FollowTheMoney entities, one a line; each with the time of the answer it is from."""
    from itertools import chain

    from tui_app.export import follow_the_money as ftm

    # Any: operations of any result.
    def where(operation: ops.Operation[Any]) -> ftm.Provenance:
        answer = company.answers.get(operation.name)
        base = run.settings.base_url
        return ftm.Provenance(
            source_url=f"{base.rstrip('/')}{operation.url_path(tax_id)}" if base else "",
            retrieved_at=answer.fetched_at if answer else None,
        )

    profile, cases = company.data(ops.PROFILE), company.data(ops.COURT_CASES)
    people = company.data(ops.ADMINISTRATORS)
    entities = chain(
        ftm.company_entities(
            profile,
            where(ops.PROFILE),
            phones=company.data(ops.PHONES),
            emails=company.data(ops.EMAILS),
            websites=company.data(ops.WEBSITES),
        )
        if profile
        else (),
        ftm.directorships(tax_id, people, where(ops.ADMINISTRATORS)) if people else (),
        ftm.court_cases(tax_id, cases.court_cases, where(ops.COURT_CASES)) if cases else (),
    )
    return "".join(f"{json.dumps(each, ensure_ascii=ascii_only)}\n" for each in entities)


def _write(folder: Path, evidence: Evidence, file_format: str, text: str) -> Path:
    from tui_app.export.files import ExportError, safe_stem, write_new

    stem = safe_stem(f"{evidence.company_name} {evidence.tax_id}")
    try:
        return write_new(folder, stem, _ENDINGS.get(file_format, file_format), text)
    except ExportError as error:
        end(str(error), FAILED)


def _evidence(run: Session, tax_id: str, company: CompanyData) -> Evidence:
    from tui_app.export.evidence import Evidence, EvidenceSection, LoadState
    from tui_app.insight.ratios import ratios

    sections = []
    for operation in ops.OF_A_COMPANY:
        answer = company.answers.get(operation.name)
        problem = company.problems.get(operation.name)
        state = LoadState.FAILED if problem else LoadState.NOTHING
        sections.append(
            EvidenceSection(
                operation=operation.name,
                title=operation.summary,
                request=f"GET {operation.url_path(tax_id)}",
                state=state if answer is None else LoadState.LOADED,
                data=None if answer is None else answer.data,
                fetched_at=None if answer is None else answer.fetched_at,
                from_cache=answer is not None and answer.from_cache,
                problem=str(problem) if problem else "",
                notes=tuple(note.text for note in answer.notes) if answer else (),
            )
        )
    profile, financial = company.data(ops.PROFILE), company.data(ops.FINANCIAL)
    records = financial.financial_data if financial else ()
    return Evidence(
        tax_id=tax_id,
        company_name=profile.company_name if profile else "",
        source=name_of(run.settings),
        invented=run.invented,
        made_at=dt.datetime.now(dt.UTC),
        sections=tuple(sections),
        signals=company.signals,
        ratios=ratios(records),
    )
