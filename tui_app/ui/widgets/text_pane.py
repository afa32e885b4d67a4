"""A sheet of text drawn for the width it has: it is drawn again when that changes."""

from __future__ import annotations

from collections.abc import Callable

from textual.content import Content
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.selection import Selection
from textual.strip import Strip
from textual.widget import Widget

from tui_app.ui.widgets.line_painter import LinePainter

Draw = Callable[[int], Content]
"""Draws the sheet for a width in cells."""


class TextPane(LinePainter):
    """Text of its own height. Only ``Content`` is shown: no markup is ever read from a value."""

    DEFAULT_CSS = "TextPane { height: auto; }"
    # Nothing scrolls inside it. Textual's own lays out once more for each height it was given.
    virtual_size: Reactive[Size] = Reactive(Size(), repaint=False)

    def __init__(
        self, draw: Draw | None = None, *, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._draw: Draw = draw or _nothing
        self._drawn: tuple[int, Content] | None = None
        self._laid_out = -1
        """The room it has since the last layout; it may have been drawn anew since."""
        self._split: tuple[Content, list[Content]] = (Content(), [])
        self._painted: dict[int, Strip] = {}
        self._is_selected = False
        """Whether some of its text is: then Textual draws it, and marks that."""

    def selection_updated(self, selection: Selection | None) -> None:
        """The mouse selected some text, or another."""
        self._is_selected = selection is not None
        super().selection_updated(selection)

    def draw(self, draw: Draw) -> None:
        """Show something else; lays out again only where the height changes."""
        width, before = self._drawn or (0, Content())
        self._draw = draw
        self._drawn = None
        after = self._content(width) if width else Content()
        rooms = {self._room_for(before), self._room_for(after), self._laid_out}
        grown = not width or len(rooms) > 1
        if grown or not after.is_same(before):
            if grown and self._layout_required:
                # Asked for before and not served yet, and yet the layout may have run meanwhile:
                # Textual would take the height it found then.
                self._layout_updates += 1
            self.refresh(layout=grown)

    def _content(self, width: int) -> Content:
        if self._drawn is None or self._drawn[0] != width:
            self._drawn = (width, self._draw(width))
        return self._drawn[1]

    def render(self) -> Content:
        """The sheet at its present width."""
        width = self.content_size.width or self.size.width
        # Without room there is nothing to draw yet: drawn now, it would be drawn for no room.
        return self._content(width) if width else Content()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Some lines to be painted; text that is marked, or too wide, as Textual does it."""
        width, content = self.content_size.width, self.render()
        if self._is_selected or any(line.cell_length > width for line in self._lines(content)):
            return Widget.render_lines(self, crop)
        return super().render_lines(crop)

    def _lines(self, content: Content) -> list[Content]:
        if self._split[0] is not content:
            self._split = (content, content.split(allow_blank=True))
            self._painted.clear()
        return self._split[1]

    def forget_painted(self) -> None:
        """It looks otherwise now."""
        super().forget_painted()
        self._painted.clear()

    def paint_line(self, y: int, width: int) -> Strip:
        """A line of the text, or of the room below it."""
        if y not in self._painted:
            lines = self._split[1]
            line = lines[y] if y < len(lines) else Content()
            self._painted[y] = self.strip(line, width, self.styles.padding.left)
        return self._painted[y]

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as there is room."""
        return container.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One more than the line breaks it draws."""
        content = self._content(width)
        self._laid_out = self._room_for(content)
        return _height(content)

    def _room_for(self, content: Content) -> int:
        """The lines that the layout gives to a text, where they follow it."""
        styles = self.styles
        if styles.height is not None and not styles.height.is_auto:
            return self._laid_out
        least, most = styles.min_height, styles.max_height
        height = max(_height(content), (least and least.cells) or 0)
        return min(height, (most and most.cells) or height)


def _height(content: Content) -> int:
    return content.plain.count("\n") + 1 if content.plain else 0


def _nothing(width: int) -> Content:
    return Content()
