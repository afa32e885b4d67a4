"""``firmeterm changes``: what changed in the register in a period."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tui_app.cli.consent import YES, require_somebody
from tui_app.cli.criteria import complete_criteria, parsed_criteria
from tui_app.cli.data_history import read_typed
from tui_app.cli.output import CommandResult, OutputOptions, plain, show, source_of, takes_output
from tui_app.cli.output_file import cut_output_file
from tui_app.cli.paging import PageRequests, rows_left, tell_more
from tui_app.cli.session import NOTHING, WRONG_USE, Session, end, session
from tui_app.contract.operations import CHANGES, SCREEN_SIZE
from tui_app.contract.past import CHANGE_COLUMNS
from tui_app.contract.screening.criteria import Criteria, Criterion, Range
from tui_app.export.row_writers import Row
from tui_app.sources.source import SourceKind, kind_of, name_of
from tui_app.system.language import _, ngettext

if TYPE_CHECKING:
    import datetime as dt

    from tui_app.client.answer import Answer
    from tui_app.client.companies import Companies
    from tui_app.contract.past import ChangePage


@click.command(
    epilog="Examples: firmeterm changes --since 2026-06-01 'county:CJ changed:state' -o csv"
    " · firmeterm changes changed:name,seat 'turnover:>1M' · firmeterm manual history"
)
@click.argument("criteria", metavar="[CRITERIA…]", nargs=-1, shell_complete=complete_criteria)
@click.option("--since", metavar="DAY", help="Changes that may have happened since that day.")
@takes_output(columns=CHANGE_COLUMNS)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    help="Number of changes.  [default: all; one request on a server]",
)
@YES
def changes(
    *,
    criteria: tuple[str, ...],
    since: str | None,
    output: OutputOptions,
    limit: int | None,
    yes: bool,
) -> None:
    """List changes in the register, newest first.

    These are states, names, seats, forms, liquidators, and companies that are new or gone.
    CRITERIA choose companies as for screen, and changed:state,name the changes. A change lies
    between two days, notBefore and notAfter: those of the snapshots before and after it.
    """
    chosen = _since(parsed_criteria(" ".join(criteria)), read_typed(since))
    run = session()
    is_server = kind_of(run.settings) is SourceKind.REMOTE
    most = limit or (SCREEN_SIZE.maximum if is_server else None)
    if most is not None and most > SCREEN_SIZE.maximum:
        require_somebody(run.settings, yes=yes)
    requests = PageRequests(run.settings, yes=yes)
    answers = run.ask(lambda companies: _pages(run, companies, requests, chosen, most))
    rows = [row for answer in answers for row in _rows(answer.data)][:most]
    if not rows:
        end(_("Nothing changed.") + run.advice, NOTHING)
    total = answers[0].data.total_changes
    result = CommandResult(
        title="Changes",
        columns=CHANGE_COLUMNS,
        rows=tuple(rows),
        items="changes",
        rest={"totalChanges": total, "days": list(answers[0].data.days)},
    )
    show(result, source_of(run, answers), output)
    if total is not None and total > len(rows):
        tell_more(len(rows), total)
    if requests.ended_early:
        cut_output_file()
    requests.end_early()


def _since(criteria: Criteria, day: dt.date | None) -> Criteria:
    if day is None:
        return criteria
    return (*criteria, Criterion("since", (Range(low=day),)))


async def _pages(
    run: Session, companies: Companies, requests: PageRequests, criteria: Criteria, most: int | None
) -> list[Answer[ChangePage]]:
    """The pages that came, at least one."""
    extensions = await companies.learn_extensions(confirm=True)
    if CHANGES.name not in extensions:
        end(_why_not(run, companies), WRONG_USE)
    answers: list[Answer[ChangePage]] = []
    cursor, found = "", 0
    with requests.keep_what_came(lambda: answers):
        while (most is None or found < most) and not requests.interrupted:
            size = SCREEN_SIZE.maximum if most is None else min(most - found, SCREEN_SIZE.maximum)
            page = companies.changes(criteria, limit=size, cursor=cursor, confirm=True)
            answers.append(answer := await requests.wait_for(page))
            found += len(answer.data.changes)
            cursor = answer.data.next_cursor or ""
            if not cursor:
                break
            left = rows_left(most, answer.data.total_changes, found)
            what = ngettext("{count} more change", "{count} more changes", left or 0)
            requests.ask_about_rows(companies, what, left)
    return answers


def _rows(page: ChangePage) -> list[Row]:
    rows = [plain(each) for each in page.changes]
    return [{name: row.get(name) for name in CHANGE_COLUMNS} for row in rows]


def _why_not(run: Session, companies: Companies) -> str:
    """Why this source has no changes, and where to get them."""
    if kind_of(run.settings) is SourceKind.REMOTE:
        text = _("{host} does not offer changes. Nothing was requested.")
        return text.format(host=companies.address.host)
    return _(
        "There is no history of {name}: firmeterm data history add PATH… adds older"
        " snapshots of the register, and data import keeps each month that a newer"
        " one replaces."
    ).format(name=name_of(run.settings))
