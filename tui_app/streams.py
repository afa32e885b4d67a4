"""The standard streams, which a caller may have closed."""

from __future__ import annotations

import sys

import click


def require_output(undone: str) -> None:
    """Make sure that a result can be printed, before anything is done for it.

    Raises ``click.ClickException`` with what is left ``undone`` when standard output is closed.
    """
    if sys.stdout is None:
        raise click.ClickException(f"Standard output is closed: {undone}.")
