"""Consent to spend requests on a server: without an answer nothing is spent."""

from __future__ import annotations

import sys

import click

from tui_app.cli.session import WRONG_USE, end
from tui_app.config.settings import Settings
from tui_app.sources.source import SourceKind, kind_of
from tui_app.system.language import _


def may_spend(settings: Settings, *, yes: bool) -> bool:
    """Whether the user agrees to a price that was told before; ends where nobody can be asked."""
    require_somebody(settings, yes=yes)
    return yes or not _is_somebody_there() or click.confirm(_("Go on?"), default=True, err=True)


def require_somebody(settings: Settings, *, yes: bool) -> None:
    """End the command where it would spend requests, and nobody is there to ask.

    It then takes ``--yes`` for a server; public services are only slow.
    """
    if kind_of(settings) is SourceKind.REMOTE and not yes and not _is_somebody_there():
        end(_("Nobody is there to ask: add --yes to spend these requests."), WRONG_USE)


def _is_somebody_there() -> bool:
    return bool(sys.stdin and sys.stdin.isatty() and sys.stderr.isatty())
