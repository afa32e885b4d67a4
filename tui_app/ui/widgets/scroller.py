"""The container in which a pane's text scrolls."""

from __future__ import annotations

from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.reactive import Reactive


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
