"""Criteria on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tui_app.cli.session import WRONG_USE, end
from tui_app.contract.personal_codes import without_personal_codes
from tui_app.contract.screening.criteria import Criteria, CriteriaError
from tui_app.contract.screening.language import parse

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def complete_criteria(
    _ctx: click.Context, _param: click.Parameter, typed: str
) -> list[CompletionItem]:
    """What may follow in a criterion, as in the line of Screening."""
    from click.shell_completion import CompletionItem

    from tui_app.contract.screening.completion import complete

    found = complete(typed, len(typed))
    return [CompletionItem(typed[: each.start] + each.text, help=each.about) for each in found]


def parsed_criteria(line: str) -> Criteria:
    """The criteria; a mistake ends the command, with a mark under the wrong word."""
    try:
        return parse(line)
    except CriteriaError as error:
        printable = "".join(c if c.isprintable() else " " for c in line)
        shown = without_personal_codes(printable)
        mark = " " * error.start + "^" * max(1, error.end - error.start)
        end(f"{error}\n  {shown}\n  {mark}", WRONG_USE)
