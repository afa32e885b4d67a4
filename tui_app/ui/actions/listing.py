"""What can be done with a list: sort, filter, mark, step through days."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui_app.language import N_, _
from tui_app.ui import prices
from tui_app.ui.actions.base import Action, Place
from tui_app.ui.sections.court_cases import CourtCasesSection

if TYPE_CHECKING:
    from tui_app.ui.screens.explorer import ExplorerScreen


class _OnList(Action):
    place = Place.LIST

    def reason(self, explorer: ExplorerScreen) -> str:
        """There has to be something in the list."""
        return "" if explorer.list.entries else _("The list is empty.")


class Sort(_OnList):
    """Sort by the next column."""

    name, keys = "sort", "s"
    label, help = N_("sort"), N_("Sort the list by the next column")
    footer = 8

    def run(self, explorer: ExplorerScreen) -> None:
        """As found, by name, tax id, legal form, status, place."""
        explorer.list.next_order()


class Reverse(_OnList):
    """The last first."""

    name, keys = "reverse", "S"
    label, help = N_("reverse"), N_("Turn the order of the list around")

    def run(self, explorer: ExplorerScreen) -> None:
        """Once more turns it back."""
        explorer.list.turn_around()


class Filter(Action):
    """Show only what holds a text."""

    name, keys = "filter", "F"
    label, help = N_("filter"), N_("Filter within the list, or the court cases of this page")
    footer = 9

    def reason(self, explorer: ExplorerScreen) -> str:
        """There has to be something to filter."""
        section = explorer.detail.section
        if explorer.detail_has_focus and isinstance(section, CourtCasesSection):
            return "" if section.question.answer else _("No court cases are shown.")
        return "" if explorer.list.entries else _("The list is empty.")

    def run(self, explorer: ExplorerScreen) -> None:
        """Open the filter field in the footer."""
        section = explorer.detail.section
        if explorer.detail_has_focus and isinstance(section, CourtCasesSection):
            explorer.foot.open_filter(section.filter_text, section.filter_by)
        else:
            explorer.foot.open_filter(explorer.list.filter_text, explorer.list.filter_by)


class Mark(_OnList):
    """Mark for what acts on several."""

    name, keys = "mark", "space"
    label, help = N_("mark"), N_("Mark the company under the cursor, for copy and export")

    def run(self, explorer: ExplorerScreen) -> None:
        """Mark, or take the mark away, and go on."""
        explorer.list.mark()


class Unmark(_OnList):
    """Take all marks away."""

    name, keys = "unmark", "U"
    label, help = N_("unmark"), N_("Take all marks away")

    def reason(self, explorer: ExplorerScreen) -> str:
        """Something has to be marked."""
        return "" if explorer.list.marked else _("Nothing is marked.")

    def run(self, explorer: ExplorerScreen) -> None:
        """All at once."""
        explorer.list.unmark()


class _StepDay(Action):
    place = Place.LIST
    by = 0

    def price(self, explorer: ExplorerScreen) -> int:
        """A listing is a request."""
        return prices.of_day(explorer, explorer.new_list.day_at(self.by))

    def run(self, explorer: ExplorerScreen) -> None:
        """Show the list and ask for the day."""
        explorer.choose_list("new")
        explorer.new_list.step(self.by)


class PreviousDay(_StepDay):
    """The day before."""

    name, keys, by = "previous_day", "comma", -1
    label, help = N_("day before"), N_("Companies registered on the day before")


class NextDay(_StepDay):
    """The day after."""

    name, keys, by = "next_day", "full_stop", 1
    label, help = N_("day after"), N_("Companies registered on the day after")
