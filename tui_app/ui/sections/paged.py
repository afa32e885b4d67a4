"""A tab with a list of rows that comes page by page."""

from __future__ import annotations

from typing import TypeVar

from tui_app.contract.operations import PAGE
from tui_app.contract.resources import ConnectionPage, CourtCasePage
from tui_app.system.language import _
from tui_app.ui.remote.value import Phase
from tui_app.ui.sections.with_rows import SectionWithRows

P = TypeVar("P", CourtCasePage, ConnectionPage)


class PagedSection(SectionWithRows[P]):
    """A tab whose rows come page by page."""

    paged = True

    @property
    def total_pages(self) -> int:
        """The number of pages that the server gave, at most the interface's limit."""
        given = self.data.total_pages if self.data else None
        return max(1, min(given or 1, PAGE.maximum))

    def turn(self, by: int) -> None:
        """Request another page, if it exists. From beyond the last page, back is the last one."""
        page = self.page + by if by > 0 else min(self.page + by, self.total_pages)
        if 1 <= page <= self.total_pages:
            self.go_to(page)

    def go_to(self, page: int) -> None:
        """Request a page, which need not exist."""
        self.page = page
        self.value.ask(self._request_for(self.asks[0], confirm=True))
        self.redraw()

    def value_changed(self) -> None:
        """Handle a page that arrived or failed."""
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
