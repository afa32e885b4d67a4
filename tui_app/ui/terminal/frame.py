"""A frame to paint: parts of lines, cut so that no cell is painted twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Console, ConsoleOptions, RenderResult
from rich.control import Control
from textual.strip import Strip

PlacedStrip = tuple[int, int, Strip]
"""A column, a line, and the text from that column on."""
Span = tuple[int, int]
"""Columns of a line, from the first up to but not including the second."""


class Frame:
    """The changed parts of the screen, which do not overlap."""

    def __init__(self, pieces: list[PlacedStrip]) -> None:
        self.pieces = pieces

    def __rich_console__(self, _console: Console, _options: ConsoleOptions) -> RenderResult:
        """The frame as text, where no canvas tracks the terminal."""
        for x, y, strip in self.pieces:
            yield Control.move_to(x, y)
            yield from strip


class DirtySpans:
    """The changed columns of each line that no widget in front has covered yet."""

    def __init__(self, spans: Iterable[tuple[int, int, int]]) -> None:
        self._lines: dict[int, list[Span]] = {}
        for y, left, right in spans:
            self._lines.setdefault(y, []).append((left, right))

    def meets(self, y: int, columns: Span) -> bool:
        """Whether any of these columns changed."""
        spans = self._lines.get(y, ())
        return any(left < columns[1] and columns[0] < right for left, right in spans)

    def take(self, y: int, columns: Span) -> list[Span]:
        """Cover these columns: returns the changed spans among them and removes them."""
        taken, rest = [], []
        for left, right in self._lines.pop(y, ()):
            start, end = max(left, columns[0]), min(right, columns[1])
            if start >= end:
                rest.append((left, right))
                continue
            taken.append((start, end))
            rest += [span for span in ((left, start), (end, right)) if span[0] < span[1]]
        if rest:
            self._lines[y] = rest
        return taken


def cut(strip: Strip, x: int, y: int, spans: list[Span]) -> Iterator[PlacedStrip]:
    """The parts of a line that lie in the spans; the line starts at column ``x``."""
    for start, end in spans:
        whole = start == x and end == x + strip.cell_length
        yield start, y, strip if whole else strip.crop(start - x, end - x)
