"""The output of a command: a table on a terminal, JSON when piped, or the format of ``-o``.

Only data go to standard output, with the interface's field names. Notes on the source go to
standard error on a terminal; JSON contains them as ``source``.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial, wraps
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar, cast

import click
import msgspec
from msgspec import Struct

from tui_app.cli.ending import WrongUseError, require_output, tell, tell_lines
from tui_app.cli.nearest_choice import NearestChoice
from tui_app.cli.output_file import open_output_file
from tui_app.cli.session import Session
from tui_app.cli.source_flags import refuse_idle
from tui_app.client.answer import AnyAnswer, joined
from tui_app.contract.timestamps import format_timestamp
from tui_app.export.cells import as_read
from tui_app.export.formats import (
    TABLES,
    endings_of,
    format_of_file,
    may_have_ending_of,
    why_not_written,
)
from tui_app.export.row_writers import Row, RowWriter, Sheet, as_json, row_writer
from tui_app.sources.source import kind_of
from tui_app.system.language import N_, _, ngettext
from tui_app.system.nearest import nearest
from tui_app.system.untyped import FieldValue, JsonObject

_LIST: Final = "?"
"""The value of ``--fields`` without a name."""

F = TypeVar("F", bound=Callable[..., Any])


class OutputOptions(Struct, frozen=True):
    """The checked options: the format, the fields, and those that may still be chosen."""

    format: str
    fields: tuple[str, ...] = ()
    is_default: bool = False
    """Whether neither an option nor a file's ending chose the format."""

    @property
    def is_for_people(self) -> bool:
        """Whether a command may print its own text instead of a table."""
        return self.format == "table" and not self.fields

    def of(self, columns: Iterable[str]) -> OutputOptions:
        """The options for these columns; checks the fields, or lists them for ``--fields`` alone.

        Raises ``click.BadParameter``.
        """
        known = tuple(columns)
        if self.fields == (_LIST,):
            click.echo("\n".join(known))
            raise SystemExit(0)
        for name in self.fields:
            if name not in known:
                text = _("There is no field {name} here: {names}.")
                raise click.BadParameter(
                    text.format(name=repr(name), names=", ".join(known)) + nearest(name, known),
                    param_hint="'--fields'",
                )
        return self


class _FormatChoice(NearestChoice):
    """A format; the name of a file is a mistake that gets a hint."""

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """The format."""
        name = str(value)
        if name not in self.choices and ("." in name or "/" in name or name == "-"):
            text = _("-o takes a format; a file is written by: --output {file}")
            self.fail(text.format(file=name), param, ctx)
        return super().convert(value, param, ctx)


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
    sources: list[JsonObject] = []


def takes_output(
    *more: str, columns: Iterable[str] = (), has_more: bool = False, usual: str = "table"
) -> Callable[[F], F]:
    """Add ``-o``, ``--output``, ``--force`` and ``--fields`` to a command that prints rows.

    The command gets ``output``, checked before it asks anything: what cannot be written is
    refused. ``more`` are formats beside those of every table; ``usual`` is the one on a terminal.
    ``columns`` are all fields; without them, or if it ``has_more``, the command calls ``of``.
    """
    known = tuple(columns)
    names = (*(each.name for each in TABLES), *more)

    def added(command: F) -> F:
        @wraps(command)
        def checked(*args: Any, **values: Any) -> Any:
            require_output(_("nothing was done"))
            chosen = _TypedOptions(*(values.pop(name) for name in _TypedOptions._fields))
            output = _checked(chosen, names, usual, values.get("folder"))
            values["output"] = output.of(known) if known and not has_more else output
            return command(*args, **values)

        with_options: Callable[..., Any] = checked
        for option in _options(names, usual, known):
            with_options = option(with_options)
        return cast(F, with_options)

    return added


class _TypedOptions(NamedTuple):
    """The options as typed."""

    format_name: str | None
    output_file: str | None
    force: bool
    fields: str


def _options(
    names: tuple[str, ...], usual: str, known: tuple[str, ...]
) -> Iterator[Callable[[Callable[..., Any]], Callable[..., Any]]]:
    yield click.option(
        "--fields",
        metavar="NAME,…",
        is_flag=False,
        flag_value=_LIST,
        default="",
        callback=partial(_list_fields, known),
        is_eager=True,
        help=N_("Fields to print, in order. With no value: list the available fields."),
        shell_complete=partial(_complete_fields, known),
    )
    yield click.option("--force", is_flag=True, help=N_("Replace the file of --output."))
    yield click.option(
        "--output",
        "output_file",
        metavar="FILE",
        type=click.Path(readable=False, allow_dash=True),
        help=N_("Write to a file, completely or not at all; its extension sets the format."),
    )
    yield click.option(
        "-o",
        "--format",
        "format_name",
        type=_FormatChoice(names),
        help=f"Format.  [default: {usual} on a terminal, json elsewhere]",
    )


def _list_fields(
    columns: tuple[str, ...], ctx: click.Context, _param: click.Parameter, value: str
) -> str:
    """Print the fields for ``--fields`` without a name, whatever else is missing."""
    if value == _LIST and columns and not ctx.resilient_parsing:
        click.echo("\n".join(columns))
        ctx.exit()
    return value


def _complete_fields(
    columns: tuple[str, ...], _ctx: click.Context, _param: click.Parameter, typed: str
) -> list[str]:
    """The fields that may follow, behind those that are typed already."""
    *given, last = typed.split(",")
    before = "".join(f"{name}," for name in given)
    return [before + name for name in columns if name.startswith(last) and name not in given]


def _checked(
    chosen: _TypedOptions, names: tuple[str, ...], usual: str, folder: str | None
) -> OutputOptions:
    """The options, if output can be written so; opens the file. Raises ``click.ClickException``.

    ``folder`` is where the command writes a file of its own, instead of standard output.
    """
    ctx = click.get_current_context()
    path = Path(chosen.output_file) if chosen.output_file not in (None, "-") else None
    format_name = chosen.format_name or ""
    if path is not None:
        format_name = _format_for(path, format_name, names)
    if folder is not None and path is not None:
        raise click.UsageError(_("--to and --output exclude each other."))
    is_terminal = path is None and folder is None and sys.stdout.isatty()
    is_default = not format_name
    format_name = format_name or (usual if is_terminal else "json")
    if why := why_not_written(format_name, to_terminal=is_terminal):
        raise WrongUseError(why)
    if path is not None:
        open_output_file(ctx, path, replaces=chosen.force)
    elif chosen.force:
        raise click.UsageError(_("--force needs --output FILE."))
    fields = tuple(dict.fromkeys(filter(None, map(str.strip, chosen.fields.split(",")))))
    if fields not in ((), (_LIST,)) and format_name not in {each.name for each in TABLES}:
        refuse_idle("--fields", f"-o {format_name}")
    return OutputOptions(format_name, fields, is_default)


def _format_for(path: Path, chosen: str, names: tuple[str, ...]) -> str:
    """The format of a file: the chosen one, or that of its ending, which must not contradict.

    A device or a pipe has no ending.
    """
    by_ending = format_of_file(path, names)
    if chosen and by_ending and not may_have_ending_of(chosen, by_ending):
        text = _("-o {format} and the ending of {file} contradict each other.")
        raise WrongUseError(text.format(format=chosen, file=path.name))
    if chosen or by_ending or (path.exists() and not path.is_file()):
        return chosen or by_ending
    if str(path) in names:
        text = _("{name} is a format: -o {name}. A file is ./{name}.")
        raise WrongUseError(text.format(name=path))
    text = _("No format has the ending of {file}: use {endings}, or choose one with -o.")
    raise WrongUseError(text.format(file=path.name, endings=endings_of(names)))


def plain(resource: Struct) -> JsonObject:
    """A resource with the interface's names, its values as every format writes them.

    Missing values are left out.
    """
    values: JsonObject = as_read(msgspec.to_builtins(resource))
    return values


def source_of(session: Session, answers: Iterable[AnyAnswer]) -> JsonObject:
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


STALE_SINCE: Final = "staleSince"
"""The column of rows from old answers, which stand in for newer ones that failed."""


def sources_of(answers: Mapping[str, AnyAnswer]) -> list[JsonObject]:
    """The files that data come from: the ``sources`` of the JSON, by section."""
    return [
        {"section": _camel(name), **plain(source)}
        for name, answer in answers.items()
        for source in answer.sources
    ]


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def show(result: CommandResult, source_notes: JsonObject, output: OutputOptions) -> None:
    """Print the data and the notes on them."""
    format_name = output.format
    usual = result.brief if format_name == "table" and result.brief else result.columns
    columns, rows = output.fields or usual, list(result.rows)
    if source_notes["stale"] and format_name != "json":
        # JSON says so in ``source``; every other format says so in its rows.
        columns = (*columns, STALE_SINCE)
        rows = [{STALE_SINCE: source_notes["fetchedAt"], **row} for row in rows]
    rows = [_picked(row, columns) for row in rows] if output.fields else rows
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
    writer = stdout_writer(output.format, Sheet(columns=chosen, title=title))
    writer.write([_picked(row, chosen) for row in rows])
    writer.close()


def show_record(title: str, row: Row, output: OutputOptions) -> None:
    """Print one record that comes from this machine: in JSON an object."""
    picked = _picked(row, output.fields) if output.fields else row
    if output.format == "json":
        click.echo(dumps(picked))
    elif output.format == "table":
        from tui_app.export.terminal_table import down

        click.echo(down(dict(paths_of(picked))), nl=False)
    elif output.format == "jsonl":
        click.echo(dumps(picked, line=True))
    else:
        rows = [{"field": name, "value": value} for name, value in paths_of(picked)]
        show_rows(title, ("field", "value"), rows, OutputOptions(output.format))


def paths_of(data: FieldValue, path: str = "") -> list[tuple[str, FieldValue]]:
    """Each single value with its path, for example ``financialData[0].turnover``."""
    if isinstance(data, dict):
        start = f"{path}." if path else ""
        return [result for name, value in data.items() for result in paths_of(value, start + name)]
    if isinstance(data, list | tuple):
        return [f for at, value in enumerate(data) for f in paths_of(value, f"{path}[{at}]")]
    return [] if data is None else [(path, data)]


def stdout_writer(format_name: str, sheet: Sheet) -> RowWriter:
    """A writer to standard output."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        if format_name == "excel-csv":
            sys.stdout.reconfigure(encoding="utf-8", newline="")
        elif format_name in ("csv", "tsv"):
            sys.stdout.reconfigure(newline="")
    return row_writer(format_name, sys.stdout, sheet)


def print_notes(source_notes: JsonObject) -> None:
    """Print notes for a person; failures are printed even without a terminal."""
    if sys.stderr.isatty():
        left = source_notes["remainingRequests"]
        parts = [_("From {name}").format(name=source_notes["name"])]
        if source_notes["cached"]:
            parts.append(_("cached since {moment}").format(moment=source_notes["fetchedAt"]))
        if left is not None:
            parts.append(ngettext("{count} request left", "{count} requests left", left))
            parts[-1] = parts[-1].format(count=left)
        click.echo(f"{', '.join(parts)}.", err=True)
    tell_lines(source_notes["notes"])
    if source_notes["partial"] and not source_notes["notes"]:
        tell(_("The service ran out of time: more may match."))
    tell_lines(source_notes["problems"])


def dumps(value: FieldValue, *, line: bool = False) -> str:
    """JSON for standard output."""
    return as_json(value, sys.stdout, line=line)


def _picked(row: Row, columns: tuple[str, ...]) -> Row:
    return {name: row.get(name) for name in columns}
