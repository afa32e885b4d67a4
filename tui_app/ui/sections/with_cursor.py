"""Sections with a cursor: in their text, or in rows below it."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, Generic, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget

from tui_app.contract.operations import PAGE
from tui_app.contract.public_money import PublicMoney
from tui_app.contract.resources import ConnectionPage, CourtCasePage
from tui_app.system.language import _
from tui_app.ui.panes.base import Copyable
from tui_app.ui.remote.answers import Answers
from tui_app.ui.remote.questions import about
from tui_app.ui.remote.value import AnyValue
from tui_app.ui.sections.base import Section, draw_age
from tui_app.ui.text.drawing import Hotspot, PlacedHotspot, lines, paragraph, placed_hotspots
from tui_app.ui.widgets.row_list import CURSOR, RowList


class CursorSection(Section):
    """The cursor stays on its spot when the text is redrawn; it is visible with the focus."""

    def __init__(self, answers: Answers) -> None:
        super().__init__(answers)
        self._spots: tuple[PlacedHotspot, ...] = ()
        self._chosen = ""
        """The name of the spot under the cursor; empty: the first one."""
        self._drawn: tuple[int, Content] = (0, Content())

    @property
    def spot(self) -> Hotspot | None:
        """What is under the cursor."""
        current = self._current
        return current.spot if current else None

    @property
    def _current(self) -> PlacedHotspot | None:
        for each in self._spots:
            if each.spot.name == self._chosen:
                return each
        return self._spots[0] if self._spots else None

    def reset(self) -> None:
        """Go to the first spot of another company."""
        self._chosen = ""

    def copies(self) -> tuple[Copyable, ...]:
        """What is under the cursor."""
        spot = self.spot
        return (Copyable("spot", "y", spot.label, spot.text),) if spot else ()

    def draw_text(self, width: int) -> Content:
        """Draw again, and find the spots for the cursor."""
        had = bool(self._spots)
        self._drawn = width, self.draw(width)
        self._spots = placed_hotspots(self._drawn[1])
        if bool(self._spots) != had:
            self.post_message(self.Changed())  # some keys act on what is under the cursor
        return self._with_cursor()

    def _with_cursor(self) -> Content:
        content, current = self._drawn[1], self._current if self._spots else None
        self.scroller.cursor_line = current.line if current else 0
        if current is not None and self.scroller.has_focus:
            for start, end in current.ranges:
                content = content.stylize(CURSOR, start, end)
        return content

    def _draw_moved(self, width: int) -> Content:
        return self._with_cursor() if width == self._drawn[0] else self.draw_text(width)

    def _show_cursor(self) -> None:
        if self.display:
            self.text_pane.draw(self._draw_moved)

    on_descendant_focus = on_descendant_blur = _show_cursor

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the clicked spot."""
        if placed := self.spot_at(event):
            self._select(placed.spot.name)

    def spot_at(self, event: events.Click) -> PlacedHotspot | None:
        """The spot under the pointer, if there is one."""
        widget, offset = self.screen.get_widget_and_offset_at(event.screen_x, event.screen_y)
        if widget is not self.text_pane or offset is None:
            return None
        lines = self._drawn[1].plain.split("\n")
        index = sum(len(line) + 1 for line in lines[: offset.y]) + offset.x
        under = (p for p in self._spots if any(start <= index < end for start, end in p.ranges))
        return next(under, None)

    def _select(self, name: str) -> None:
        self._chosen = name
        self._show_cursor()
        self.post_message(self.Changed())

    def move_cursor(self, by: int) -> bool:
        """Move to the next spot this many lines on; if it is out of view, scroll."""
        current = self._current
        if current is None:
            return False
        if abs(by) > 1:
            slides = self.app.animation_level != "none"
            self.scroller.scroll_relative(y=by, animate=slides, immediate=True)
            self._select_nearest(current, by)
            return True
        top, height = round(self.scroller.scroll_y), self.scroller.size.height
        begin = max(current.line, top - 1) if by > 0 else min(current.line, top + height)
        beyond = [each for each in self._spots if (each.line - begin) * by > 0]
        following = min(
            (each.line for each in beyond), key=lambda at: abs(at - begin), default=None
        )
        if following is not None and top - 1 <= following <= top + height:
            self._select(self._in_line(following, current).spot.name)
        if following is None or not top <= following < top + height:
            self.scroller.scroll_relative(y=by, animate=False, immediate=True)
        return True

    def _select_nearest(self, current: PlacedHotspot, by: int) -> None:
        """After a move by a page, go to the visible spot nearest to the target line."""
        # The target scroll position: the text may still be scrolling there.
        top = round(min(self.scroller.scroll_target_y, self.scroller.max_scroll_y))
        seen = [p for p in self._spots if top <= p.line < top + self.scroller.size.height]
        if seen:
            nearest = min(seen, key=lambda each: abs(each.line - current.line - by))
            self._select(self._in_line(nearest.line, current).spot.name)

    def _in_line(self, line: int, current: PlacedHotspot) -> PlacedHotspot:
        """The spot of a line that the cursor moves to: in its column, else the last one."""
        column, there = current.spot.column, [each for each in self._spots if each.line == line]
        return next((each for each in there if each.spot.column == column), there[-1])

    def move_sideways(self, by: int) -> None:
        """Move to the spot before or after on the same line."""
        current = self._current
        if current is None:
            return
        line = [each for each in self._spots if each.line == current.line]
        index = line.index(current) + by
        if 0 <= index < len(line):
            self._select(line[index].spot.name)


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
