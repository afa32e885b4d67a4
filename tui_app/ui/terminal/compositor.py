"""What of the widgets is seen, rendered front to back: nothing that is covered, no line twice.

Textual's own compositor renders every widget inside the box around all that changed, the
containers behind them too, and cuts each line wherever any widget begins or ends. An echoed
letter changes the first line and the last one, so that box is the whole screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.control import Control
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

Piece = tuple[int, int, Strip]
"""A column, a line, and what stands there from that column on."""
Span = tuple[int, int]
"""The columns of a line from the first up to the second."""


class Frame:
    """What is to be painted, in pieces that do not overlap."""

    def __init__(self, pieces: list[Piece]) -> None:
        self.pieces = pieces

    def __rich_console__(self, _console: Console, _options: ConsoleOptions) -> RenderResult:
        """The frame as it is written where no canvas keeps track of the terminal."""
        for x, y, strip in self.pieces:
            yield Control.move_to(x, y)
            yield from strip


class FrontCompositor(Compositor):
    """Textual's layout with another way of rendering what changed."""

    def render_update(
        self,
        full: bool = False,
        screen_stack: list[Screen[object]] | None = None,
        simplify: bool = False,
    ) -> RenderableType | None:
        """A ``Frame`` of what changed, or ``None``; all of the screen for a picture of it."""
        if full:
            return super().render_update(full, screen_stack, simplify)
        visible_screen_stack.set(screen_stack or [])
        screen = self.size.region
        spans = self._regions_to_spans([screen.intersection(each) for each in self._dirty_regions])
        self._dirty_regions.clear()
        pieces = list(self._pieces(DirtySpans(spans)))
        return Frame(pieces) if pieces else None

    def _pieces(self, bare: DirtySpans) -> Iterator[Piece]:
        for widget, (region, clip) in self.visible_widgets.items():
            place = region.intersection(clip)
            across = place.column_span
            lines = [y for y in place.line_range if bare.meets(y, across)]
            if not lines:
                continue
            top, height = lines[0], lines[-1] + 1 - lines[0]
            offset = (place.x - region.x, top - region.y)
            strips = widget.render_lines(Region(*offset, place.width, height))
            for y in lines:
                yield from _cut(strips[y - top], place.x, y, bare.take(y, across))


class DirtySpans:
    """What of each line changed and is not covered by a widget in front yet."""

    def __init__(self, spans: Iterable[tuple[int, int, int]]) -> None:
        self._lines: dict[int, list[Span]] = {}
        for y, left, right in spans:
            self._lines.setdefault(y, []).append((left, right))

    def meets(self, y: int, across: Span) -> bool:
        """Whether something is bare in these columns."""
        spans = self._lines.get(y, ())
        return any(left < across[1] and across[0] < right for left, right in spans)

    def take(self, y: int, across: Span) -> list[Span]:
        """Cover these columns: what of them was bare, which it then is not."""
        taken, rest = [], []
        for left, right in self._lines.pop(y, ()):
            start, end = max(left, across[0]), min(right, across[1])
            if start >= end:
                rest.append((left, right))
                continue
            taken.append((start, end))
            rest += [span for span in ((left, start), (end, right)) if span[0] < span[1]]
        if rest:
            self._lines[y] = rest
        return taken


def _cut(strip: Strip, x: int, y: int, spans: list[Span]) -> Iterator[Piece]:
    for start, end in spans:
        whole = start == x and end == x + strip.cell_length
        yield start, y, strip if whole else strip.crop(start - x, end - x)
