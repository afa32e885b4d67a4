"""The facets of court cases: the values to filter by, with their counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tui_app.contract.resources import CourtCase
from tui_app.insight.cases import DIMENSIONS, CaseFilter, Dimension, counted
from tui_app.insight.court_names import with_blanks
from tui_app.language import N_, _, ngettext
from tui_app.ui.panes.menu import Choice, Menu
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.cells import pad

_TITLES: Final[dict[Dimension, str]] = {
    "category": N_("Category"),
    "role": N_("Role"),
    "stage": N_("Stage"),
}


class CaseFacets:
    """The facets of loaded cases: category, role, stage. Choosing the current one removes it."""

    def __init__(self, cases: tuple[CourtCase, ...], before: CaseFilter) -> None:
        self._cases = cases
        self._before = before
        self._filters: dict[str, CaseFilter] = {}

    def menu(self, narrow: Callable[[CaseFilter], None]) -> Menu:
        """All values to choose from; ``narrow`` is called with the chosen filter."""
        choices: list[Choice] = []
        if self._before.is_active:
            self._filters["all"] = CaseFilter()
            choices.append(Choice("all", "a", _("all cases")))
        for dimension in DIMENSIONS:
            choices += self._choices(dimension)
        count = len(self._cases)
        title = ngettext(
            "Only … of the {count} loaded case", "Only … of the {count} loaded cases", count
        )
        return Menu(
            title.format(count=fmt.number(count)),
            choices,
            lambda name: narrow(self._filters[name]),
        )

    def _choices(self, dimension: Dimension) -> list[Choice]:
        width = max(len(_(title)) for title in _TITLES.values()) + 2
        others = self._before.with_value(dimension, None)
        cases = [case for case in self._cases if others.lets_through(case)]
        choices: list[Choice] = []
        for index, (value, count) in enumerate(counted(cases, dimension)):
            name, in_force = f"{dimension} {index}", self._before.chosen(dimension) == value
            self._filters[name] = self._before.with_value(dimension, None if in_force else value)
            title = pad(_(_TITLES[dimension]) if index == 0 else "", width)
            choices.append(
                Choice(
                    name,
                    "",
                    title + fmt.text(with_blanks(value)),
                    note=fmt.number(count),
                    chosen=in_force,
                )
            )
        return choices
