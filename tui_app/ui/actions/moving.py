"""Navigation: panes, tabs, pages, back and forward."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Input

from tui_app.system.language import N_, _
from tui_app.ui.actions import prices
from tui_app.ui.actions.base import Action, Offer, Pane
from tui_app.ui.actions.scrolling import focused_rows
from tui_app.ui.remote.price import as_text

if TYPE_CHECKING:
    from tui_app.ui.explorer.screen import ExplorerScreen


class Open(Action):
    """Open the company under the cursor."""

    name, keys = "open", "enter"
    label, help = N_("open"), N_("Open the company or court case under the cursor")
    pane = Pane.LIST
    footer = 1
    field = 1
    hidden_when_disabled = True

    def __init__(self, tabs: tuple[str, ...]) -> None:
        self.tabs = tabs

    def offer(self, explorer: ExplorerScreen) -> Offer | None:
        """What Enter does where the focus is, and its price; not at all where it does nothing."""
        client, listed, focused = explorer.program.client, explorer.list, explorer.focused
        rows = focused_rows(explorer)
        row = rows.current if rows is not None else None
        if explorer.detail_has_focus:
            return self._offer_in_detail(explorer, has_row=row is not None)
        if isinstance(focused, Input) and listed in focused.ancestors and listed.field_asks:
            return Offer(listed.field_label(), listed.price_of_field(client) if client else 1)
        if rows is not listed.rows and focused is listed.side_pane:
            price = listed.price_of_side_pane(client) if client else 1
            return Offer(listed.label_of_side_pane(), price) if row or price else None
        if row is None:
            return None if client else Offer(_("load"), 1)
        entry = listed.entry_of(row.key)
        return Offer(_(self.label), prices.of_opening(explorer, entry.tax_id) if entry else 0)

    def _offer_in_detail(self, explorer: ExplorerScreen, *, has_row: bool) -> Offer | None:
        pane = explorer.pane
        if company := pane.target:
            return Offer(_(self.label), prices.of_opening(explorer, company.tax_id))
        if tab := pane.linked_tab:
            label = explorer.keys.by_name[tab].shown_label(explorer)
            return Offer(label, prices.of_tab(explorer, tab))
        if has_row:
            return Offer(_(self.label), 0)
        if price := prices.of_tab(explorer, pane.tab) if explorer.program.client else 1:
            return Offer(_("load"), price)
        return Offer(_(self.label), 0) if pane.can_open_here else None

    def shown_label(self, explorer: ExplorerScreen) -> str:
        """The label: in a field Enter searches; it also loads a company after a failure."""
        offer = self.offer(explorer)
        return offer.label if offer else _(self.label)

    def reason(self, explorer: ExplorerScreen) -> str:
        """Why there is nothing to open or load."""
        return "" if self.offer(explorer) else _("Nothing is under the cursor.")

    def price(self, explorer: ExplorerScreen) -> int | None:
        """The profile and the data of its tab, unless cached."""
        offer = self.offer(explorer)
        return offer.price if offer else 0

    def run(self, explorer: ExplorerScreen) -> None:
        """Open the row; on a company, load the missing data."""
        rows = focused_rows(explorer)
        if rows is explorer.list.rows:
            explorer.list.open_row()
        elif rows and rows.current:
            rows.open()
        elif tab := explorer.pane.linked_tab:
            explorer.choose_tab(tab)
        elif explorer.pane.can_open_here:
            explorer.pane.open_here()
        else:
            explorer.detail.retry()


class Escape(Action):
    """Go back one level."""

    name, keys = "escape", "escape"
    label, help = N_("back"), N_("Leave one level: filter, detail, list, search field")
    footer = 18
    field = 3

    def shown_label(self, explorer: ExplorerScreen) -> str:
        """The label: in a field Esc leaves it, so that letters are keys again."""
        return _("to the list") if isinstance(explorer.focused, Input) else _(self.label)

    def run(self, explorer: ExplorerScreen) -> None:
        """Filter field, detail, filter, marks, list, search field."""
        explorer.leave_level()


class LeftPane(Action):
    """Focus the list."""

    name, keys = "left_pane", "left,h"
    label, help = N_("list"), N_("To the list")

    def run(self, explorer: ExplorerScreen) -> None:
        """Focus the rows."""
        explorer.focus_list()


class RightPane(Action):
    """Focus the detail pane."""

    name, keys = "right_pane", "right,l"
    label, help = N_("detail"), N_("To the company")

    def reason(self, explorer: ExplorerScreen) -> str:
        """Why there is nothing to focus."""
        can_go = explorer.company or explorer.detail.shows_home
        return "" if can_go else _("No company is open.")

    def run(self, explorer: ExplorerScreen) -> None:
        """Focus the section."""
        explorer.focus_detail()


class _TurnPage(Action):
    """Turn the page of the focused pane."""

    pane = Pane.TAB
    by = 0

    def __init__(self, tabs: tuple[str, ...]) -> None:
        self.tabs = tabs

    def reason(self, explorer: ExplorerScreen) -> str:
        """Why the page cannot be turned."""
        pane = explorer.pane
        if not pane.paged:
            return _("Not paged")
        if self.by > 0 and pane.page >= pane.total_pages:
            return _("This is the last page.")
        return _("This is the first page.") if self.by < 0 and pane.page <= 1 else ""

    def price(self, explorer: ExplorerScreen) -> int:
        """A page is a request, unless cached."""
        return 0 if self.reason(explorer) else prices.of_page(explorer, self.by)

    def run(self, explorer: ExplorerScreen) -> None:
        """The pane asks for it."""
        explorer.pane.turn(self.by)


class NextPage(_TurnPage):
    """The next page."""

    name, keys, by = "next_page", "n", 1
    label, help = N_("next page"), N_("The next page of the list or of the court cases")
    footer = 5


class PreviousPage(_TurnPage):
    """The previous page."""

    name, keys, by = "previous_page", "p", -1
    label, help = N_("previous page"), N_("The previous page")


class GoToPage(Action):
    """Go to a page by its number."""

    name, keys = "page", "P"
    label, help = N_("page…"), N_("Go to a page by its number")
    pane = Pane.TAB
    footer = 6

    def __init__(self, tabs: tuple[str, ...]) -> None:
        self.tabs = tabs

    def reason(self, explorer: ExplorerScreen) -> str:
        """Why there are no other pages."""
        pane = explorer.pane
        if not pane.paged:
            return _("Not paged")
        return "" if pane.total_pages > 1 else _("This is the only page.")

    def run(self, explorer: ExplorerScreen) -> None:
        """Ask for the number and show what a page costs; Enter there asks for the page."""
        from tui_app.ui.dialogs.page import PageScreen

        pane = explorer.pane

        def turn(page: int | None) -> None:
            if page is not None and page != pane.page:
                pane.turn(page - pane.page)

        client = explorer.program.client
        free = client is None or pane.price_of_page(client, pane.total_pages) == 0
        price = "" if free else as_text(1)
        explorer.open_dialog(PageScreen(pane.page, pane.total_pages, price), turn)


class Back(Action):
    """Go back to the company looked at before."""

    name, keys, by = "back", "b", -1
    label, help = N_("before"), N_("Back to the previous company in the history")

    def _by(self, explorer: ExplorerScreen) -> int:
        """How many companies to go; from a mere preview, back leads to the current company."""
        here, shown = explorer.visited.here, explorer.company
        is_on_side_pane = here is not None and (shown is None or shown.tax_id != here.tax_id)
        return 0 if is_on_side_pane and self.by < 0 else self.by

    def reason(self, explorer: ExplorerScreen) -> str:
        """Why there is no company to go to."""
        return "" if explorer.visited.can_go(self._by(explorer)) else _("No history yet")

    def price(self, explorer: ExplorerScreen) -> int:
        """The price of opening it."""
        entry = explorer.visited.company_at(self._by(explorer))
        return prices.of_opening(explorer, entry.tax_id) if entry else 0

    def run(self, explorer: ExplorerScreen) -> None:
        """Show it beside the list and move the list's cursor; in a narrow terminal, in front."""
        if entry := explorer.visited.go(self._by(explorer)):
            explorer.show_company(entry)


class Forward(Back):
    """Go forward to the next company looked at."""

    name, keys, by = "forward", "f", 1
    label, help = N_("after"), N_("Forward to the next company in the history")
