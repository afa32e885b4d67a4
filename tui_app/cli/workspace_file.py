"""The workspace of a command: what the user keeps, unless the run is private."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import click

from tui_app.cli.ending import tell_lines
from tui_app.cli.session import settings_of_run
from tui_app.system.language import _
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
