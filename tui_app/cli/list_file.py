"""The list of a command: the file that it is read from, and what its lines cost."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import click

from tui_app.cli.consent import may_spend, show_cost
from tui_app.cli.ending import WrongUseError, report_file_errors, standard_input, tell
from tui_app.cli.session import NOTHING, Session
from tui_app.sources.source import SourceKind, kind_of
from tui_app.system.language import N_, _
from tui_app.tables.table import TableError

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

L = TypeVar("L")

LOCAL: Final = frozenset({SourceKind.REGISTRY, SourceKind.SAMPLE})
"""The sources that answer about a list for free."""

SHEET: Final = click.option(
    "--sheet", metavar="NAME", default="", help=N_("Sheet of a spreadsheet to read.")
)


def read_list(file: str, read: Callable[[bytes], L]) -> L:
    """What ``read`` makes of a file, or of standard input for ``-``, before any request.

    Raises ``WrongUseError`` if it cannot be read.
    """
    if file == "-" and sys.stdin is not None and sys.stdin.isatty():
        tell(_("Reading the list from standard input, a company a line; end it with Ctrl+D."))
    try:
        with report_file_errors(_("{file} cannot be read: {why}"), file):
            return read(standard_input().read() if file == "-" else Path(file).read_bytes())
    except TableError as error:
        raise WrongUseError(f"{file}: {error}") from None


def confirm_cost(companies: Companies, run: Session, what: str, price: int, *, yes: bool) -> None:
    """Say what the lines cost, and go on only with consent; a registry of one's own is free."""
    if kind_of(run.settings) in LOCAL or not price:
        return
    show_cost(companies, run.settings, what, price)
    if not may_spend(run.settings, yes=yes):
        raise SystemExit(NOTHING)
