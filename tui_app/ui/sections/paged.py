"""A tab with a list of rows that comes page by page."""

from __future__ import annotations

from typing import TypeVar

from tui_app.contract.operations import PAGE
from tui_app.contract.resources import ConnectionPage, CourtCasePage
from tui_app.system.language import _
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
        """Request another page, if it exists."""
        if page := self.pages.after(by, self.total_pages):
            self.go_to(page)

    def go_to(self, page: int) -> None:
        """Request a page, which need not exist."""
        self.pages.ask(page)
        question = self.question(self.own_operations[0])
        value = self.answers.value(question)
        if value.needs_refresh:
            value.drop()
        self.answers.load((question,), confirm=True)
        if value.is_settled:
            self.answer_arrived(question)
        self.redraw()

    def page_text(self) -> str:
        """Which page is shown, of how many."""
        text = _("page {page} of {pages}")
        return text.format(page=self.page_shown, pages=self.total_pages)
