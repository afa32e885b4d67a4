"""A widget that paints its own lines. Without a border, Textual's own way costs needless work."""

from __future__ import annotations

from functools import cached_property

from rich.style import Style
from textual.color import Color
from textual.geometry import Region
from textual.strip import Strip
from textual.style import Style as VisualStyle
from textual.widget import Widget


class LinePainter(Widget):
    """Has no border and no padding above its text. Must be the last of a class's bases."""

    _ground: tuple[str, VisualStyle, int] | None = None
    """The theme, the style and the width of the painted lines."""
    _background = Color(0, 0, 0)

    def paint_line(self, y: int, width: int) -> Strip:
        """One line, ``width`` cells wide without the scrollbar. Blank unless overridden."""
        return self.filtered(Strip.blank(width, self.look()))

    def forget_painted(self) -> None:
        """Drop all painted lines: their look changed."""
        self._looks.clear()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Some lines to be painted."""
        width = self.outer_size.width - self.scrollbar_gutter.width
        ground = (self.app.theme, self.visual_style, width)
        if ground != self._ground:
            self._ground = ground
            self._background = self.background_colors[1]
            self.forget_painted()
        lines = [self.paint_line(y, width) for y in crop.line_range]
        if crop.column_span == (0, width):
            return lines
        return [line.crop_extend(crop.x, crop.right, self.look()) for line in lines]

    def filtered(self, strip: Strip) -> Strip:
        """A line after the app's filters: in the characters and colours that the terminal has."""
        for line_filter in self.get_line_filters():
            strip = strip.apply_filter(line_filter, self._background)
        return strip

    def look(self, *styles: str) -> Style:
        """Styles combined on top of the widget's own."""
        known = self._looks.get(styles)
        if known is None:
            parsed = map(self.app.stylesheet.parse_style, styles)
            over = sum(parsed, start=self.visual_style)
            known = self._looks[styles] = over.rich_style
        return known

    @cached_property
    def _looks(self) -> dict[tuple[str, ...], Style]:
        return {}
