"""Getting about: panes, tabs, pages, back and forward."""

from __future__ import annotations

from textual.widgets import Input

from tui_app.language import N_, _
from tui_app.ui.actions import prices
from tui_app.ui.actions.base import Action, Explorer, Pane
from tui_app.ui.actions.scrolling import focused_rows
from tui_app.ui.remote.price import in_words


class Open(Action):
    """Into the company under the cursor."""

    name, keys = "open", "enter"
    label, help = N_("open"), N_("Open the company or court case under the cursor")
    place = Pane.LIST
    footer = 1
    field = 1
    hidden_in_vain = True

    def __init__(self, tabs: tuple[str, ...]) -> None:
        self.tabs = tabs

    def shown_label(self, explorer: Explorer) -> str:
        """A field asks; so does a company of which something did not come."""
        if _in_field_that_asks(explorer):
            return explorer.list.field_label()
        if prices.is_beside(explorer):
            return explorer.list.label_of_beside()
        missing = not self._row(explorer) and prices.of_enter(explorer)
        return _("load") if missing else _(self.label)

    def _row(self, explorer: Explorer) -> bool:
        rows = focused_rows(explorer)
        return rows is not None and rows.current is not None

    def reason(self, explorer: Explorer) -> str:
        """There has to be a row, or something to ask."""
        possible = self._row(explorer) or prices.of_enter(explorer)
        possible = possible or _in_field_that_asks(explorer)
        return "" if possible else _("Nothing is under the cursor.")

    def price(self, explorer: Explorer) -> int:
        """The profile and what its tab wants, unless they are cached."""
        return prices.of_enter(explorer)

    def run(self, explorer: Explorer) -> None:
        """The list tells that its row was chosen; a company asks for what it lacks."""
        rows = focused_rows(explorer)
        if rows and rows.current:
            rows.open()
        else:
            explorer.detail.retry()


def _in_field_that_asks(explorer: Explorer) -> bool:
    focused = explorer.focused
    in_field = isinstance(focused, Input) and explorer.list in focused.ancestors
    return in_field and explorer.list.field_asks


class Escape(Action):
    """One level back."""

    name, keys = "escape", "escape"
    label, help = N_("back"), N_("Leave one level: filter, detail, list, search field")
    footer = 18
    field = 3

    def shown_label(self, explorer: Explorer) -> str:
        """Out of a field letters are keys again."""
        return _("to the list") if isinstance(explorer.focused, Input) else _(self.label)

    def run(self, explorer: Explorer) -> None:
        """Filter field, detail, filter, marks, list, search field."""
        explorer.leave_level()


class LeftPane(Action):
    """To the list."""

    name, keys = "left_pane", "left,h"
    label, help = N_("list"), N_("To the list")

    def run(self, explorer: Explorer) -> None:
        """Give the rows the keys."""
        explorer.focus_list()


class RightPane(Action):
    """To the detail."""

    name, keys = "right_pane", "right,l"
    label, help = N_("detail"), N_("To the company")

    def reason(self, explorer: Explorer) -> str:
        """There has to be a company."""
        can_go = explorer.detail.entry or explorer.detail.shows_home
        return "" if can_go else _("No company is open.")

    def run(self, explorer: Explorer) -> None:
        """Give the section the keys."""
        explorer.focus_detail()


class _TurnPage(Action):
    """To another page of the pane that has the keys."""

    place = Pane.TAB
    by = 0

    def __init__(self, tabs: tuple[str, ...]) -> None:
        self.tabs = tabs

    def reason(self, explorer: Explorer) -> str:
        """There has to be a further page."""
        pane = explorer.pane
        if not pane.paged:
            return _("Not paged")
        if self.by > 0 and pane.page >= pane.total_pages:
            return _("This is the last page.")
        return _("This is the first page.") if self.by < 0 and pane.page <= 1 else ""

    def price(self, explorer: Explorer) -> int:
        """A page is a request, unless it is cached."""
        return 0 if self.reason(explorer) else prices.of_page(explorer, self.by)

    def run(self, explorer: Explorer) -> None:
        """The pane asks for it."""
        explorer.pane.turn(self.by)


class NextPage(_TurnPage):
    """One on."""

    name, keys, by = "next_page", "n", 1
    label, help = N_("next page"), N_("The next page of the list or of the court cases")
    footer = 5


class PreviousPage(_TurnPage):
    """One back."""

    name, keys, by = "previous_page", "p", -1
    label, help = N_("previous page"), N_("The page before")


class AskPage(Action):
    """To a page by its number."""

    name, keys = "page", "P"
    label, help = N_("page…"), N_("Go to a page by its number")
    place = Pane.TAB
    footer = 6

    def __init__(self, tabs: tuple[str, ...]) -> None:
        self.tabs = tabs

    def reason(self, explorer: Explorer) -> str:
        """There have to be several."""
        pane = explorer.pane
        if not pane.paged:
            return _("Not paged")
        return "" if pane.total_pages > 1 else _("This is the only page.")

    def run(self, explorer: Explorer) -> None:
        """Ask for the number, with what a page costs; Enter there asks for the page."""
        from tui_app.ui.dialogs.page import PageScreen

        pane = explorer.pane

        def turn(page: int | None) -> None:
            if page is not None and page != pane.page:
                pane.turn(page - pane.page)

        client = explorer.program.client
        free = client is None or pane.price_of_page(client, pane.total_pages) == 0
        price = "" if free else in_words(1)
        explorer.open_dialog(PageScreen(pane.page, pane.total_pages, price), turn)


class Back(Action):
    """To the company looked at before."""

    name, keys, by = "back", "b", -1
    label, help = N_("before"), N_("Back to the company looked at before")

    def _by(self, explorer: Explorer) -> int:
        """How far: back from one that was only previewed leads to the one we stand on."""
        here, shown = explorer.history.here, explorer.detail.entry
        is_beside = here is not None and (shown is None or shown.tax_id != here.tax_id)
        return 0 if is_beside and self.by < 0 else self.by

    def reason(self, explorer: Explorer) -> str:
        """There has to be one."""
        return "" if explorer.history.can_go(self._by(explorer)) else _("No history yet")

    def price(self, explorer: Explorer) -> int:
        """As for opening it."""
        entry = explorer.history.beside(self._by(explorer))
        return prices.of_opening(explorer, entry.tax_id) if entry else 0

    def run(self, explorer: Explorer) -> None:
        """Show it beside the list, whose cursor goes along, or in front of it."""
        if entry := explorer.history.go(self._by(explorer)):
            explorer.show_company(entry)


class Forward(Back):
    """To the company looked at after."""

    name, keys, by = "forward", "f", 1
    label, help = N_("after"), N_("Forward to the company looked at after")
