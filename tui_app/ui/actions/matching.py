"""Actions to match a list: from the command line, from the palette, or from the line ``:``."""

from __future__ import annotations

import asyncio
from typing import Final

from tui_app.system.language import N_, _
from tui_app.ui.panes.action import Action
from tui_app.ui.remote.value import start
from tui_app.ui.session import ListToMatch
from tui_app.ui.two_panes.screen import TwoPaneScreen


def _ask_for_file(panes: TwoPaneScreen) -> None:
    from tui_app.ui.dialogs.one_field import FileNameDialog

    def opened(path: str | None) -> None:
        if path:
            open_list(panes, ListToMatch(path))

    panes.open_dialog(FileNameDialog(_("File with a list of companies")), opened)


MATCH: Final = Action(
    name="match",
    keys="I",
    label=N_("match a list"),
    help=N_("Find the company that each row of a file means"),
    do=_ask_for_file,
)


def open_list(panes: TwoPaneScreen, wanted: ListToMatch) -> None:
    """Open the review of a list; says why a file cannot be read."""
    start(panes.app, _open(panes, wanted), description="read a list")


async def _open(panes: TwoPaneScreen, wanted: ListToMatch) -> None:
    from tui_app.tables.table import TableError
    from tui_app.ui.review.reviewed_list import ReviewedList
    from tui_app.ui.review.screen import ReviewScreen

    session = panes.session
    try:
        reviewed = await asyncio.to_thread(ReviewedList.read, wanted, session.match_storage)
    except (OSError, RuntimeError) as error:  # RuntimeError: ~somebody, an unknown user
        text = _("{file} cannot be read: {why}")
        why = getattr(error, "strerror", None) or str(error).rstrip(".")
        panes.say(text.format(file=wanted.path, why=why), "bad")
        return
    except TableError as error:
        panes.say(f"{wanted.path}: {error}", "bad")
        return
    if not reviewed.matched.rows:
        panes.say(_("There is no row to match."), "warn")
        return
    panes.open_dialog(ReviewScreen(session, panes.answers, reviewed))
