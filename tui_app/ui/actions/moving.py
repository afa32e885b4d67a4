"""Getting about: panes, tabs, pages, back and forward."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Input

from tui_app.language import N_, _
from tui_app.ui.actions.base import Action, Pane
from tui_app.ui.actions.scrolling import focused_rows
from tui_app.ui.explorer.detail import SECTIONS
from tui_app.ui.lists.base import Interest
from tui_app.ui.lists.new import NewList
from tui_app.ui.remote import prices
from tui_app.ui.sections.court_cases import CourtCasesSection
from tui_app.ui.widgets.row_list import RowList

if TYPE_CHECKING:
    from tui_app.ui.explorer.screen import ExplorerScreen


class Search(Action):
    """To the search field, from anywhere."""

    name, keys = "search", "slash"
    label, help = N_("search"), N_("Go to the search field")
    footer = 10

    def run(self, explorer: ExplorerScreen) -> None:
        """Show the list and put the cursor into its field."""
        explorer.choose_list("search")
        explorer.lists["search"].focus_target.focus()


class NewCompanies(Action):
    """To the companies registered on a day."""

    name, keys = "new", "N"
    label, help = N_("new"), N_("Go to the companies registered on a day")
    footer = 17

    def run(self, explorer: ExplorerScreen) -> None:
        """Show the list and put the cursor into its field, whose text typing replaces."""
        explorer.choose_list("new")
        explorer.new_list.field.focus()


class Open(Action):
    """Into the company under the cursor."""

    name, keys = "open", "enter"
    label, help = N_("open"), N_("Open the company or court case under the cursor")
    place = Pane.LIST
    tabs = (CourtCasesSection.tab,)
    footer = 1
    field = 1

    def shown_label(self, explorer: ExplorerScreen) -> str:
        """A field asks; so does a company of which something did not come."""
        if _in_date_field(explorer):
            return _("list the day")
        in_field = isinstance(explorer.focused, Input) and explorer.list.field_asks
        missing = not self._row(explorer) and prices.of_enter(explorer)
        return _("ask") if in_field or missing else _(self.label)

    def _row(self, explorer: ExplorerScreen) -> bool:
        rows = focused_rows(explorer)
        return rows is not None and rows.current is not None

    def reason(self, explorer: ExplorerScreen) -> str:
        """There has to be a row, or something to ask."""
        possible = _in_date_field(explorer) or self._row(explorer) or prices.of_enter(explorer)
        return "" if possible else _("Nothing is under the cursor.")

    def price(self, explorer: ExplorerScreen) -> int:
        """The profile and what its tab wants, unless they are kept."""
        return prices.of_enter(explorer)

    def run(self, explorer: ExplorerScreen) -> None:
        """The list tells that its row was chosen; a company asks for what it lacks."""
        rows = focused_rows(explorer)
        if rows and rows.current:
            rows.open()
        else:
            explorer.detail.retry()


def _in_date_field(explorer: ExplorerScreen) -> bool:
    return explorer.focused is explorer.new_list.field


class Escape(Action):
    """One level back."""

    name, keys = "escape", "escape"
    label, help = N_("back"), N_("Leave one level: filter, detail, list, search field")
    footer = 18
    field = 3

    def shown_label(self, explorer: ExplorerScreen) -> str:
        """Out of a field letters are keys again."""
        return _("to the list") if isinstance(explorer.focused, Input) else _(self.label)

    def run(self, explorer: ExplorerScreen) -> None:
        """Filter field, detail, filter, marks, list, search field."""
        explorer.leave_level()


class _Tab(Action):
    """To a tab of the detail."""

    place = Pane.DETAIL
    index = 0

    def reason(self, explorer: ExplorerScreen) -> str:
        """There has to be a company."""
        return "" if explorer.detail.entry else _("No company is open.")

    def price(self, explorer: ExplorerScreen) -> int:
        """What the tab has not asked yet."""
        return prices.of_tab(explorer, SECTIONS[self.index].tab)

    def run(self, explorer: ExplorerScreen) -> None:
        """Show it and give it the keys."""
        explorer.choose_tab(SECTIONS[self.index].tab)


class ProfileTab(_Tab):
    """Tab 1."""

    name, keys, index = "profile", "1", 0
    label, help = N_("profile"), N_("Show the profile")


class FinancialsTab(_Tab):
    """Tab 2."""

    name, keys, index = "financials", "2", 1
    label, help = N_("financials"), N_("Show the financial data")


class CourtCasesTab(_Tab):
    """Tab 3."""

    name, keys, index = "court_cases", "3", 2
    label, help = N_("court cases"), N_("Show the court cases")


class ContactsTab(_Tab):
    """Tab 4."""

    name, keys, index = "contacts", "4", 3
    label, help = N_("contacts"), N_("Show phones, e-mails, websites and administrators")


class LeftPane(Action):
    """To the list."""

    name, keys = "left_pane", "left,h"
    label, help = N_("list"), N_("To the list")

    def run(self, explorer: ExplorerScreen) -> None:
        """Give the rows the keys."""
        explorer.focus_list()


class RightPane(Action):
    """To the detail."""

    name, keys = "right_pane", "right,l"
    label, help = N_("detail"), N_("To the company")

    def reason(self, explorer: ExplorerScreen) -> str:
        """There has to be a company."""
        return "" if explorer.detail.entry else _("No company is open.")

    def run(self, explorer: ExplorerScreen) -> None:
        """Give the section the keys."""
        explorer.focus_detail()


class _TurnPage(Action):
    """To another page of the list or of the court cases, whichever has the keys."""

    place = Pane.TAB
    tabs = (NewList.tab, CourtCasesSection.tab)
    by = 0

    def _page(self, explorer: ExplorerScreen) -> tuple[int, int] | None:
        section = explorer.detail.section
        if explorer.detail_has_focus:
            if isinstance(section, CourtCasesSection):
                return section.page, section.total_pages
            return None
        if explorer.list is explorer.new_list:
            return explorer.new_list.page, explorer.new_list.total_pages
        return None

    def reason(self, explorer: ExplorerScreen) -> str:
        """There has to be a further page."""
        page = self._page(explorer)
        if page is None:
            return _("Nothing here has pages.")
        if self.by > 0 and page[0] >= page[1]:
            return _("This is the last page.")
        return _("This is the first page.") if self.by < 0 and page[0] <= 1 else ""

    def price(self, explorer: ExplorerScreen) -> int:
        """A page is a request, unless it is kept."""
        return 0 if self.reason(explorer) else prices.of_page(explorer, self.by)

    def run(self, explorer: ExplorerScreen) -> None:
        """The section or the list asks for it."""
        section = explorer.detail.section
        if explorer.detail_has_focus and isinstance(section, CourtCasesSection):
            section.turn(self.by)
        else:
            explorer.list.turn(self.by)


class NextPage(_TurnPage):
    """One on."""

    name, keys, by = "next_page", "n", 1
    label, help = N_("next page"), N_("The next page of the list or of the court cases")
    footer = 5


class PreviousPage(_TurnPage):
    """One back."""

    name, keys, by = "previous_page", "p", -1
    label, help = N_("previous page"), N_("The page before")


class Back(Action):
    """To the company looked at before."""

    name, keys, by = "back", "b", -1
    label, help = N_("before"), N_("Back to the company looked at before")

    def reason(self, explorer: ExplorerScreen) -> str:
        """There has to be one."""
        return "" if explorer.trail.can_go(self.by) else _("No other company was looked at.")

    def price(self, explorer: ExplorerScreen) -> int:
        """As for opening it."""
        entry = explorer.trail.beside(self.by)
        return prices.of_opening(explorer, entry.tax_id) if entry else 0

    def run(self, explorer: ExplorerScreen) -> None:
        """Show it beside the list, whose cursor goes along, or in front of it."""
        if entry := explorer.trail.go(self.by):
            explorer.detail.show(entry, Interest.OPEN)
            with explorer.prevent(RowList.Moved):
                explorer.list.rows.move_to(entry.tax_id)
            if explorer.has_class("-narrow"):
                explorer.focus_detail()


class Forward(Back):
    """To the company looked at after."""

    name, keys, by = "forward", "f", 1
    label, help = N_("after"), N_("Forward to the company looked at after")
