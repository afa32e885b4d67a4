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
    from tui_app.ui.explorer.screen import ExplorerScreen


class Compare(CompanyAction):
    """Open the comparison, or add a company to it."""

    name, keys = "compare", "c"
    label, help = N_("compare"), N_("Compare the marked companies, or add the one under the cursor")
    footer = 22

    def reason(self, explorer: ExplorerScreen) -> str:
        """Why these companies cannot be compared."""
        if len(_selection(explorer)) > MAX_COMPARED:
            return _("At most {most} companies are compared.").format(most=MAX_COMPARED)
        return super().reason(explorer)

    together = True

    def questions(self, explorer: ExplorerScreen) -> Questions:
        """The profile and the figures of each, unless cached."""
        selected = _selection(explorer)
        return questions_of(selected) if len(selected) >= MIN_COMPARED else ()

    def run(self, explorer: ExplorerScreen) -> None:
        """With one company alone, say how to add another."""
        selected = _selection(explorer)
        explorer.compared = selected
        if len(selected) < MIN_COMPARED:
            [entry] = selected.values()
            text = _("To compare {company}: go to another company and press {key} again")
            key = explorer.keys.first_key(self.name)
            explorer.say(text.format(company=entry.name or entry.tax_id, key=key))
            return
        open_comparison(explorer, selected)


def open_comparison(explorer: ExplorerScreen, selected: dict[str, CompanyEntry]) -> None:
    """Compare these companies, by tax id; those that remain stay chosen."""
    from tui_app.ui.compare.screen import CompareScreen

    comparison = CompareScreen(explorer.program, explorer.answers, list(selected.values()))

    def left(entries: list[CompanyEntry] | None) -> None:
        explorer.compared = {entry.tax_id: entry for entry in entries or ()}
        if entries is not None and len(entries) < MIN_COMPARED:
            before = {entry.tax_id: entry for entry in comparison.before_removal}
            undo = partial(compare_at_its_price, explorer, before)
            explorer.program.undo.add(lambda: _("remove"), undo, of_screen=True)

    explorer.open_dialog(comparison, left)


def compare_at_its_price(explorer: ExplorerScreen, selected: dict[str, CompanyEntry]) -> None:
    """Compare these companies, at once or after Enter confirms the price."""
    run = partial(open_comparison, explorer, selected)
    explorer.spend(Intent(_("compare"), questions_of(selected), run), together=True)


def _selection(explorer: ExplorerScreen) -> dict[str, CompanyEntry]:
    """What to compare: the marked companies, else those chosen before and the current one."""
    here = {entry.tax_id: entry for entry in explorer.chosen}
    return here if len(here) > 1 else explorer.compared | here
