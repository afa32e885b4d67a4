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

    _painted_for: tuple[str, VisualStyle, int] | None = None
    """The theme, the style and the width of the painted lines."""
    _background = Color(0, 0, 0)

    def paint_line(self, y: int, width: int) -> Strip:
        """One line, ``width`` cells wide without the scrollbar. Blank unless overridden."""
        return self.filtered(Strip.blank(width, self.combined_style()))

    def drop_painted(self) -> None:
        """Drop all painted lines: their look changed."""
        self._combined_styles.clear()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Some lines to be painted."""
        width = self.outer_size.width - self.scrollbar_gutter.width
        painted_for = (self.app.theme, self.visual_style, width)
        if painted_for != self._painted_for:
            self._painted_for = painted_for
            self._background = self.background_colors[1]
            self.drop_painted()
        lines = [self.paint_line(y, width) for y in crop.line_range]
        if crop.column_span == (0, width):
            return lines
        return [line.crop_extend(crop.x, crop.right, self.combined_style()) for line in lines]

    def filtered(self, strip: Strip) -> Strip:
        """A line after the app's filters: in the characters and colours that the terminal has."""
        for line_filter in self.get_line_filters():
            strip = strip.apply_filter(line_filter, self._background)
        return strip

    def combined_style(self, *styles: str) -> Style:
        """Styles combined on top of the widget's own."""
        style = self._combined_styles.get(styles)
        if style is None:
            parsed = map(self.app.stylesheet.parse_style, styles)
            over = sum(parsed, start=self.visual_style)
            style = self._combined_styles[styles] = over.rich_style
        return style

    @cached_property
    def _combined_styles(self) -> dict[tuple[str, ...], Style]:
        return {}
