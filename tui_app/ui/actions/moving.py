"""Navigation: panes, tabs, pages, back and forward."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Input

from tui_app.system.language import N_, _
from tui_app.ui.actions.base import Action, Offer, Pane
from tui_app.ui.remote.price import as_text
from tui_app.ui.remote.questions import Questions

if TYPE_CHECKING:
    from tui_app.ui.two_panes.screen import TwoPaneScreen


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

    def offer(self, panes: TwoPaneScreen) -> Offer | None:
        """What Enter does where the focus is, and its price; not at all where it does nothing."""
        intent = panes.pane.enter()
        return Offer(intent.label, panes.answers.price(intent.questions)) if intent else None

    def shown_label(self, panes: TwoPaneScreen) -> str:
        """The label: in a field Enter searches; it also loads a company after a failure."""
        intent = panes.pane.enter()
        return intent.label if intent else _(self.label)

    def reason(self, panes: TwoPaneScreen) -> str:
        """Why there is nothing to open or load."""
        return "" if panes.pane.enter() else _("Nothing is under the cursor.")

    def questions(self, panes: TwoPaneScreen) -> Questions:
        """The profile and the data of its tab, unless cached."""
        intent = panes.pane.enter()
        return intent.questions if intent else ()

    def run(self, panes: TwoPaneScreen) -> None:
        """Do what Enter means."""
        if (intent := panes.pane.enter()) is not None:
            intent.run()


class Escape(Action):
    """Go back one level."""

    name, keys = "escape", "escape"
    label, help = N_("back"), N_("Leave one level: filter, detail, list, search field")
    footer = 18
    field = 3

    def shown_label(self, panes: TwoPaneScreen) -> str:
        """The label: in a field Esc leaves it, so that letters are keys again."""
        return _("to the list") if isinstance(panes.focused, Input) else _(self.label)

    def run(self, panes: TwoPaneScreen) -> None:
        """Filter field, detail, filter, marks, list, search field."""
        panes.leave_level()


class LeftPane(Action):
    """Focus the list."""

    name, keys = "left_pane", "left,h"
    label, help = N_("list"), N_("To the list")

    def run(self, panes: TwoPaneScreen) -> None:
        """Focus the rows."""
        panes.focus_list()


class RightPane(Action):
    """Focus the detail pane."""

    name, keys = "right_pane", "right,l"
    label, help = N_("detail"), N_("To the company")

    def reason(self, panes: TwoPaneScreen) -> str:
        """Why there is nothing to focus."""
        can_go = panes.company or panes.detail.shows_home
        return "" if can_go else _("No company is open.")

    def run(self, panes: TwoPaneScreen) -> None:
        """Focus the section."""
        panes.focus_detail()


class _TurnPage(Action):
    """Turn the page of the focused pane."""

    pane = Pane.TAB
    by = 0

    def __init__(self, tabs: tuple[str, ...]) -> None:
        self.tabs = tabs

    def reason(self, panes: TwoPaneScreen) -> str:
        """Why the page cannot be turned."""
        pane = panes.pane
        if not pane.paged:
            return _("Not paged")
        if self.by > 0 and pane.page >= pane.total_pages:
            return _("This is the last page.")
        return _("This is the first page.") if self.by < 0 and pane.page <= 1 else ""

    def questions(self, panes: TwoPaneScreen) -> Questions:
        """A page is a request, unless cached."""
        pane = panes.pane
        return () if self.reason(panes) else pane.questions_of_page(pane.page + self.by)

    def run(self, panes: TwoPaneScreen) -> None:
        """The pane asks for it."""
        panes.pane.turn(self.by)


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

    def reason(self, panes: TwoPaneScreen) -> str:
        """Why there are no other pages."""
        pane = panes.pane
        if not pane.paged:
            return _("Not paged")
        return "" if pane.total_pages > 1 else _("This is the only page.")

    def run(self, panes: TwoPaneScreen) -> None:
        """Ask for the number and show what a page costs; Enter there asks for the page."""
        from tui_app.ui.dialogs.page import PageScreen

        pane = panes.pane

        def turn(page: int | None) -> None:
            if page is not None and page != pane.page:
                pane.turn(page - pane.page)

        client, last = panes.session.client, pane.questions_of_page(pane.total_pages)
        is_free = client is None or not panes.answers.price(last)
        price = "" if is_free else as_text(1)
        panes.open_dialog(PageScreen(pane.page, pane.total_pages, price), turn)


class Back(Action):
    """Go back to the company looked at before."""

    name, keys, by = "back", "b", -1
    label, help = N_("before"), N_("Back to the previous company in the history")

    def _by(self, panes: TwoPaneScreen) -> int:
        """How many companies to go; from a mere preview, back leads to the current company."""
        here, shown = panes.visited.here, panes.company
        is_preview = here is not None and (shown is None or shown.tax_id != here.tax_id)
        return 0 if is_preview and self.by < 0 else self.by

    def reason(self, panes: TwoPaneScreen) -> str:
        """Why there is no company to go to."""
        return "" if panes.visited.can_go(self._by(panes)) else _("No history yet")

    def questions(self, panes: TwoPaneScreen) -> Questions:
        """What opening it asks."""
        entry = panes.visited.company_at(self._by(panes))
        return panes.detail.questions(entry.tax_id) if entry else ()

    def run(self, panes: TwoPaneScreen) -> None:
        """Show it beside the list and move the list's cursor; in a narrow terminal, in front."""
        if entry := panes.visited.go(self._by(panes)):
            panes.show_company(entry)


class Forward(Back):
    """Go forward to the next company looked at."""

    name, keys, by = "forward", "f", 1
    label, help = N_("after"), N_("Forward to the next company in the history")
