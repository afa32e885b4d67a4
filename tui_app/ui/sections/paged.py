"""A tab with a list of rows that comes page by page."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from textual.app import ComposeResult
from textual.widget import Widget

from tui_app.contract.operations import PAGE
from tui_app.contract.resources import CompanyProfile, ConnectionPage, CourtCasePage
from tui_app.system.language import _
from tui_app.ui.remote.value import Phase, RemoteValue
from tui_app.ui.sections.base import Section
from tui_app.ui.widgets.row_list import RowList

P = TypeVar("P", CourtCasePage, ConnectionPage)


class PagedSection(Section, Generic[P]):
    """One operation with pages. The rows stay until another page has arrived."""

    paged = opens_rows = True

    def __init__(self, profile: RemoteValue[CompanyProfile]) -> None:
        super().__init__(profile)
        self.rows = RowList(lines_per_row=2, id=f"{self.tab}-rows")

    def compose(self) -> ComposeResult:
        """The text about the page, and its rows."""
        yield self.text_pane
        yield self.rows

    @property
    def focus_target(self) -> Widget:
        """The rows."""
        return self.rows

    # Any: the tabs have different pages.
    @property
    def value(self) -> RemoteValue[Any]:
        """The page that is shown or under way."""
        return self.values[0]

    @property
    def data(self) -> P | None:
        """The page that is shown, if any."""
        answer = self.value.answer
        return answer.data if answer else None

    def reset(self) -> None:
        """Another company: no rows yet."""
        self.rows.show(())

    @property
    def total_pages(self) -> int:
        """The number of pages that the server gave, at most the interface's limit."""
        given = self.data.total_pages if self.data else None
        return max(1, min(given or 1, PAGE.maximum))

    def turn(self, by: int) -> None:
        """Ask for another page, if it exists."""
        page = self.page + by
        if page < 1 or (by > 0 and page > self.total_pages):
            return
        self.page = page
        self.value.ask(self._request_for(self.asks[0], confirm=True))
        self.redraw()

    def value_changed(self) -> None:
        """A page arrived or failed."""
        if self.value.phase is Phase.READY:
            self.page_shown = self.page
        elif self.value.phase is Phase.FAILED:
            # The old page's rows are still shown; the next page is counted from that page.
            self.page = self.page_shown
        self.show_rows()
        self.redraw()

    def show_rows(self) -> None:
        """Show the rows of ``page_shown``."""

    def page_text(self) -> str:
        """Which page is shown, of how many."""
        text = _("page {page} of {pages}")
        return text.format(page=self.page_shown, pages=self.total_pages)
