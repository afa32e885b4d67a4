"""Comparing companies: the marked ones, or one after another from under the cursor."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tui_app.system.language import N_, _
from tui_app.ui.actions.base import CompanyAction
from tui_app.ui.compare import MAX_COMPARED, MIN_COMPARED, questions_of
from tui_app.ui.panes.entry import CompanyEntry
from tui_app.ui.panes.intent import Intent
from tui_app.ui.remote.questions import Questions

if TYPE_CHECKING:
    from tui_app.ui.two_panes.screen import TwoPaneScreen


class Compare(CompanyAction):
    """Open the comparison, or add a company to it."""

    name, keys = "compare", "c"
    label, help = N_("compare"), N_("Compare the marked companies, or add the one under the cursor")
    footer = 22

    def reason(self, panes: TwoPaneScreen) -> str:
        """Why these companies cannot be compared."""
        if len(_selection(panes)) > MAX_COMPARED:
            return _("At most {most} companies are compared.").format(most=MAX_COMPARED)
        return super().reason(panes)

    together = True

    def questions(self, panes: TwoPaneScreen) -> Questions:
        """The profile and the figures of each, unless cached."""
        selected = _selection(panes)
        return questions_of(selected) if len(selected) >= MIN_COMPARED else ()

    def run(self, panes: TwoPaneScreen) -> None:
        """With one company alone, say how to add another."""
        selected = _selection(panes)
        panes.compared = selected
        if len(selected) < MIN_COMPARED:
            [entry] = selected.values()
            text = _("To compare {company}: go to another company and press {key} again")
            key = panes.session.first_key(self.name)
            panes.say(text.format(company=entry.name or entry.tax_id, key=key))
            return
        open_comparison(panes, selected)


def open_comparison(panes: TwoPaneScreen, selected: dict[str, CompanyEntry]) -> None:
    """Compare these companies, by tax id; those that remain stay chosen."""
    from tui_app.ui.compare.screen import CompareScreen

    comparison = CompareScreen(panes.session, panes.answers, list(selected.values()))

    def left(entries: list[CompanyEntry] | None) -> None:
        panes.compared = {entry.tax_id: entry for entry in entries or ()}
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
