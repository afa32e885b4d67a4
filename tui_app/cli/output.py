"""The output of a command: a table on a terminal, JSON when piped, or the format of ``-o``.

Only data go to standard output, with the interface's field names. Notes on the source go to
standard error on a terminal; JSON contains them as ``source``.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final, TypeVar

import click
import msgspec
from msgspec import Struct

from tui_app.cli.nearest_choice import NearestChoice
from tui_app.cli.output_file import chosen_format, keep_output_file
from tui_app.cli.session import Session
from tui_app.client.answer import Answer, joined
from tui_app.contract.timestamps import format_timestamp
from tui_app.export.cells import as_read
from tui_app.export.files import ExportError
from tui_app.export.row_writers import Row, RowWriter, Sheet, as_json, row_writer
from tui_app.sources.source import kind_of
from tui_app.system.nearest import nearest

_FORMATS: Final = ("table", "json", "jsonl", "csv", "md")
_USUAL: Final = "Format; without it a table on a terminal and JSON elsewhere."
TEXT_IS_USUAL: Final = "Format; without it text for people."
_LIST: Final = "?"
"""The value of ``--fields`` without a name."""

F = TypeVar("F", bound=Callable[..., Any])


class OutputOptions(Struct, frozen=True):
    """The output options: the format, empty for the default, and the fields."""

    format: str = ""
    fields: tuple[str, ...] = ()


class CommandResult(Struct, frozen=True, kw_only=True):
    """The data of a command.

    ``rows`` are records with the interface's names. ``columns`` are all possible fields and
    ``brief`` those that a table shows by default. In JSON the rows are under ``items``, beside
    ``rest``. Without ``items`` there is one record, and its fields are merged with ``rest``.
    ``whole`` replaces all of it in JSON. ``sources`` are the files that the data come from, as a
    member of the JSON.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    brief: tuple[str, ...] = ()
    items: str = ""
    rest: Row = {}
    whole: Row | None = None
    sources: list[dict[str, Any]] = []


def takes_output(*more: str, columns: Iterable[str] = (), usual: str = _USUAL) -> Callable[[F], F]:
    """Add ``-o``, ``--output`` and ``--fields`` to a command that prints rows.

    ``more`` are formats beside the usual ones; ``usual`` names the default without ``-o``.
    ``columns`` are the fields that ``--fields`` alone lists; other fields are known to the command.
    """

    def added(command: F) -> F:
        command = click.option(
            "--fields",
            metavar="NAME,…",
            is_flag=False,
            flag_value=_LIST,
            default="",
            callback=partial(_list_fields, tuple(columns)),
            is_eager=True,
            help="Only these fields, in this order; without names it lists them.",
        )(command)
        command = click.option(
            "--output",
            "output_file",
            metavar="FILE",
            type=click.Path(readable=False),
            expose_value=False,
            callback=keep_output_file,
            help="Write to a file, completely or not at all; its suffix gives the format.",
        )(command)
        return click.option(
            "-o", "--format", "output", type=NearestChoice((*_FORMATS, *more)), help=usual
        )(command)

    return added


def _list_fields(
    columns: tuple[str, ...], ctx: click.Context, _param: click.Parameter, value: str
) -> str:
    """Print the fields for ``--fields`` without a name, whatever else is missing."""
    if value == _LIST and columns:
        click.echo("\n".join(columns))
        ctx.exit()
    return value


def read_output(output: str | None, fields: str, columns: tuple[str, ...]) -> OutputOptions:
    """Check the two options before any request. Raises ``click.BadParameter``."""
    if fields == _LIST:
        click.echo("\n".join(columns))
        raise SystemExit(0)
    names = tuple(dict.fromkeys(name.strip() for name in fields.split(",") if name.strip()))
    for name in names:
        if name not in columns:
            hint = nearest(name, columns)
            raise click.BadParameter(
                f"There is no field {name!r} here: {', '.join(columns)}.{hint}",
                param_hint="'--fields'",
            )
    return OutputOptions(output or chosen_format(), names)


def plain(resource: Struct) -> dict[str, Any]:
    """A resource with the interface's names, its values as every format writes them.

    Missing values are left out.
    """
    values: dict[str, Any] = as_read(msgspec.to_builtins(resource))
    return values


# Any: answers of any operation.
def source_of(session: Session, answers: Iterable[Answer[Any]]) -> dict[str, Any]:
    """The source of data and their age: the ``source`` of the JSON.

    ``requests`` counts requests sent; ``remainingRequests`` is null if unknown.
    """
    all_answers = tuple(answers)
    whole = joined(all_answers, None) if all_answers else None
    failures = [str(answer.failure) for answer in all_answers if answer.failure is not None]
    return {
        "name": session.source_name,
        "kind": kind_of(session.settings).value,
        "address": session.settings.base_url or None,
        **({"asOf": session.as_of.isoformat()} if session.as_of else {}),
        "invented": session.invented or (whole is not None and whole.invented),
        "requests": whole.requests if whole else 0,
        "remainingRequests": whole.remaining if whole else None,
        "fetchedAt": format_timestamp(whole.fetched_at) if whole else None,
        "cached": whole is not None and whole.from_cache,
        "stale": whole is not None and whole.stale,
        "partial": whole is not None and whole.partial,
        "notes": list(dict.fromkeys(note.text for note in whole.notes)) if whole else [],
        "problems": failures + [fault for answer in all_answers for fault in answer.faults],
    }


# Any: answers of any operation.
def sources_of(answers: Mapping[str, Answer[Any]]) -> list[dict[str, Any]]:
    """The files that data come from: the ``sources`` of the JSON, by section."""
    return [
        {"section": _camel(name), **plain(source)}
        for name, answer in answers.items()
        for source in answer.sources
    ]


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def format_of(output: OutputOptions) -> str:
    """The requested format; by default a table on a terminal and JSON elsewhere."""
    return output.format or ("table" if sys.stdout.isatty() else "json")


def show(result: CommandResult, source_notes: dict[str, Any], output: OutputOptions) -> None:
    """Print the data and the notes on them."""
    format_name = format_of(output)
    usual = result.brief if format_name == "table" and result.brief else result.columns
    columns = output.fields or usual
    rows = [_picked(row, columns) for row in result.rows] if output.fields else list(result.rows)
    is_record = not result.items and result.whole is None
    if format_name == "json" and (is_record or (result.whole is not None and not output.fields)):
        body = rows[0] if result.whole is None else result.whole
        extra = {"sources": result.sources} if result.sources else {}
        click.echo(dumps({**body, **result.rest, "source": source_notes, **extra}))
    elif format_name == "table" and is_record:
        from tui_app.export.terminal_table import down

        click.echo(down({name: rows[0][name] for name in columns if name in rows[0]}), nl=False)
    else:
        items = result.items or "values"
        writer = stdout_writer(format_name, Sheet(columns=columns, title=result.title, items=items))
        writer.write(rows, source_notes)
        extra = {"sources": result.sources} if result.sources and format_name == "json" else {}
        writer.close({**result.rest, **extra}, source_notes)
    sys.stdout.flush()
    print_notes(source_notes)


def show_rows(
    title: str, columns: tuple[str, ...], rows: Iterable[Row], output: OutputOptions
) -> None:
    """Print rows that come from this machine: in JSON a list."""
    chosen = output.fields or columns
    writer = stdout_writer(format_of(output), Sheet(columns=chosen, title=title))
    writer.write([_picked(row, chosen) for row in rows])
    writer.close()


def show_record(title: str, row: Row, output: OutputOptions) -> None:
    """Print one record that comes from this machine: in JSON an object."""
    picked = _picked(row, output.fields) if output.fields else row
    if format_of(output) == "json":
        click.echo(dumps(picked))
    elif format_of(output) == "table":
        from tui_app.export.terminal_table import down

        click.echo(down(dict(paths_of(picked))), nl=False)
    elif format_of(output) == "jsonl":
        click.echo(dumps(picked, line=True))
    else:
        rows = [{"field": name, "value": value} for name, value in paths_of(picked)]
        show_rows(title, ("field", "value"), rows, OutputOptions(output.format))


# Any: as in ``Row``.
def paths_of(data: Any, path: str = "") -> list[tuple[str, Any]]:
    """Each single value with its path, for example ``financialData[0].turnover``."""
    if isinstance(data, dict):
        start = f"{path}." if path else ""
        return [result for name, value in data.items() for result in paths_of(value, start + name)]
    if isinstance(data, list | tuple):
        return [f for at, value in enumerate(data) for f in paths_of(value, f"{path}[{at}]")]
    return [] if data is None else [(path, data)]


def stdout_writer(format_name: str, sheet: Sheet) -> RowWriter:
    """A writer to standard output. Raises ``ExportError``."""
    if format_name == "csv" and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace", newline="")
    if format_name == "parquet" and sys.stdout.isatty():
        raise ExportError("Parquet is binary; redirect it to a file: > NAME.parquet")
    if format_name == "xlsx" and sys.stdout.isatty():
        raise ExportError("A spreadsheet is binary; write it to a file: --output NAME.xlsx")
    return row_writer(format_name, sys.stdout, sheet)


def print_notes(source_notes: Mapping[str, Any]) -> None:
    """Print notes for a person; failures are printed even without a terminal."""
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


def dumps(value: Any, *, line: bool = False) -> str:
    """JSON for standard output."""
    return as_json(value, sys.stdout, line=line)


def _picked(row: Row, columns: tuple[str, ...]) -> Row:
    return {name: row.get(name) for name in columns}
