"""Renders only what changed, front to back: nothing hidden, no cell twice.

Textual's compositor renders every widget inside the bounding box of all changes. An echoed
letter changes the first line and the last one, so that box is the whole screen. Bars: bytes and
time of a letter, of a cursor move and of a focus change.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from textual.geometry import Region
from textual.screen import Screen

from tui_app.ui.terminal.frame import DirtySpans, Frame, PlacedStrip, cut
from tui_app.ui.terminal.textual_private import DirtyCompositor


class FrontCompositor(DirtyCompositor):
    """Textual's layout with its own way of rendering changes."""

    def render_update(
        self,
        full: bool = False,
        screen_stack: list[Screen[object]] | None = None,
        simplify: bool = False,
    ) -> RenderableType | None:
        """A ``Frame`` of the changes, or ``None``; ``full``: all of it, for a screenshot."""
        if full:
            return super().render_update(full, screen_stack, simplify)
        pieces = list(self._pieces(DirtySpans(self.take_dirty(screen_stack or []))))
        return Frame(pieces) if pieces else None

    def _pieces(self, dirty: DirtySpans) -> Iterator[PlacedStrip]:
        for widget, (region, clip) in self.visible_widgets.items():
            seen = region.intersection(clip)
            columns = seen.column_span
            lines = [y for y in seen.line_range if dirty.meets(y, columns)]
            if not lines:
                continue
            top, height = lines[0], lines[-1] + 1 - lines[0]
            offset = (seen.x - region.x, top - region.y)
            strips = widget.render_lines(Region(*offset, seen.width, height))
            for y in lines:
                yield from cut(strips[y - top], seen.x, y, dirty.take(y, columns))
