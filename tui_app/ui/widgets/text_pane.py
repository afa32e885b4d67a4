"""Text drawn for the current width, and redrawn when the width changes; what it scrolls in."""

from __future__ import annotations

from collections.abc import Callable

from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widget import Widget

from tui_app.ui.terminal.textual_private import request_layout
from tui_app.ui.text.drawing import paragraph

Draw = Callable[[int], Content]
"""Draws the text for a width in cells."""


class TextPane(Widget):
    """Text with its own height. Only ``Content`` is shown: no markup is ever read from a value."""

    # A text is drawn for its width: Textual need not wrap it again, nor look for links in it.
    DEFAULT_CSS = "TextPane { height: auto; text-wrap: nowrap; text-overflow: clip; }"
    auto_links: Reactive[bool] = Reactive(False)
    # Nothing scrolls inside it. Textual's own would lay out once more for each new height.
    virtual_size: Reactive[Size] = Reactive(Size(), repaint=False)

    def __init__(
        self, draw: Draw | None = None, *, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._draw: Draw = draw or (lambda _width: Content())
        self._drawn: tuple[int, Content] | None = None
        self._misfit: Content | None = None
        """The text whose height did not match the layout; reported once."""

    def draw(self, draw: Draw) -> None:
        """Show another text; lays out again only if the height changes."""
        width, before = self._drawn or (0, Content())
        self._draw = draw
        self._drawn = None
        if not width:
            return  # its first layout draws it
        after = self._content(width)
        if _height(before) != _height(after):
            request_layout(self)
        elif not after.is_same(before):
            self.refresh()

    def refresh_text(self) -> None:
        """Draw the text again: what it tells has changed."""
        self.draw(self._draw)

    def say(self, text: str, style: str = "text") -> None:
        """Show a sentence, broken at blanks; an empty text takes no line."""
        self.draw(lambda width: paragraph(text, width, style))

    def _content(self, width: int) -> Content:
        if self._drawn is None or self._drawn[0] != width:
            self._drawn = (width, self._draw(width))
        return self._drawn[1]

    def render(self) -> Content:
        """The text at the current width."""
        width = self.content_size.width or self.size.width
        # A text drawn before the layout would be drawn for a width of zero.
        if not width:
            return Content()
        content = self._content(width)
        if _height(content) != self.size.height and content is not self._misfit:
            # It was laid out for another text, and the drawing may depend on its size.
            self._misfit = content
            self.call_later(request_layout, self)
        return content

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The full width."""
        return container.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The number of lines it draws."""
        return _height(self._content(width))


def _height(content: Content) -> int:
    return content.plain.count("\n") + 1 if content.plain else 0


class Scroller(VerticalScroll, can_focus=True):
    """Looks the same with and without the focus.

    ``cursor_line`` is the line of its text with a cursor, for screen readers.
    """

    BLANK = True
    # Its size does not depend on the text. Textual's own would lay out once more.
    virtual_size: Reactive[Size] = Reactive(Size(), repaint=False)
    # The scrollbar always keeps its column. Textual's own would repaint the whole text.
    show_vertical_scrollbar: Reactive[bool] = Reactive(False, layout=True, repaint=False)
    cursor_line = 0

    @property
    def cursor_row(self) -> int:
        """The line of the view with the cursor."""
        return self.cursor_line - round(self.scroll_y)
