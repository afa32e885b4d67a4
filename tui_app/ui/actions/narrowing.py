"""What ``x`` offers in the court cases: the values there are, each with its count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tui_app.insight.cases import DIMENSIONS, CaseFilter, Dimension, counted
from tui_app.language import N_, _, ngettext
from tui_app.ui.dialogs.choice import Choice, ChoiceScreen
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.cells import pad

if TYPE_CHECKING:
    from tui_app.ui.explorer.screen import ExplorerScreen
    from tui_app.ui.sections.court_cases import CourtCasesSection

_TITLES: Final[dict[Dimension, str]] = {
    "category": N_("Category"),
    "role": N_("Role"),
    "stage": N_("Stage"),
}


def ask_only(explorer: ExplorerScreen, section: CourtCasesSection) -> None:
    """Ask for a category, a role or a stage; the one that is in force is taken off again."""
    before = section.filter
    wanted: dict[str, CaseFilter] = {}
    choices: list[Choice] = []
    if before.is_active:
        wanted["all"] = CaseFilter()
        choices.append(Choice("all", "a", _("all cases")))
    room = max(len(_(title)) for title in _TITLES.values()) + 2
    for dimension in DIMENSIONS:
        others = before.with_value(dimension, None)
        cases = [case for case in section.loaded_cases if others.lets_through(case)]
        for index, (value, count) in enumerate(counted(cases, dimension)):
            name, in_force = f"{dimension} {index}", before.chosen(dimension) == value
            wanted[name] = before.with_value(dimension, None if in_force else value)
            title = pad(_(_TITLES[dimension]) if index == 0 else "", room)
            choices.append(
                Choice(name, "", title + fmt.text(value), note=fmt.number(count), chosen=in_force)
            )

    def narrow(name: str | None) -> None:
        if name is not None:
            section.filter_by(wanted[name])

    loaded = len(section.loaded_cases)
    title = ngettext(
        "Only … of the {count} loaded case", "Only … of the {count} loaded cases", loaded
    )
    explorer.app.push_screen(ChoiceScreen(title.format(count=fmt.number(loaded)), choices), narrow)
