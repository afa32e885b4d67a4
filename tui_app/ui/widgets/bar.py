"""The scrollbar of a pane: Textual's, put on the screen without a detour through Rich."""

from __future__ import annotations

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.strip import Strip
from textual.widget import Widget

from tui_app.ui.widgets.line_painter import LinePainter


class Bar(ScrollBar, LinePainter):
    """A vertical scrollbar. Textual's own takes longer to paint than the text beside it."""

    def __init__(self, *, thickness: int) -> None:
        super().__init__(name="vertical", thickness=thickness)
        self._segments: list[Segment] = []
        """What it shows, from the top."""
        self._painted: dict[Segment, Strip] = {}
        """Of all the lines of a bar only a handful differ."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Some lines to be painted."""
        bar = self.render()
        if not isinstance(bar, ScrollBarRender) or not isinstance(bar.style, Style):
            return Widget.render_lines(self, crop)
        self._segments = bar.render_bar(
            size=self.size.height,
            virtual_size=bar.virtual_size,
            window_size=bar.window_size,
            position=bar.position,
            thickness=bar.thickness,
            back_color=bar.style.bgcolor or Color.default(),
            bar_color=bar.style.color or Color.default(),
        ).segments
        return super().render_lines(crop)

    def forget_painted(self) -> None:
        """It looks otherwise now."""
        super().forget_painted()
        self._painted.clear()

    def paint_line(self, y: int, width: int) -> Strip:
        """A piece of the thumb or of what is above or below it."""
        segment = self._segments[y]
        if segment not in self._painted:
            self._painted[segment] = self.filtered(Strip([segment], width))
        return self._painted[segment]


class WithBar(Widget):
    """A widget that scrolls with a ``Bar``. The last of a class's bases."""

    @property
    def vertical_scrollbar(self) -> ScrollBar:
        """The bar, made when it is needed first."""
        if self._vertical_scrollbar is None:
            self._vertical_scrollbar = bar = Bar(thickness=self.scrollbar_size_vertical)
            bar.display = False
            self.app._start_widget(self, bar)
        return self._vertical_scrollbar
