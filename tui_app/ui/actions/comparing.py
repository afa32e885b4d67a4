"""Comparing companies: the marked ones, or one after another from under the cursor."""

from __future__ import annotations

from functools import partial
from typing import Final

from tui_app.system.language import N_, _
from tui_app.ui.actions.pane_actions import why_none_chosen
from tui_app.ui.compare import MAX_COMPARED, MIN_COMPARED, questions_of
from tui_app.ui.panes.action import Action, Intent
from tui_app.ui.panes.company import CompanyEntry
from tui_app.ui.remote.questions import Questions
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
