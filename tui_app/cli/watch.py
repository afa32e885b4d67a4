"""``firmeterm watch``: the watch list and its changes, for scripts and cron.

Results go to stdout, messages to stderr. Exit codes of ``check``: 0 nothing changed, 1 something
did, 2 nobody is there to ask before requests are spent, 3 the key was rejected, 4 the check could
not be finished, 5 the allowance is used up.
"""

from __future__ import annotations

import asyncio
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NoReturn

import click
import msgspec

from tui_app.cli.completion import complete_tax_ids
from tui_app.cli.consent import YES, may_spend
from tui_app.cli.ending import progress_bar, resumable, tell, tell_lines, tell_unfinished
from tui_app.cli.output import OutputOptions, dumps, plain, show_rows, takes_output
from tui_app.cli.session import (
    FAILED,
    NOT_ALLOWED,
    exit_code_of,
    read_tax_id_arguments,
    report_client_errors,
    settings_of_run,
)
from tui_app.cli.source_flags import flags_of_run
from tui_app.cli.workspace import opened_workspace, workspace_to_change
from tui_app.client.credentials import explicit_key
from tui_app.client.errors import ClientError
from tui_app.config.settings import Settings
from tui_app.contract.identifiers import has_valid_control_digit
from tui_app.contract.operations import PROFILE
from tui_app.contract.resources import CompanySummary
from tui_app.contract.timestamps import format_timestamp
from tui_app.sources import source
from tui_app.sources.source import SourceKind
from tui_app.system.language import _, ngettext
from tui_app.system.wording import changed, grouped
from tui_app.workspace.changes import Change
from tui_app.workspace.snapshots import WATCHED
from tui_app.workspace.watch_check import TOGETHER, CheckOutcome, CheckPlan, check, plan
from tui_app.workspace.watch_list import WatchedCompany
from tui_app.workspace.workspace import Workspace

_CHANGED: Final = 1

Changes = Mapping[str, Sequence[Change]]


@click.group()
def watch() -> None:
    """Watch companies and learn what changed about them."""


_TAX_IDS: Final = click.argument(
    "tax_ids",
    metavar="TAX_ID…",
    nargs=-1,
    required=True,
    callback=read_tax_id_arguments,
    shell_complete=complete_tax_ids,
)


@watch.command()
@_TAX_IDS
def add(tax_ids: tuple[str, ...]) -> None:
    """Watch companies. Sends no request: the first check records their state."""
    with workspace_to_change() as workspace:
        new = workspace.watch_list.add(tax_ids)
        watched = len(workspace.watch_list.tax_ids())
    tell(_("{count} added, {watched} watched."), count=new, watched=watched)
    # A hint, not a refusal: some real tax ids have a wrong one.
    if wrong := [tax_id for tax_id in tax_ids if not has_valid_control_digit(tax_id)]:
        text = _("Wrong check digit, perhaps mistyped: {tax_ids}. Remove: firmeterm watch remove")
        tell(text, tax_ids=", ".join(wrong))


@watch.command()
@_TAX_IDS
def remove(tax_ids: tuple[str, ...]) -> None:
    """Stop watching companies. Their stored data are kept."""
    with workspace_to_change() as workspace:
        gone = workspace.watch_list.remove(tax_ids)
        watched = len(workspace.watch_list.tax_ids())
    tell(_("{count} removed, {watched} watched."), count=gone, watched=watched)


_LISTED: Final = ("taxId", "companyName", "addedAt", "newest")


def _show_entities(entries: Sequence[WatchedCompany], options: OutputOptions) -> None:
    """The watched companies as entities, which need a name."""
    seen = [each.summary for each in entries if each.summary.company_name]
    columns = CompanySummary.__struct_encode_fields__
    show_rows(_("Watched companies"), columns, [plain(each) for each in seen], options)
    if missing := len(entries) - len(seen):
        text = _("Left out, without a known name: {count}. Run firmeterm watch check.")
        tell(text, count=missing)


@watch.command("list", short_help="List the watched companies.")
@takes_output("ftm", columns=_LISTED)
def list_watched(output: OutputOptions) -> None:
    """List the watched companies, the newest change first. Sends no request."""
    with opened_workspace() as workspace:
        entries = workspace.watch_list.entries()
    if output.format == "ftm":
        _show_entities(entries, output)
        return
    if not output.is_for_people:
        is_data = output.format in ("json", "jsonl")
        change_of = _as_json if is_data else _as_text
        rows = [
            {
                "taxId": each.summary.tax_id,
                "companyName": each.summary.company_name,
                "addedAt": format_timestamp(each.added_at),
                "newest": None if each.newest is None else change_of(each.newest),
            }
            for each in entries
        ]
        show_rows(_("Watched companies"), _LISTED, rows, output)
        return
    for each in entries:
        newest = "" if each.newest is None else f"  {_as_text(each.newest)}"
        click.echo(f"{each.summary.tax_id:<10}  {each.summary.company_name or '–'}{newest}")
    if not entries:
        tell(_("Nothing is watched: firmeterm watch add TAX_ID."))


_CHECKED: Final = ("taxId", "companyName", *Change.__struct_encode_fields__, "problem")


@watch.command("check", short_help="Ask what changed since the last check.")
@takes_output(columns=_CHECKED)
@YES
def check_watched(output: OutputOptions, yes: bool) -> None:
    """Check the watched companies, and print what changed since the last check.

    A change is a row; in JSON a company is an object with its changes. At most four requests a
    company. Exit code 1 if something changed, 0 if not. An interrupted check continues where it
    stopped.
    """
    settings = settings_of_run()
    kind = source.kind_of(settings)
    with opened_workspace() as workspace, resumable(private=settings.private):
        # Names go to the courts unencrypted: only for a request about cases alone.
        watched = (PROFILE,) if kind is SourceKind.PUBLIC else WATCHED
        planned = plan(workspace, kind.value, watched=watched)
        outcome = CheckOutcome(problems={})
        if planned.sections:
            _confirm_cost(planned, settings, yes=yes)
            with report_client_errors(exit_code=_exit_code):
                outcome = asyncio.run(_check(settings, workspace, planned))
        found = workspace.watch_list.unreported()
        names = {tax_id: workspace.companies.summary(tax_id).company_name for tax_id in found}
        companies = _companies(found, names, outcome)
        if output.format == "json" and not output.fields:
            click.echo(dumps(companies))
        elif not output.is_for_people:
            show_rows("Changes", _CHECKED, _rows(companies), output)
        else:
            _print_changes(found, names)
            if not (any(found.values()) or outcome.problems or outcome.stopped):
                tell(_("Nothing changed, {count} watched."), count=len(found))
        sys.stdout.flush()
        for tax_id, changes in found.items():
            if changes:
                workspace.watch_list.reported([tax_id], at=max(c.first_seen for c in changes))
    _print_problems(outcome, names, private=settings.private)
    _exit(outcome, changed=any(found.values()))


async def _check(settings: Settings, workspace: Workspace, planned: CheckPlan) -> CheckOutcome:
    invented = source.kind_of(settings) is SourceKind.SAMPLE
    async with source.connect(settings, explicit_key(flags_of_run()[1])) as companies:
        with progress_bar(len(planned.sections)) as progress:
            outcome = await check(
                companies, workspace, planned, invented=invented, progress=progress
            )
        tell_lines(companies.pop_notices())
        return outcome


def _confirm_cost(planned: CheckPlan, settings: Settings, *, yes: bool) -> None:
    requests, number = planned.most_requests, len(planned.sections)
    companies = ngettext("{count} company", "{count} companies", number).format(count=number)
    if not requests or settings.offline:
        return
    name = source.name_of(settings)
    if source.kind_of(settings) is SourceKind.PUBLIC:
        text = _("Checking {companies}: about {seconds} s at {name}, free.")
        tell(text, companies=companies, seconds=_seconds(number), name=name)
    else:
        cost = ngettext("{count} request", "{count} requests", requests).format(count=requests)
        text = _("Checking {companies}: at most {price} to {name}.")
        tell(text, companies=companies, price=cost, name=name)
    is_server = source.kind_of(settings) is SourceKind.REMOTE
    if is_server and not may_spend(settings, yes=yes):
        raise SystemExit(FAILED)


def _seconds(companies: int) -> int:
    """How long the public services take for this many companies, looked up together."""
    from tui_app.sources.public import INTERVAL

    return math.ceil(-(-companies // TOGETHER) * INTERVAL)


def _print_changes(found: Changes, names: Mapping[str, str]) -> None:
    for tax_id, changes in found.items():
        if changes:
            click.echo(f"{names[tax_id] or '–'} ({tax_id})")
        for change in changes:
            click.echo(f"  {_as_text(change)}")


def _as_text(change: Change) -> str:
    what = f"{change.field} {change.year}" if change.year else change.field
    moved = changed(what, _value(change.before), _value(change.after))
    listed = f" ({change.members})" if change.members else ""
    day = f"{change.first_seen:%Y-%m-%d}"
    if change.not_after:
        text = _("between {first} and {last}")
        day = text.format(first=change.not_before, last=change.not_after)
    return f"{day}  {moved}{listed}"


def _value(value: str | int | bool | None) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return grouped(value) if isinstance(value, int) else value or "–"


def _rows(companies: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """A row for each change, and for a company that could not be checked."""
    for company in companies:
        whose = {name: company[name] for name in ("taxId", "companyName", "problem")}
        for change in company["changes"] or [{}] * bool(company["problem"]):
            yield dict.fromkeys(_CHECKED) | change | whose


def _companies(
    found: Changes, names: Mapping[str, str], outcome: CheckOutcome
) -> list[dict[str, Any]]:
    return [
        {
            "taxId": tax_id,
            "companyName": names[tax_id],
            "changes": [_as_json(change) for change in changes],
            "problem": str(outcome.problems[tax_id]) if tax_id in outcome.problems else None,
        }
        for tax_id, changes in found.items()
    ]


def _as_json(change: Change) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(change)
    return plain | {"firstSeen": format_timestamp(change.first_seen)}


def _print_problems(outcome: CheckOutcome, names: Mapping[str, str], *, private: bool) -> None:
    for tax_id, problem in outcome.problems.items():
        click.echo(f"{names.get(tax_id) or tax_id}: {problem}", err=True)
    if outcome.stopped is not None:
        tell_unfinished(_("Not finished."), private=private)


def _exit(outcome: CheckOutcome, *, changed: bool) -> NoReturn:
    if changed:
        raise SystemExit(_CHANGED)
    failure = outcome.stopped or next(iter(outcome.problems.values()), None)
    raise SystemExit(0 if failure is None else _exit_code(failure))


def _exit_code(error: ClientError) -> int:
    """The exit code as for any command, but 1 would mean a change."""
    code = exit_code_of(error)
    return code if code >= NOT_ALLOWED else FAILED
