"""The facets of court cases: the values to filter by, with their counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from tui_app.contract.resources import CourtCase
from tui_app.insight.cases import DIMENSIONS, CaseFilter, Dimension, counted
from tui_app.insight.court_names import with_blanks
from tui_app.system.language import N_, _, ngettext
from tui_app.ui.panes.action import Choice, Menu
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.cells import pad

_TITLES: Final[dict[Dimension, str]] = {
    "category": N_("Category"),
    "role": N_("Role"),
    "stage": N_("Stage"),
}


def facets_menu(
    cases: Sequence[CourtCase], before: CaseFilter, narrow: Callable[[CaseFilter], None]
) -> Menu:
    """The categories, roles and stages of the loaded cases, each with its count.

    The current one is marked, and choosing it removes it. ``narrow`` is called with the chosen
    filter.
    """
    choices: list[Choice] = []
    filters: dict[str, CaseFilter] = {}
    if before.is_active:
        filters["all"] = CaseFilter()
        choices.append(Choice("all", "a", _("all cases")))
    width = max(len(_(title)) for title in _TITLES.values()) + 2
    for dimension in DIMENSIONS:
        others = before.with_value(dimension, None)
        found = counted([case for case in cases if others.accepts(case)], dimension)
        for index, (value, count) in enumerate(found):
            name, is_chosen = f"{dimension} {index}", before.chosen(dimension) == value
            filters[name] = before.with_value(dimension, None if is_chosen else value)
            title = pad(_(_TITLES[dimension]) if index == 0 else "", width)
            label = title + fmt.text(with_blanks(value))
            choices.append(Choice(name, "", label, note=fmt.number(count), chosen=is_chosen))
    count = len(cases)
    title = ngettext(
        "Only … of the {count} loaded case", "Only … of the {count} loaded cases", count
    ).format(count=fmt.number(count))
    return Menu(title, choices, lambda name: narrow(filters[name]))
