"""Tabs with a text, and a list of rows below: about one answer, page by page, or about several."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, Generic, TypeVar

from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget

from tui_app.contract.operations import PAGE
from tui_app.contract.public_money import PublicMoney
from tui_app.contract.resources import ConnectionPage, CourtCasePage
from tui_app.system.language import _
from tui_app.ui.remote.answers import Answers
from tui_app.ui.remote.questions import about
from tui_app.ui.remote.value import AnyValue
from tui_app.ui.sections.base import Section
from tui_app.ui.sections.states import draw_age
from tui_app.ui.text.drawing import lines, paragraph
from tui_app.ui.widgets.row_list import RowList

D = TypeVar("D", CourtCasePage, ConnectionPage, PublicMoney)


class RowsSection(Section):
    """A tab with a text, and a list of rows below, which takes the keys."""

    opens_rows = True
    lines_per_row: ClassVar[int] = 2

    def __init__(self, answers: Answers) -> None:
        super().__init__(answers)
        self.rows = RowList(lines_per_row=self.lines_per_row, id=f"{self.tab}-rows")

    def compose(self) -> ComposeResult:
        """The text, and the rows."""
        yield self.text_pane
        yield self.rows

    @property
    def focus_target(self) -> Widget:
        """The list of rows."""
        return self.rows

    @property
    def current_key(self) -> str:
        """The key of the row under the cursor; empty without one."""
        return self.rows.current.key if self.rows.current else ""


class SectionWithRows(RowsSection, Generic[D]):
    """A tab for one operation. The rows stay until another answer has arrived."""

    needs: ClassVar[str] = ""
    """What a source needs to answer at all."""

    @property
    def value(self) -> AnyValue:
        """The answer that is shown or still loading."""
        return self.answers.value(about(self.own_operations[0], self.tax_id, self.pages.shown))

    @property
    def data(self) -> D | None:
        """The data shown, if any."""
        answer = self.value.answer
        return answer.data if answer else None

    def reset(self) -> None:
        """Clear the rows of the previous company."""
        self.rows.show(())

    def draw(self, width: int) -> Content:
        """The text about the answer, or what is missing."""
        if not self.may_ask(self.own_operations[0]):
            return paragraph(_(self.needs), width, "dim")
        value, data = self.value, self.data
        if data is None:
            return self.draw_state(value, width) or Content()
        parts = self.draw_data(data, width)
        if value.needs_refresh:
            parts.append(draw_age(value, self.session, width))
        return lines(parts)

    @abstractmethod
    def draw_data(self, data: D, width: int) -> list[Content]:
        """The paragraphs about an answer."""


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
        return text.format(page=self.pages.shown, pages=self.total_pages)
