"""What is to be painted: pieces of lines, cut so that none is painted twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Console, ConsoleOptions, RenderResult
from rich.control import Control
from textual.strip import Strip

Piece = tuple[int, int, Strip]
"""A column, a line, and the text from that column on."""
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


class DirtySpans:
    """The columns of each line that changed and that no widget in front has covered yet."""

    def __init__(self, spans: Iterable[tuple[int, int, int]]) -> None:
        self._lines: dict[int, list[Span]] = {}
        for y, left, right in spans:
            self._lines.setdefault(y, []).append((left, right))

    def meets(self, y: int, columns: Span) -> bool:
        """Whether something in these columns changed."""
        spans = self._lines.get(y, ())
        return any(left < columns[1] and columns[0] < right for left, right in spans)

    def take(self, y: int, columns: Span) -> list[Span]:
        """Cover these columns: returns the spans among them that changed, and forgets them."""
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


def cut(strip: Strip, x: int, y: int, spans: list[Span]) -> Iterator[Piece]:
    """The pieces of a line that starts at a column, one for each span."""
    for start, end in spans:
        whole = start == x and end == x + strip.cell_length
        yield start, y, strip if whole else strip.crop(start - x, end - x)
