"""The standard streams, which a caller may have closed."""

from __future__ import annotations

import sys

import click


def require_output(undone: str) -> None:
    """Check that a result can be printed, before any work is done.

    Raises ``click.ClickException``, which says what was ``undone``, if standard output is closed.
    """
    if sys.stdout is None:
        raise click.ClickException(f"Standard output is closed: {undone}.")
