"""``firmeterm match``: the company that each row of a list means."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click
from msgspec import Struct

from tui_app.cli.completion import complete_columns
from tui_app.cli.consent import YES
from tui_app.cli.ending import progress_bar, resumable, tell, tell_unfinished
from tui_app.cli.list_file import SHEET, confirm_cost, read_list, tell_sheet
from tui_app.cli.output import CommandResult, OutputOptions, show, source_of, takes_output
from tui_app.cli.session import NOTHING, WRONG_USE, Session, end, exit_code_of, session
from tui_app.cli.source_flags import SCREEN_FLAGS, is_typed, refuse_idle, typed_flags
from tui_app.client.errors import ClientError
from tui_app.config.settings import state_folder
from tui_app.contract.matching import MAX_ROWS, CompanyMatch, Decision
from tui_app.export.match_rows import AS_OBJECTS, BRIEF, COLUMNS, match_row
from tui_app.sources import source
from tui_app.sources.matching import ListMatch
from tui_app.sources.source import SourceKind
from tui_app.system.language import N_, _, ngettext
from tui_app.tables.match_list import MatchList, read_match_list
from tui_app.tables.own_columns import columns_beside, rows_beside
from tui_app.tables.roles import ColumnRole
from tui_app.workspace.match_file import MatchFile

if TYPE_CHECKING:
    from tui_app.client.companies import Companies


class _Outcome(Struct):
    """How far the matching came, and the failure that ended it, if any."""

    matching: ListMatch | None = None
    failure: ClientError | None = None


# Any: a command is any function.
_Command = TypeVar("_Command", bound=Callable[..., Any])


def _column(option: str, about: str) -> Callable[[_Command], _Command]:
    return click.option(option, metavar="COLUMN", shell_complete=complete_columns, help=about)


@click.command(
    epilog="Examples: firmeterm match suppliers.xlsx --review · firmeterm match list.csv --name"
    " Furnizor --county Judet -o csv · firmeterm match list.csv --output matched.xlsx"
)
@click.argument("file", default="-", type=click.Path(readable=False))
@_column("--name", N_("Column with the names."))
@_column("--county", N_("Column with the counties."))
@_column("--locality", N_("Column with the towns."))
@_column("--address", N_("Column with the addresses."))
@_column("--registry-number", N_("Column with the registry numbers."))
@_column("--tax-id", N_("Column with the tax ids."))
@SHEET
@click.option("--review", is_flag=True, help="Decide unmatched rows on the screen.")
@YES
@takes_output(columns=COLUMNS, has_more=True)
def match(
    file: str, *, sheet: str, review: bool, yes: bool, output: OutputOptions, **columns: str | None
) -> None:
    """Find the company that each row of a list means.

    FILE is a table, as text or .xlsx, or has a name on each line; - is standard input. Its columns
    are found by their names and contents, or named with the options. Your columns come first in the
    output, then ours. A row that matches two companies equally well is "several" and one without a
    match is "none": nothing is guessed. A registry on this machine answers for free; at a server
    each row costs a request, and firmeterm asks first.
    """
    _refuse_mixed(review=review)
    run = session()
    matched = _read(file, columns, sheet)
    if review:
        _review(file, columns, sheet)
    options = output.of(columns_beside(matched.table, COLUMNS))
    kept = _kept(run, matched)
    outcome = _matched(run, matched, kept, yes=yes)
    _report(run, matched, kept, outcome, options)


_ON_THE_SCREEN: Final = {
    "format_name": "-o", "output_file": "--output", "force": "--force", "fields": "--fields",
    "yes": "--yes",
}  # fmt: skip
"""What the screen does in its own way, by the names of the options."""


def _refuse_mixed(*, review: bool) -> None:
    """Refuse options of the screen without it, and those of the command beside it."""
    for name, option in _ON_THE_SCREEN.items():
        if review and is_typed(name):
            refuse_idle(option, "--review")
    for name, option in typed_flags().items():
        if not review and name in SCREEN_FLAGS:
            text = _("{option} is for the screen: add --review, or leave it out.")
            raise click.UsageError(text.format(option=option))


def _review(file: str, columns: dict[str, str | None], sheet: str) -> None:
    """Open the review screen; does not return."""
    from tui_app.cli.explore import explore_as_asked
    from tui_app.ui.session import FirstView, ListToMatch

    if file == "-":
        end(_("The review screen needs a file: standard input is the keyboard."), WRONG_USE)
    chosen = {name: column for name, column in columns.items() if column}
    explore_as_asked(FirstView(to_match=ListToMatch(str(Path(file).resolve()), chosen, sheet)))


def _read(file: str, columns: dict[str, str | None], sheet: str) -> MatchList:
    chosen = {ColumnRole(name): column for name, column in columns.items() if column}
    found = read_list(file, lambda data: read_match_list(data, chosen, sheet))
    if not found.rows:
        end(_("There is no row to match."), WRONG_USE)
    if found.table.has_header or not found.table.is_list:
        tell(_("Columns: {columns}."), columns=found.roles_text)
    tell_sheet(found.table)
    return found


def _kept(run: Session, matched: MatchList) -> MatchFile:
    if run.settings.private:
        return MatchFile(None)
    source_id = source.id_of(run.settings)
    kept = MatchFile.of(state_folder(), source_id, matched.lines, matched.rows)
    kept.use_data(source.version_of(run.settings))
    if kept.failure:
        tell(_("The decisions made on the screen cannot be read: {why}"), why=kept.failure)
    return kept


def _matched(run: Session, matched: MatchList, kept: MatchFile, *, yes: bool) -> _Outcome:
    """Match the rows without an answer so far; answers from a server are stored."""
    outcome = _Outcome()
    is_paid = source.kind_of(run.settings) is SourceKind.REMOTE
    rows = zip(matched.lines, matched.rows, strict=True)
    open_rows = [(line, row) for line, row in rows if kept.decided(line) is None]

    async def question(companies: Companies) -> None:
        outcome.matching = matching = ListMatch(await companies.uncounted())
        price = matching.price([row for _line, row in open_rows])
        count = ngettext("{count} row", "{count} rows", len(open_rows))
        what = _("Matching {rows}").format(rows=count.format(count=len(open_rows)))
        confirm_cost(companies, run, what, price, yes=yes)
        answers: dict[int, CompanyMatch] = {}
        lines = iter(open_rows)
        with progress_bar(len(open_rows), _("Matching")) as progress:
            try:
                async for answer in matching.rows([row for _line, row in open_rows]):
                    answers[next(lines)[0]] = answer
                    progress()
                    if len(answers) == MAX_ROWS:
                        kept.add(answers, stored=is_paid)
                        answers = {}
            except ClientError as error:
                outcome.failure = error
            finally:
                kept.add(answers, stored=is_paid)

    with resumable(private=run.settings.private) if is_paid else nullcontext():
        run.ask(question)
    return outcome


def _report(
    run: Session, matched: MatchList, kept: MatchFile, outcome: _Outcome, options: OutputOptions
) -> None:
    as_objects = options.format in AS_OBJECTS
    decided = ((line, kept.decided(line)) for line in matched.lines)
    final = {line: found for line, found in decided if found is not None}
    rows = [
        match_row(line, matched.text(at), final[line], as_objects=as_objects)
        for at, line in enumerate(matched.lines)
        if line in final
    ]
    if rows:
        own = columns_beside(matched.table, ())
        result = CommandResult(
            title=_("Matched list"),
            columns=columns_beside(matched.table, COLUMNS),
            brief=columns_beside(matched.table, ("input", *BRIEF))[len(own) :],
            rows=tuple(rows_beside(matched.table, rows)),
            items="rows",
        )
        answers = outcome.matching.answers if outcome.matching else []
        show(result, source_of(run, answers), options)
    counts = {each: sum(m.decision == each for m in final.values()) for each in Decision}
    text = _(
        "{matched} of {rows} rows matched, {several} match several companies, {none} match none."
    )
    tell(text, rows=len(matched.rows), **counts)
    if outcome.failure is not None:
        tell_unfinished(_("Not finished."), private=run.settings.private)
        end(str(outcome.failure), exit_code_of(outcome.failure))
    if not counts[Decision.MATCHED]:
        raise SystemExit(NOTHING)
