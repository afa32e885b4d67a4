"""What a command prints: a table on a terminal, JSON when piped, or what ``-o`` asks for.

Only data goes to standard output, with the interface's field names. Notes on the source go
to standard error on a terminal; JSON contains them as ``source``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final, TypeVar

import click
import msgspec
from msgspec import Struct

from tui_app.cli.nearest_choice import NearestChoice
from tui_app.cli.session import Session
from tui_app.client.answer import Answer
from tui_app.contract.timestamps import format_timestamp
from tui_app.sources.source import kind_of, name_of
from tui_app.system.nearest import nearest
from tui_app.system.streams import takes_ascii_only

_FORMATS: Final = ("table", "json", "jsonl", "csv", "md")
# Any: a value of the interface is a text, a number, a flag, a list or an object.
Row = Mapping[str, Any]
F = TypeVar("F", bound=Callable[..., Any])


class OutputOptions(Struct, frozen=True):
    """The output options: the format, empty for the default, and the fields."""

    format: str = ""
    fields: tuple[str, ...] = ()


class CommandResult(Struct, frozen=True, kw_only=True):
    """The data of a command.

    ``rows`` are records with the interface's names. ``columns`` are all possible fields
    and ``brief`` those that a table shows by default.
    In JSON the rows are under ``items``, beside ``rest``. Without ``items`` there is one record,
    and its fields are merged with ``rest``. ``whole`` replaces all of it in JSON.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    brief: tuple[str, ...] = ()
    items: str = ""
    rest: Row = {}
    whole: Row | None = None


def takes_output(*more: str) -> Callable[[F], F]:
    """Add ``-o`` and ``--fields`` to a command; ``more`` are formats beside the usual ones."""

    def added(command: F) -> F:
        command = click.option(
            "--fields", metavar="NAME,…", default="", help="Only these fields, in this order."
        )(command)
        return click.option(
            "-o",
            "--output",
            type=NearestChoice((*_FORMATS, *more)),
            help="Format; without it a table on a terminal and JSON elsewhere.",
        )(command)

    return added


def read_output(output: str | None, fields: str, columns: tuple[str, ...]) -> OutputOptions:
    """Check the two options before any request. Raises ``click.BadParameter``."""
    names = tuple(dict.fromkeys(name.strip() for name in fields.split(",") if name.strip()))
    for name in names:
        if name not in columns:
            hint = nearest(name, columns)
            raise click.BadParameter(
                f"There is no field {name!r} here: {', '.join(columns)}.{hint}",
                param_hint="'--fields'",
            )
    return OutputOptions(output or "", names)


def plain(resource: Struct) -> dict[str, Any]:
    """A resource with the interface's names; missing values are left out."""
    values: dict[str, Any] = msgspec.to_builtins(resource)
    return values


# Any: answers of any operation.
def source_of(session: Session, answers: Iterable[Answer[Any]]) -> dict[str, Any]:
    """The source of data and their age: the ``source`` of the JSON.

    ``requests`` counts what was sent; ``remainingRequests`` is null where it is unknown.
    """
    all_answers = tuple(answers)
    left = [answer.remaining for answer in all_answers if answer.remaining is not None]
    failures = [str(answer.failure) for answer in all_answers if answer.failure is not None]
    return {
        "name": name_of(session.settings),
        "kind": kind_of(session.settings).value,
        "invented": session.invented,
        "requests": sum(answer.requests for answer in all_answers),
        "remainingRequests": min(left, default=None),
        "fetchedAt": format_timestamp(min(a.fetched_at for a in all_answers))
        if all_answers
        else None,
        "cached": bool(all_answers) and all(answer.from_cache for answer in all_answers),
        "stale": any(answer.stale for answer in all_answers),
        "partial": any(answer.partial for answer in all_answers),
        "notes": list(dict.fromkeys(n.text for answer in all_answers for n in answer.notes)),
        "problems": failures + [fault for answer in all_answers for fault in answer.faults],
    }


def show(result: CommandResult, source_notes: dict[str, Any], output: OutputOptions) -> None:
    """Print the data and the notes on them."""
    format_name = output.format or ("table" if sys.stdout.isatty() else "json")
    usual = result.brief if format_name == "table" and result.brief else result.columns
    columns = output.fields or usual
    click.echo(
        _RENDERERS[format_name](result, columns, source_notes, bool(output.fields)), nl=False
    )
    sys.stdout.flush()
    print_notes(source_notes)


def print_notes(source_notes: Mapping[str, Any]) -> None:
    """Notes for a person; failures are printed even without a terminal."""
    if sys.stderr.isatty():
        left = source_notes["remainingRequests"]
        parts = [f"From {source_notes['name']}"]
        parts += [f"cached since {source_notes['fetchedAt']}"] if source_notes["cached"] else []
        parts += [f"{left} requests left"] if left is not None else []
        click.echo(f"{', '.join(parts)}.", err=True)
    for note in source_notes["notes"]:
        click.echo(note, err=True)
    if source_notes["partial"] and not source_notes["notes"]:
        click.echo("The service ran out of time: more may match.", err=True)
    for problem in source_notes["problems"]:
        click.echo(problem, err=True)


def dumps(value: Any, indent: int | None = 2) -> str:
    """JSON; escaped to ASCII for a locale without UTF-8."""
    return json.dumps(value, ensure_ascii=takes_ascii_only(), indent=indent)


def _picked(row: Row, columns: tuple[str, ...], *, chosen: bool) -> Row:
    return {name: row.get(name) for name in columns} if chosen else row


def _as_json(
    result: CommandResult, columns: tuple[str, ...], source_notes: Row, chosen: bool
) -> str:
    rows = [_picked(row, columns, chosen=chosen) for row in result.rows]
    if result.whole is not None and not chosen:
        body: Row = result.whole
    else:
        body = {result.items or "values": rows} if result.items or result.whole else rows[0]
    return dumps({**body, **result.rest, "source": source_notes}) + "\n"


def _as_json_lines(
    result: CommandResult, columns: tuple[str, ...], source_notes: Row, chosen: bool
) -> str:
    rows = (_picked(row, columns, chosen=chosen) for row in result.rows)
    return "".join(dumps({**row, "source": source_notes}, indent=None) + "\n" for row in rows)


def _as_export(
    file_format: str, result: CommandResult, columns: tuple[str, ...], _notes: Row, _chosen: bool
) -> str:
    from tui_app.export.tables import Table, render

    rows = tuple(tuple(cell(row.get(name)) for name in columns) for row in result.rows)
    return render(Table(result.title, columns, rows), file_format)


def cell(value: Any) -> Any:
    """A value as one cell; lists are joined with semicolons."""
    if isinstance(value, list | tuple):
        return "; ".join(str(each) for each in value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return value


def _as_table(
    result: CommandResult, columns: tuple[str, ...], _source_notes: Row, _chosen: bool
) -> str:
    from tui_app.cli.terminal_table import across, down

    above = down(result.rest) + "\n" if result.items and result.rest else ""
    if not result.items and result.whole is None:
        row = result.rows[0]
        return down({name: row.get(name) for name in columns if _chosen or name in row})
    return above + across(columns, result.rows)


_RENDERERS: Final[dict[str, Callable[[CommandResult, tuple[str, ...], Row, bool], str]]] = {
    "table": _as_table,
    "json": _as_json,
    "jsonl": _as_json_lines,
    "csv": partial(_as_export, "csv"),
    "md": partial(_as_export, "md"),
}
