"""Questions that are answered yes or no, in the words of either language."""

from __future__ import annotations

import sys

import click

from tui_app.cli.ending import tell
from tui_app.system.language import _


def is_somebody_there() -> bool:
    """Whether somebody can see a question and answer it."""
    return bool(sys.stdin and sys.stdin.isatty() and sys.stderr.isatty())


def yes_or_no(question: str) -> bool:
    """The answer to a question; Enter is yes. The words of both languages are understood."""
    while True:
        choice = _("[Y/n]")
        answer = click.prompt(f"{question} {choice}", "", show_default=False, err=True)
        match answer.strip().lower():
            case "" | "y" | "yes" | "d" | "da":
                return True
            case "n" | "no" | "nu":
                return False
        tell(_("Type y or n."))
