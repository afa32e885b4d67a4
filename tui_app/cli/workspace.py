"""``firmeterm workspace``: history, watch list, notes and snapshots as a file of JSON Lines."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

import click

from tui_app.cli.ending import report_file_errors, require_output, standard_input, tell, tell_lines
from tui_app.cli.session import settings_of_run
from tui_app.system.language import _, ngettext
from tui_app.workspace.transfer import export_lines, import_lines
from tui_app.workspace.workspace import Workspace, workspace_file


@contextlib.contextmanager
def opened_workspace() -> Iterator[Workspace]:
    """The workspace of this run, whose notices are told at the end."""
    with Workspace(workspace_file(), private=settings_of_run().private) as workspace:
        try:
            yield workspace
        finally:
            tell_lines(workspace.database.pop_notices())


@contextlib.contextmanager
def workspace_to_change() -> Iterator[Workspace]:
    """The same for a command that makes no sense if nothing is stored."""
    if settings_of_run().private:
        raise click.UsageError(_("Private mode stores nothing: nothing was done."))
    with opened_workspace() as workspace:
        yield workspace


_STANDARD: Final = "-"


@click.group()
def workspace() -> None:
    """Move or back up what you keep: history, watch list, notes, snapshots."""


@workspace.command("export", short_help="Write everything to a file of JSON Lines.")
@click.argument("file", default=_STANDARD, type=click.Path(readable=False))
def export_to(file: str) -> None:
    """Write everything to FILE as JSON Lines, by default to standard output.

    An existing file is not overwritten.
    """
    require_output(_("nothing was written"))
    number = 0
    with opened_workspace() as opened, _destination(file) as out:
        for number, line in enumerate(export_lines(opened.database), 1):  # noqa: B007 (told below)
            out.write(line + b"\n")
    if file != _STANDARD:
        tell(
            ngettext("{count} line written to {file}.", "{count} lines written to {file}.", number),
            count=number,
            file=file,
        )


@workspace.command("import", short_help="Add the contents of an exported file.")
@click.argument("file", type=click.Path(readable=False))
def import_from(file: str) -> None:
    """Add the contents of an exported FILE to your data; - reads standard input.

    Nothing of yours is lost: notes are merged, and importing twice changes nothing.
    """
    with workspace_to_change() as opened, _origin(file) as lines:
        number = import_lines(opened.database, lines)
    tell(ngettext("{count} line read.", "{count} lines read.", number), count=number)


@contextlib.contextmanager
def _destination(file: str) -> Iterator[IO[bytes]]:
    if file == _STANDARD:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with report_file_errors(_("{file} cannot be written: {why}"), file):
        # It contains notes: only its owner may read it.
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(handle, "wb") as out:
                yield out
        except BaseException:
            Path(file).unlink()  # an incomplete file could pass for a backup
            raise


@contextlib.contextmanager
def _origin(file: str) -> Iterator[IO[bytes]]:
    if file == _STANDARD:
        yield standard_input()
        return
    with (
        report_file_errors(_("{file} cannot be read: {why}"), file),
        Path(file).open("rb") as lines,
    ):
        yield lines
