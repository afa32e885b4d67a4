"""The only module that knows plotext: cells in, lines of styled text out.

plotext gets whole cells and fixed parts of cells, so that it never rounds. It gets
one colour number per role, and its output is converted into Textual styles: no chart brings
its own palette or background into a theme.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import IntEnum
from threading import Lock
from typing import Any, Final

from textual.content import Content

from tui_app.ui.terminal.capabilities import ChartStyle, Marker

# plotext has one global figure, shared by the whole program.
_IN_USE: Final = Lock()


class Role(IntEnum):
    """The meaning of a cell: plotext writes this colour number, and it is read back."""

    SERIES = 1
    NEGATIVE = 2
    AXIS = 3
    TEXT = 4
    NEGATIVE_END = 5
    """The end of a bar below zero: drawn reversed, since no block hangs from the top of a cell."""
    LINE = 6
    """The first of several lines; the others get the following numbers."""


PARTS_PER_ROW: Final = {Marker.BLOCKS: 8, Marker.HALVES: 2, Marker.BRAILLE: 4, Marker.ASCII: 1}
"""How many parts a row is split into at the ends of bars."""

_EIGHTHS: Final = " ▁▂▃▄▅▆▇█"
_UPPER_EDGE: Final = "▔"
# The parts of a cell that plotext's own markers have; it does not know eighths.
_DOWN: Final = {Marker.BLOCKS: 1, Marker.HALVES: 2, Marker.BRAILLE: 4, Marker.ASCII: 1}
_ACROSS: Final = {Marker.BLOCKS: 1, Marker.HALVES: 2, Marker.BRAILLE: 2, Marker.ASCII: 1}
_NAMES: Final = {Marker.HALVES: "hd", Marker.BRAILLE: "braille", Marker.ASCII: "#"}
_COLOURED: Final = re.compile(r"\x1b\[([0-9;]*)m")
_FOREGROUND: Final = re.compile(r"38;5;([0-9]+)")
_ASCII_FRAME: Final = str.maketrans("│┤─═·−", "|+-=.-")
# plotext is slow for every part of a cell, so it draws only the left half of each cell of a bar.
_LEFT_DOTS: Final = (0x01, 0x02, 0x04, 0x40)
_RIGHT_DOTS: Final = (0x08, 0x10, 0x20, 0x80)
_FULL: Final = {
    Marker.BRAILLE: {
        0x2800 + dots: 0x2800
        + dots
        + sum(right for left, right in zip(_LEFT_DOTS, _RIGHT_DOTS, strict=True) if dots & left)
        for dots in range(sum(_LEFT_DOTS) + 1)
    },
    Marker.HALVES: str.maketrans("▌▘▖", "█▀▄"),
    Marker.BLOCKS: {},
    Marker.ASCII: {},
}


class PlotArea:
    """Cells beside an axis; the lowest row and the first column after the axis are 0."""

    # Any: plotext has no types.
    def __init__(self, plotext: Any, columns: int, rows: int, style: ChartStyle) -> None:
        self._plotext = plotext
        self._style = style
        self._across, self._down = _ACROSS[style.marker], _DOWN[style.marker]
        self.fineness = PARTS_PER_ROW[style.marker]
        plotext.clear_figure()
        plotext.limit_size(False, False)
        plotext.theme("clear")
        plotext.ticks_color(Role.AXIS.value)
        plotext.xaxes(False, False)
        plotext.yaxes(True, False)
        plotext.xticks([])
        plotext.xlim(0, columns * self._across - 1)
        plotext.ylim(0, rows * self._down - 1)
        self._size = columns, rows
        self._at_edge = False

    def ticks(self, labels: Mapping[int, str], margin: int, *, at_edge: bool = False) -> None:
        """Draw labels by row, right-aligned before the axis, the last column of the margin.

        A tick is in the middle of its row; with ``at_edge``, at the row's upper edge.
        """
        self._at_edge = at_edge
        mark = _UPPER_EDGE if at_edge else " "
        names = [f"{label}{mark}".rjust(margin - 1) for label in labels.values()]
        self._plotext.yticks([self._y(row) for row in labels], names)
        self._plotext.plot_size(margin + self._size[0], self._size[1])

    def line_across(self, row: int) -> None:
        """Draw a line across the whole width at a row's tick. Later drawing covers it."""
        line = _UPPER_EDGE if self._at_edge else "─"
        self.cells(range(self._size[0]), row, line, Role.AXIS)

    def bar(self, columns: range, start: int, length: int, role: Role) -> None:
        """Draw a bar of ``length`` parts of a row, up from ``start``, or down if negative."""
        if self._style.marker is Marker.BLOCKS:
            self._bar_of_eighths(columns, start, length, role)
            return
        across, down = self._across, self._down
        base = start * down if length > 0 else (start + 1) * down
        end = base + length - 1 if length > 0 else base + length
        self._plotext.scatter(
            [column * across for column in columns],
            [end] * len(columns),
            marker=_NAMES[self._style.marker],
            color=role.value,
            fillx=base,
        )

    def _bar_of_eighths(self, columns: range, start: int, length: int, role: Role) -> None:
        whole, part = divmod(abs(length), self.fineness)
        up = 1 if length > 0 else -1
        for row in range(whole):
            self.cells(columns, start + up * row, _EIGHTHS[-1], role)
        if part and length > 0:
            self.cells(columns, start + whole, _EIGHTHS[part], role)
        elif part:
            rest = _EIGHTHS[self.fineness - part]
            self.cells(columns, start - whole, rest, Role.NEGATIVE_END)

    def cells(self, columns: Sequence[int], row: int, character: str, role: int) -> None:
        """Draw the same character in some cells of a row."""
        self._plotext.scatter(
            [self._x(column) for column in columns],
            [self._y(row)] * len(columns),
            marker=character,
            color=int(role),
        )

    def path(self, cells: Sequence[tuple[int, int]], role: int) -> None:
        """Draw a dotted line from cell to cell."""
        marker = "braille" if self._style.marker is Marker.BRAILLE else "·"
        self._plotext.plot(
            [self._x(column) for column, _row in cells],
            [self._y(row) for _column, row in cells],
            marker=marker,
            color=int(role),
        )

    def write(self, text: str, column: int, row: int) -> None:
        """Write a text starting in a cell, over whatever is there."""
        self._plotext.text(
            text, self._x(column), self._y(row), color=Role.TEXT.value, alignment="left"
        )

    def lines(self) -> list[Content]:
        """The canvas with its axis and ticks, the top line first."""
        return [self._coloured(line) for line in str(self._plotext.build()).splitlines()]

    def _x(self, column: int) -> float:
        return column * self._across + (self._across - 1) / 2

    def _y(self, row: int) -> float:
        return row * self._down + (self._down - 1) / 2

    def _coloured(self, text: str) -> Content:
        style = self._style
        colours = {
            Role.SERIES: style.series,
            Role.NEGATIVE: style.negative,
            Role.NEGATIVE_END: f"{style.negative} reverse".strip(),
            Role.AXIS: style.axis,
            **{Role.LINE + index: colour for index, colour in enumerate(style.lines)},
        }
        plain, *rest = _COLOURED.split(text)
        parts = [Content(plain)]
        for code, piece in zip(rest[::2], rest[1::2], strict=True):
            found = _FOREGROUND.search(code)
            role = int(found[1]) if found else 0
            shown = piece
            if role in (Role.SERIES, Role.NEGATIVE):
                shown = piece.translate(_FULL[style.marker])
            if self._at_edge:
                shown = shown.replace("┤", "│")
            if style.marker is Marker.ASCII:
                shown = shown.translate(_ASCII_FRAME)
            parts.append(Content.styled(shown, colours.get(role, "")))
        return Content("").join(parts).rstrip()


@contextmanager
def plot_area(columns: int, rows: int, style: ChartStyle) -> Iterator[PlotArea]:
    """An empty canvas, with exclusive use of plotext while it is drawn. Imports plotext."""
    import plotext

    with _IN_USE:
        yield PlotArea(plotext, columns, rows, style)
