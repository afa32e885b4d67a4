"""Actions to match a list: from the command line, from the palette, or from the line ``:``."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tui_app.system.language import N_, _
from tui_app.ui.actions.base import Action
from tui_app.ui.program import ListToMatch
from tui_app.ui.remote.workers import start

if TYPE_CHECKING:
    from tui_app.ui.explorer.screen import ExplorerScreen


class MatchAList(Action):
    """Find the companies that the rows of a file mean."""

    name, keys = "match", "I"
    label, help = N_("match a list"), N_("Find the company that each row of a file means")

    def run(self, explorer: ExplorerScreen) -> None:
        """Ask for the file."""
        from tui_app.ui.dialogs.file_name import FileNameDialog

        def opened(path: str | None) -> None:
            if path:
                open_list(explorer, ListToMatch(path))

        explorer.open_dialog(FileNameDialog(_("File with a list of companies")), opened)


def open_list(explorer: ExplorerScreen, wanted: ListToMatch) -> None:
    """Open the review of a list; says why a file cannot be read."""
    start(explorer.app, _open(explorer, wanted), group="review", description="read a list")


async def _open(explorer: ExplorerScreen, wanted: ListToMatch) -> None:
    from tui_app.tables.table import TableError
    from tui_app.ui.review.reviewed_list import ReviewedList
    from tui_app.ui.review.screen import ReviewScreen

    program = explorer.program
    try:
        reviewed = await asyncio.to_thread(ReviewedList.read, wanted, program.match_place)
    except (OSError, RuntimeError) as error:  # RuntimeError: ~somebody, an unknown user
        text = _("{file} cannot be read: {why}")
        why = getattr(error, "strerror", None) or str(error).rstrip(".")
        explorer.say(text.format(file=wanted.path, why=why), "bad")
        return
    except TableError as error:
        explorer.say(f"{wanted.path}: {error}", "bad")
        return
    if not reviewed.matched.rows:
        explorer.say(_("There is no row to match."), "warn")
        return
    explorer.open_dialog(ReviewScreen(program, reviewed))
