"""A list of rows with a cursor, painted line by line: only changed rows are repainted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import Reactive, reactive, var
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style as VisualStyle

from tui_app.ui.terminal.textual_private import update_scrollbars
from tui_app.ui.text.drawing import STYLES, cut, width_of


class Piece(NamedTuple):
    """Some text in one of the styles of ``drawing``."""

    text: str
    style: str = "text"
    link: str = ""
    """The validated address that it links to, in a terminal that supports links."""


class RowLine(NamedTuple):
    """One line of a row: if space is short, the left part is cut before the right part."""

    left: tuple[Piece, ...]
    right: tuple[Piece, ...] = ()


class HeadCell(NamedTuple):
    """The title of a column with the blanks up to the next one; a click on it sends ``name``."""

    text: str
    name: str = ""
    chosen: bool = False


class Row(NamedTuple):
    """One entry. Rows with the same key are the same entry before and after an update."""

    key: str
    lines: tuple[RowLine, ...]


_BLANK_EDGE: Final = " "
"""The columns on each side of a row."""

CURSOR: Final = "$block-cursor-foreground on $block-cursor-background"
_CURSOR_ELSEWHERE: Final = "$text on $block-cursor-blurred-background"
"""The style while another pane has the focus."""
_MARK_ELSEWHERE: Final = "›"
"""The left edge then: some themes have only one background colour."""
_HOVERED: Final = "on $block-hover-background"
"""Under the mouse pointer."""
_MAX_PAINTED: Final = 1_000
"""How many painted lines are cached."""


class RowList(ScrollView, can_focus=True, inherit_bindings=False):
    """Rows of equal height and a cursor. ``show`` sets the rows; messages report the cursor.

    Column titles, if there are any, are in the first line above the rows and do not scroll.
    """

    ALLOW_SELECT = False

    cursor: reactive[int] = reactive(0, repaint=False)
    has_cursor: var[bool] = var(True, init=False)
    """Whether the row under the cursor is highlighted; else a step highlights it first."""
    shows_cursor: var[bool] = var(True, init=False)
    """Whether the cursor is shown: not while nothing of it is meant by what has the keys."""
    # The list keeps its size whatever its rows are. Textual's own would lay out the screen again.
    virtual_size: Reactive[Size] = Reactive(Size(), repaint=False)

    class Moved(Message):
        """The cursor moved to another row."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class Opened(Moved):
        """The row under the cursor was opened."""

    class DoubleClicked(Moved):
        """The row was clicked twice: like Enter, that opens it, at the price of Enter."""

    class TitleChosen(Message):
        """The title of a column was clicked."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self, *, lines_per_row: int, id: str | None = None) -> None:
        super().__init__(id=id)
        self.rows: tuple[Row, ...] = ()
        self._head: tuple[HeadCell, ...] = ()
        self._height = lines_per_row
        self._top = 0
        """Lines above the rows: without any, there is nothing to give a title to."""
        self._pointer = -1
        """The row under the mouse pointer; -1: none."""
        self._painted: dict[tuple[RowLine, str, str], Strip] = {}
        self._styles: dict[tuple[str, ...], Style] = {}
        self._painted_for: tuple[VisualStyle, int] | None = None
        """The style and the width for which both caches were filled."""

    @property
    def current(self) -> Row | None:
        """The row under the cursor."""
        return self.rows[self.cursor] if self.rows else None

    def watch_has_cursor(self) -> None:
        """Highlight the row under the cursor, or no longer."""
        self._repaint_row(self.cursor)

    watch_shows_cursor = watch_has_cursor

    @property
    def cursor_row(self) -> int:
        """The line of the view with the cursor."""
        return self._top + self.cursor * self._height - round(self.scroll_y)

    def lay_out(self, lines_per_row: int, head: Sequence[HeadCell] = ()) -> None:
        """Set the number of lines per row and the column titles. Call ``show`` next."""
        before = (self._height, self._top)
        if tuple(head) != self._head:
            self._head = tuple(head)
            self.refresh(Region(0, 0, self.size.width, 1))
        self._height = lines_per_row
        self._top = 1 if self._head and self.rows else 0
        if before != (self._height, self._top):
            self._measure()
            self.refresh()

    def show(self, rows: Sequence[Row], *, keep_cursor: bool = False) -> None:
        """Show other rows; the cursor goes to the first, or stays on the row with its key."""
        old, self.rows = self.rows, tuple(rows)
        self._top = 1 if self._head and self.rows else 0
        old_cursor, cursor = self.cursor, 0
        if keep_cursor and old:
            keys = [row.key for row in self.rows]
            before = old[old_cursor].key
            cursor = keys.index(before) if before in keys else 0
        self.has_cursor |= not keep_cursor
        self.set_reactive(RowList.cursor, cursor)
        # When the list scrolls, all is repainted anyway.
        first = max(0, round(self.scroll_y) // self._height - 1)
        after = min(max(len(old), len(self.rows)), first + self.size.height // self._height + 3)
        for index in range(first, after):
            moved = old_cursor != cursor and index in (old_cursor, cursor)
            if moved or old[index : index + 1] != self.rows[index : index + 1]:
                self._repaint_row(index)
        if len(old) != len(self.rows):
            self._measure()
        if bool(old) != bool(self.rows):
            self.refresh()  # the column titles come or go
        self._scroll_to_cursor()

    def _measure(self) -> None:
        height = self._top + len(self.rows) * self._height
        self.virtual_size = Size(self.size.width, height)

    def watch_cursor(self, old: int, new: int) -> None:
        """Repaint the two rows that changed and report the move."""
        self.has_cursor = True
        self._scroll_to_cursor()
        self._repaint_row(old)
        self._repaint_row(new)
        if row := self.current:
            self.post_message(self.Moved(row.key))

    def validate_cursor(self, cursor: int) -> int:
        """Keep the cursor within the rows."""
        return max(0, min(cursor, len(self.rows) - 1))

    def move_to(self, key: str) -> bool:
        """Put the cursor on the row with this key; returns whether there is one."""
        for index, row in enumerate(self.rows):
            if row.key == key:
                self.cursor = index
                return True
        return False

    def _repaint_row(self, index: int) -> None:
        top = self._top + index * self._height - round(self.scroll_y)
        self.refresh(Region(0, top, self.size.width, self._height))

    def _scroll_to_cursor(self) -> None:
        top = self.cursor * self._height
        view = max(self._height, self.size.height - self._top)
        if top < self.scroll_y:
            self.scroll_to(y=top, animate=False, immediate=True)
        elif top + self._height > self.scroll_y + view:
            self.scroll_to(y=top + self._height - view, animate=False, immediate=True)

    def watch_virtual_size(self, size: Size) -> None:
        """Adapt the scrollbar to the number of rows."""
        if self.is_attached:
            update_scrollbars(self, size)

    def on_resize(self) -> None:
        """Adapt the rows to the width of the list."""
        self._measure()
        self._scroll_to_cursor()

    def watch_has_focus(self, has_focus: bool) -> None:
        """Redraw the cursor, which looks different without the focus."""
        super().watch_has_focus(has_focus)
        self._repaint_row(self.cursor)

    def notify_style_update(self) -> None:
        """Redraw, since the theme may have changed."""
        super().notify_style_update()
        self._painted_for = None

    def render_line(self, y: int) -> Strip:
        """One line of one row, or the column titles."""
        width = self.outer_size.width - self.scrollbar_gutter.width
        if self._painted_for != (self.visual_style, width):
            self._painted_for = (self.visual_style, width)
            self._painted.clear()
            self._styles.clear()
        if y < self._top:
            return self._paint_head(width)
        index, within = divmod(y - self._top + round(self.scroll_y), self._height)
        row = self.rows[index] if index < len(self.rows) else None
        if row is None or within >= len(row.lines):
            return Strip.blank(width, self._style())
        over, mark = self._highlight_of(index)
        key = (row.lines[within], over, mark if within == 0 else _BLANK_EDGE)
        if key not in self._painted:
            if len(self._painted) > _MAX_PAINTED:
                self._painted.clear()
            self._painted[key] = self._paint(*key, width)
        return self._painted[key]

    def _highlight_of(self, index: int) -> tuple[str, str]:
        """The style laid over a row, and its left edge."""
        has_cursor = index == self.cursor and self.has_cursor and self.shows_cursor
        if has_cursor and not self.has_focus:
            return _CURSOR_ELSEWHERE, _MARK_ELSEWHERE
        pointed = _HOVERED if index == self._pointer else ""
        return (CURSOR if has_cursor else pointed), _BLANK_EDGE

    def _paint(self, line: RowLine, over: str, edge: str, width: int) -> Strip:
        available = width - 2 * len(_BLANK_EDGE)
        right = cut(line.right, available * 2 // 3)
        gap = 1 if right else 0
        left = cut(line.left, available - width_of(right) - gap)
        filling = available - width_of(left) - width_of(right)
        pieces = [Piece(edge), *left, Piece(" " * filling), *right, Piece(_BLANK_EDGE)]
        overlay = [over] if over else []
        segments = []
        for text, name, link in pieces:
            style = self._style(STYLES[name], *overlay)
            if text:
                segments.append(Segment(text, style.update_link(link) if link else style))
        return Strip(segments, width).simplify()

    def _paint_head(self, width: int) -> Strip:
        segments = [Segment(_BLANK_EDGE, self._style())]
        for cell in self._head:
            style = self._style(STYLES["strong" if cell.chosen else "dim"])
            segments.append(Segment(cell.text, style))
        return Strip(segments).adjust_cell_length(width, self._style())

    def _style(self, *styles: str) -> Style:
        """Styles combined on top of the widget's own."""
        style = self._styles.get(styles)
        if style is None:
            parsed = map(self.app.stylesheet.parse_style, styles)
            style = self._styles[styles] = sum(parsed, start=self.visual_style).rich_style
        return style

    def row_after(self, by: int) -> Row | None:
        """The row that ``move`` leads to; ``None`` if it leads nowhere."""
        index = self.cursor + (by if self.has_cursor else 0)
        row = self.rows[max(0, min(index, len(self.rows) - 1))] if self.rows else None
        return None if self.has_cursor and row is self.current else row

    def move(self, by: int) -> None:
        """Move by rows, upwards if negative; at most to the first or last row."""
        self._go_to(self.cursor + (by if self.has_cursor else 0))

    def _go_to(self, index: int) -> None:
        """Put the cursor on a row, and report that also where it had no row before."""
        had_cursor, before = self.has_cursor, self.cursor
        self.cursor = index
        if not had_cursor and self.cursor == before:
            self.watch_cursor(before, before)

    @property
    def in_view(self) -> int:
        """The number of rows in view."""
        return max(1, (self.size.height - self._top) // self._height)

    def open(self) -> None:
        """Open the row under the cursor."""
        if row := self.current:
            self.post_message(self.Opened(row.key))

    def on_click(self, event: events.Click) -> None:
        """Move the cursor; a second click opens. A click on a title sends its name."""
        if event.y < self._top:
            if title := self._title_at(event.x):
                self.post_message(self.TitleChosen(title))
            return
        index = self.row_at(event.y)
        if index < 0:
            return
        self._go_to(index)
        if event.chain > 1:
            self.post_message(self.DoubleClicked(self.rows[index].key))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Highlight the row under the pointer."""
        self._point_at(self.row_at(event.y))

    def on_leave(self) -> None:
        """Stop highlighting: the pointer left the list."""
        self._point_at(-1)

    def _point_at(self, index: int) -> None:
        before, self._pointer = self._pointer, index
        for each in {before, index} - {-1}:
            if before != index:
                self._repaint_row(each)

    def row_at(self, y: int) -> int:
        """The row in a line of the view; -1 if there is none."""
        index = (y - self._top + round(self.scroll_y)) // self._height
        return index if self._top <= y and index < len(self.rows) else -1

    def _title_at(self, x: int) -> str:
        end = len(_BLANK_EDGE)
        for cell in self._head:
            end += cell_len(cell.text)
            if x < end:
                return cell.name
        return ""
