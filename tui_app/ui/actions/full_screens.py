"""The screens over the explorer: companies compared, and the review of a list.

The companies are the marked ones, or one after another from under the cursor. The list is a file,
named on the command line, in the palette, or in the line ``:``.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final

from tui_app.system.language import N_, _
from tui_app.ui.actions.pane_actions import why_none_chosen
from tui_app.ui.compare import MAX_COMPARED, MIN_COMPARED, questions_of
from tui_app.ui.panes.action import Action, Intent
from tui_app.ui.panes.company import CompanyEntry
from tui_app.ui.remote.questions import Questions
from tui_app.ui.remote.value import start
from tui_app.ui.session import ListToMatch
from tui_app.ui.two_panes.screen import TwoPaneScreen


def _why_no_comparison(panes: TwoPaneScreen) -> str:
    if len(_selection(panes)) > MAX_COMPARED:
        return _("At most {most} companies are compared.").format(most=MAX_COMPARED)
    return why_none_chosen(panes)


def _questions(panes: TwoPaneScreen) -> Questions:
    """The profile and the figures of each, unless known."""
    selected = _selection(panes)
    return questions_of(selected) if len(selected) >= MIN_COMPARED else ()


def _compare(panes: TwoPaneScreen) -> None:
    """Compare the companies; with one alone, say how to add another."""
    panes.compared = selected = _selection(panes)
    if len(selected) < MIN_COMPARED:
        [entry] = selected.values()
        text = _("To compare {company}: go to another company and press {key} again")
        key = panes.session.first_key("compare")
        panes.say(text.format(company=entry.name or entry.tax_id, key=key))
        return
    open_comparison(panes, selected)


COMPARE: Final = Action(
    name="compare",
    keys="c",
    label=N_("compare"),
    help=N_("Compare the marked companies, or add the one under the cursor"),
    footer=22,
    do=_compare,
    why_not=_why_no_comparison,
    questions_of=_questions,
    together=True,
)


def open_comparison(panes: TwoPaneScreen, selected: dict[str, CompanyEntry]) -> None:
    """Compare these companies, by tax id; those that remain stay chosen."""
    from tui_app.ui.compare.screen import CompareScreen

    comparison = CompareScreen(panes.session, panes.answers, list(selected.values()))

    def left(entries: list[CompanyEntry] | None) -> None:
        panes.compared = {entry.tax_id: entry for entry in entries or ()}
        panes.update_hints()
        if entries is not None and len(entries) < MIN_COMPARED:
            before = {entry.tax_id: entry for entry in comparison.before_removal}
            undo = partial(compare_at_its_price, panes, before)
            panes.session.undo.add(lambda: _("remove"), undo, of_screen=True)

    panes.open_dialog(comparison, left)


def compare_at_its_price(panes: TwoPaneScreen, selected: dict[str, CompanyEntry]) -> None:
    """Compare these companies, at once or after Enter confirms the price."""
    run = partial(open_comparison, panes, selected)
    panes.spend(Intent(_("compare"), questions_of(selected), run), together=True)


def _selection(panes: TwoPaneScreen) -> dict[str, CompanyEntry]:
    """What to compare: the marked companies, else those chosen before and the current one."""
    here = {entry.tax_id: entry for entry in panes.chosen}
    return here if len(here) > 1 else panes.compared | here


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
