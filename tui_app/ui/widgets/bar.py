"""The scrollbar of a pane: Textual's, put on the screen without a detour through Rich."""

from __future__ import annotations

from rich.color import Color
from rich.style import Style
from textual.geometry import Region
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.strip import Strip
from textual.widget import Widget


class Bar(ScrollBar):
    """A vertical scrollbar. Textual's own takes longer to paint than the text beside it."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Some lines to be painted; only a handful differ."""
        bar = self.render()
        if not isinstance(bar, ScrollBarRender) or not isinstance(bar.style, Style):
            return super().render_lines(crop)
        segments = bar.render_bar(
            size=self.size.height,
            virtual_size=bar.virtual_size,
            window_size=bar.window_size,
            position=bar.position,
            thickness=bar.thickness,
            back_color=bar.style.bgcolor or Color.default(),
            bar_color=bar.style.color or Color.default(),
        ).segments
        filters, ground = self.get_line_filters(), self.background_colors[1]
        painted: dict[int, Strip] = {}
        for segment in segments:
            if id(segment) not in painted:
                strip = Strip([segment], self.thickness)
                for line_filter in filters:
                    strip = strip.apply_filter(line_filter, ground)
                painted[id(segment)] = strip
        return [painted[id(segments[y])] for y in crop.line_range]


class WithBar(Widget):
    """A widget that scrolls with a ``Bar``. The last of a class's bases."""

    @property
    def vertical_scrollbar(self) -> ScrollBar:
        """The bar, made when it is needed first."""
        if self._vertical_scrollbar is None:
            self._vertical_scrollbar = bar = Bar(
                name="vertical", thickness=self.scrollbar_size_vertical
            )
            bar.display = False
            self.app._start_widget(self, bar)
        return self._vertical_scrollbar
