"""``firmeterm ask``: one operation without a screen, its answer as JSON on stdout.

For scripts, pipes and terminals that cannot show the explorer. The commands are derived from
the interface's operations. Only answers go to stdout; everything else goes to stderr.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, TypeVar

import click
import msgspec

from tui_app import settings as configuration
from tui_app import source
from tui_app.client.answer import Answer
from tui_app.client.credentials import FoundKey, given_key
from tui_app.client.errors import ClientError
from tui_app.commands.asking import WRONG_USE, complete_tax_ids, end, fail
from tui_app.contract.operations import OPERATIONS, Operation
from tui_app.contract.parameters import Parameter
from tui_app.public_source import tell_of_others
from tui_app.streams import require_output, takes_ascii_only

T = TypeVar("T")


@click.group()
def ask() -> None:
    """Ask one question without the explorer; the answer is JSON on standard output.

    Where to ask is set as for the explorer: firmeterm --base-url URL ask ….
    """


def _command(operation: Operation[Any]) -> click.Command:
    """The command of one operation, with its parameters."""
    taken: list[click.Parameter] = (
        [click.Argument(["tax_id"], shell_complete=complete_tax_ids)]
        if operation.names_company
        else []
    )
    taken += [_parameter(each) for each in operation.query]
    taken.append(click.Option(["--fresh"], is_flag=True, help="Bypass the cache."))
    return click.Command(
        operation.name.replace("_", "-"),
        params=taken,
        callback=partial(_ask, operation),
        help=f"{operation.summary}.",
    )


def _parameter(parameter: Parameter) -> click.Parameter:
    if parameter.required:
        return click.Argument([parameter.name])
    return click.Option(
        [f"--{parameter.name}"],
        default=str(parameter.default),
        show_default=True,
        help=f"{parameter.description}.",
    )


# Any: commands differ in the parameters that click passes by name, all of them text.
def _ask(operation: Operation[Any], *, fresh: bool, tax_id: str = "", **raw: str) -> None:
    require_output("nothing was asked")
    flags = dict(click.get_current_context().find_root().params)
    api_key_file = flags.pop("api_key_file", None)
    try:
        loaded = configuration.load(flags)
        settings = loaded.settings
        given = given_key(api_key_file)
        answer, notices = asyncio.run(_answer(settings, given, operation, tax_id, raw, fresh=fresh))
    except ClientError as error:
        fail(error)
    except configuration.SettingsError as error:
        end(str(error), WRONG_USE)
    data = msgspec.to_builtins(answer.data)
    click.echo(json.dumps(data, ensure_ascii=takes_ascii_only(), indent=2))
    for line in (*loaded.notices, *_notes_on(source.name_of(settings), answer), *notices):
        click.echo(line, err=True)


async def _answer(
    settings: configuration.Settings,
    given: FoundKey | None,
    operation: Operation[T],
    tax_id: str,
    raw: Mapping[str, str],
    *,
    fresh: bool,
) -> tuple[Answer[T], tuple[str, ...]]:
    """The answer, and notices about the cache file."""
    async with source.connect(settings, given) as companies:
        if companies.live is not None:
            tell_of_others(companies.live)
        # The user typed the command and pressed Enter: that confirms the request.
        answer = await companies.ask(operation, tax_id, raw, fresh=fresh, confirm=True)
        return answer, companies.take_notices()


def _notes_on(name: str, answer: Answer[T]) -> Iterator[str]:
    """Notes on an answer: where it comes from, its age, and what is missing."""
    left = "" if answer.remaining is None else f", {answer.remaining} requests left"
    kept = f", cached {answer.fetched_at.astimezone():%Y-%m-%d %H:%M}"
    yield f"From {name}{kept if answer.from_cache else left}."
    if answer.failure is not None:
        yield f"{answer.failure}"
    yield from (note.text for note in answer.notes)
    if answer.partial and not answer.notes:
        yield "The service ran out of time: more may match."
    yield from answer.faults


for _operation in OPERATIONS:
    ask.add_command(_command(_operation))
