"""The progress of the live services on the command line."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from tui_app.sources.public import UNENCRYPTED
from tui_app.system.language import _

if TYPE_CHECKING:
    from tui_app.contract.live import LiveSource, Progress


def report_progress(live: LiveSource) -> None:
    """Report unencrypted requests on standard error, and on a terminal the progress.

    The line is written before the name is sent; running the command was the consent.
    """
    from tui_app.contract.operations import COURT_CASES

    told: set[str] = set()

    def listen(progress: Progress) -> None:
        if progress.operation == COURT_CASES.name and not told:
            told.add(progress.operation)
            click.echo(_(UNENCRYPTED), err=True)
        if sys.stderr.isatty():
            click.echo(f"{progress.text} …", err=True)

    live.listen(listen)
