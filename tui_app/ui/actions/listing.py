"""What can be done with a list: sort, filter, mark, step through days."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui_app.language import N_, _
from tui_app.ui.actions.base import Action, Pane, key_of, only_in_list
from tui_app.ui.lists.new import NewList
from tui_app.ui.remote import prices
from tui_app.ui.sections.court_cases import CourtCasesSection

if TYPE_CHECKING:
    from tui_app.ui.explorer.screen import ExplorerScreen


class _OnList(Action):
    place = Pane.LIST

    def reason(self, explorer: ExplorerScreen) -> str:
        """The list has to have the keys, and something in it."""
        if reason := only_in_list(explorer):
            return reason
        return "" if explorer.list.entries else _("The list is empty.")


class Sort(_OnList):
    """Sort by the next column."""

    name, keys = "sort", "s"
    label, help = N_("sort"), N_("Sort the list by the next column")
    footer = 12

    def run(self, explorer: ExplorerScreen) -> None:
        """As found, by name, by tax id, …: what the companies have values for."""
        explorer.list.next_order()


class Reverse(_OnList):
    """The last first."""

    name, keys = "reverse", "S"
    label, help = N_("reverse"), N_("Turn the order of the list around")

    def run(self, explorer: ExplorerScreen) -> None:
        """Once more turns it back."""
        explorer.list.turn_around()


def _cases(explorer: ExplorerScreen) -> CourtCasesSection | None:
    """The court cases, where they have the keys."""
    section = explorer.detail.section
    if explorer.detail_has_focus and isinstance(section, CourtCasesSection):
        return section
    return None


class Filter(_OnList):
    """Show only what holds a text."""

    name, keys = "filter", "F"
    label, help = N_("filter"), N_("Show only the companies, or the court cases, that hold a text")
    tabs = (CourtCasesSection.tab,)
    footer = 11

    def reason(self, explorer: ExplorerScreen) -> str:
        """There has to be something to filter."""
        if section := _cases(explorer):
            return "" if section.loaded_cases else _("No court cases are shown.")
        return super().reason(explorer)

    def run(self, explorer: ExplorerScreen) -> None:
        """Open the filter field in the footer."""
        if section := _cases(explorer):
            explorer.foot.open_filter(section.filter.text, section.filter_by_text)
        else:
            explorer.foot.open_filter(explorer.list.filter_text, explorer.list.filter_by)


class Only(Action):
    """Show only some court cases."""

    name, keys = "only", "x"
    label, help = N_("only…"), N_("Show only the court cases of a category, a role or a stage")
    place = Pane.TAB
    tabs = (CourtCasesSection.tab,)
    footer = 6

    def reason(self, explorer: ExplorerScreen) -> str:
        """There have to be cases."""
        section = explorer.detail.section
        if not isinstance(section, CourtCasesSection):
            return _("Only in the court cases ({key}).").format(key=key_of(explorer, "court_cases"))
        return "" if section.loaded_cases else _("No court cases are shown.")

    def run(self, explorer: ExplorerScreen) -> None:
        """Ask for a value, of those there are."""
        section = explorer.detail.section
        if isinstance(section, CourtCasesSection):
            from tui_app.ui.actions.narrowing import ask_only

            ask_only(explorer, section)


class Mark(_OnList):
    """Mark for what acts on several."""

    name, keys = "mark", "space"
    label, help = N_("mark"), N_("Mark the company under the cursor, for copy and export")
    footer = 13

    def run(self, explorer: ExplorerScreen) -> None:
        """Mark, or take the mark away, and go on."""
        explorer.list.mark()


class Unmark(_OnList):
    """Take all marks away."""

    name, keys = "unmark", "U"
    label, help = N_("unmark"), N_("Take all marks away")

    def reason(self, explorer: ExplorerScreen) -> str:
        """Something has to be marked."""
        if reason := only_in_list(explorer):
            return reason
        return "" if explorer.list.marked else _("Nothing is marked.")

    def run(self, explorer: ExplorerScreen) -> None:
        """All at once."""
        explorer.list.unmark()


class _StepDay(Action):
    place = Pane.TAB
    tabs = (NewList.tab,)
    by = 0

    def price(self, explorer: ExplorerScreen) -> int:
        """A listing is a request."""
        return prices.of_day(explorer, explorer.new_list.day_at(self.by))

    def run(self, explorer: ExplorerScreen) -> None:
        """Show the list and ask for the day."""
        explorer.choose_list("new")
        explorer.focus_list()
        explorer.new_list.step(self.by)


class PreviousDay(_StepDay):
    """The day before."""

    name, keys, by = "previous_day", "comma", -1
    label, help = N_("day before"), N_("Companies registered on the day before")
    footer = 8


class NextDay(_StepDay):
    """The day after."""

    name, keys, by = "next_day", "full_stop", 1
    label, help = N_("day after"), N_("Companies registered on the day after")
    footer = 9
