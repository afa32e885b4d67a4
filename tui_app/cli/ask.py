"""``firmeterm ask``: one operation without a screen, its answer as JSON on stdout.

For scripts, pipes and terminals that cannot show the explorer. The commands are derived from
the interface's operations. Only answers go to stdout; everything else goes to stderr.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

import click
import msgspec

from tui_app.cli.age_options import fresh_options, read_day_typed
from tui_app.cli.completion import complete_tax_ids
from tui_app.cli.ending import require_output, tell_lines
from tui_app.cli.new import DayCommand
from tui_app.cli.output import STALE_SINCE, dumps
from tui_app.cli.session import NOTHING, end, session
from tui_app.client.answer import AnyAnswer
from tui_app.contract import views
from tui_app.contract.operations import EXTENSIONS, OPERATIONS, AnyOperation
from tui_app.contract.parameters import DateParameter, Parameter
from tui_app.contract.timestamps import format_timestamp
from tui_app.sources import source
from tui_app.system.language import _, ngettext
from tui_app.system.untyped import Json

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

_COMPOSED: Final = (views.CONTACT, views.SIGNALS, views.EVENTS)
"""Tabs that need several operations."""


class _AskGroup(click.Group):
    """The operations, also by the names of the explorer's tabs and lists."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        view = next((v for v in (*views.TABS, *views.LISTS) if v.name == cmd_name), None)
        if view in _COMPOSED:
            raise click.UsageError(
                _("{name} needs several operations: {command}").format(
                    name=cmd_name, command=f"firmeterm show TAX_ID --section {cmd_name} -o json"
                )
            )
        if view and view.operations:
            cmd_name = view.operations[0].name
        return super().get_command(ctx, cmd_name.replace("_", "-"))


@click.group(cls=_AskGroup)
def ask() -> None:
    """Ask one question without the explorer; the answer is JSON on standard output.

    Where to ask is set as for the explorer: firmeterm --base-url URL ask ….
    """


def _command(operation: AnyOperation) -> click.Command:
    """The command of one operation, with its parameters."""
    parameters = [_parameter(each) for each in operation.query]
    if operation.names_company:
        parameters.insert(0, click.Argument(["tax_id"], shell_complete=complete_tax_ids))
    parameters += fresh_options()
    has_day = any(isinstance(each, DateParameter) for each in operation.query)
    brief = operation.summary.partition(" (ext")[0].partition(",")[0]  # fits a line of the help
    return (DayCommand if has_day else click.Command)(
        operation.name.replace("_", "-"),
        params=parameters,
        callback=partial(_ask, operation),
        help=f"{operation.summary}.",
        short_help=None if operation in OPERATIONS else f"{brief}.",
    )


def _parameter(parameter: Parameter) -> click.Parameter:
    if isinstance(parameter, DateParameter):
        return click.Argument(
            [parameter.name],
            metavar="DAY",
            callback=lambda _ctx, _param, text: read_day_typed(text).isoformat(),
        )
    if parameter.required:
        return click.Argument([parameter.name])
    return click.Option(
        [f"--{parameter.name}"],
        default=str(parameter.default),
        show_default=True,
        help=f"{parameter.description}.",
    )


def _ask(operation: AnyOperation, *, fresh: bool, tax_id: str = "", **raw: str) -> None:
    require_output(_("nothing was asked"))
    run = session()

    async def question(companies: Companies) -> AnyAnswer:
        # The user typed the command and pressed Enter: that confirms the request.
        if operation in EXTENSIONS:
            await companies.learn_extensions(confirm=True)
        return await companies.ask(operation, tax_id, raw, fresh=fresh, confirm=True)

    answer = run.ask(question)
    data = msgspec.to_builtins(answer.data)
    click.echo(dumps(_marked(data, format_timestamp(answer.fetched_at)) if answer.stale else data))
    tell_lines(_notes_on(source.name_of(run.settings), answer))
    last = data.get("totalPages") if isinstance(data, dict) else None
    if last and int(raw.get("page", "1")) > last:
        end(_("The last page is {page}.").format(page=last) + run.advice, NOTHING)
    if not _has_content(data):
        end(_("Nothing on record.") + run.advice, NOTHING)


def _marked(data: Json, since: str) -> Json:
    """An old answer that stands in for a newer one: each of its records says so."""
    mark = {STALE_SINCE: since}
    return [{**mark, **each} for each in data] if isinstance(data, tuple) else {**mark, **data}


def _has_content(data: Json) -> bool:
    """Whether anything was found; page numbers and the tax id do not count."""
    if not isinstance(data, dict):
        return bool(data)
    return any(
        name not in _ABOUT and value not in (None, "", [], ()) for name, value in data.items()
    )


_ABOUT: Final = {"taxId", "totalPages", "currentPage", "totalCases", "totalCompanies"}


def _notes_on(name: str, answer: AnyAnswer) -> Iterator[str]:
    """Notes on an answer: its source, its age, and missing parts."""
    left, remaining = "", answer.remaining
    if remaining is not None:
        left = ngettext(", {remaining} request left", ", {remaining} requests left", remaining)
        left = left.format(remaining=remaining)
    cached = _(", cached {answer:%Y-%m-%d %H:%M}").format(answer=answer.fetched_at.astimezone())
    yield _("From {name}{answer}.").format(name=name, answer=cached if answer.from_cache else left)
    if answer.failure is not None:
        yield f"{answer.failure}"
    yield from (note.text for note in answer.notes)
    if answer.partial and not answer.notes:
        yield _("The service ran out of time: more may match.")
    yield from answer.faults


_ON_COMPANIES = (each for each in EXTENSIONS if each.names_company)
for _operation in (*OPERATIONS, *_ON_COMPANIES):
    ask.add_command(_command(_operation))
