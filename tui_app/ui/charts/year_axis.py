"""The columns of a chart's years."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from rich.cells import cell_len

from tui_app.ui.charts.data import YearColumns

_AXIS: Final = 2
"""Columns between a tick's label and the canvas: a blank and the axis."""
_WIDEST_YEAR: Final = 12
_YEAR_LABEL: Final = 4
# Columns kept free after the last year, for a label that is wider than its bar.
_RIGHT_MARGIN: Final = 3


class YearAxis(Struct, frozen=True):
    """The years shown and their columns, counted from the axis.

    ``columns`` is the total width, including columns after the last year; ``lead`` are the columns
    before the first one.
    """

    margin: int
    pitch: int
    shown: range
    columns: int
    lead: int = 0

    def bar(self, year: int) -> range:
        """The columns of a year's bar, the last ones of its pitch."""
        end = self.lead + (year - self.shown.start + 1) * self.pitch
        return range(end - _thickness(self.pitch), end)

    def middle(self, year: int, width: int) -> range:
        """``width`` columns centred on a year's bar, which may be narrower."""
        bar = self.bar(year)
        start = bar.start - (width - len(bar)) // 2
        return range(start, start + width)

    def beside_axis(self, columns: range) -> range:
        """The same number of columns, starting one blank after the axis."""
        start = max(columns.start, 1)
        return range(start, start + len(columns))

    def line(self) -> str:
        """The labels of the years that fit, always including the latest."""
        every = -(-(_YEAR_LABEL + 1) // self.pitch)
        text = ""
        for year in self.shown[(len(self.shown) - 1) % every :: every]:
            start = self.margin + self.middle(year, _YEAR_LABEL).start
            text = f"{text:{start}}{year}"
        return text


def margin_of(labels: Iterable[str]) -> int:
    """The columns that tick labels and axis take."""
    return max(map(cell_len, labels), default=0) + _AXIS


def years_placed(
    years: range,
    width: int,
    margin: int,
    columns: YearColumns | None = None,
    widest: int = _WIDEST_YEAR,
) -> YearAxis:
    """Columns for each of the years; if not all fit, for the latest ones.

    At least one year is shown, in its own column, however little room there is. The axis is in the
    last column of ``margin``, wherever the years begin; ``columns`` applies if it leaves that room.
    """
    lead, pitch, fitting = 0, 0, max(1, width - margin - _RIGHT_MARGIN)
    if columns and columns.margin >= margin and 0 < columns.pitch <= width - columns.margin:
        lead, pitch = columns.margin - margin, columns.pitch
        fitting = (width - columns.margin) // pitch
    shown = years[-fitting:]
    if not pitch:
        pitch = min(fitting // len(shown), widest)
    total = min(lead + len(shown) * pitch + _RIGHT_MARGIN, width - margin)
    return YearAxis(margin, pitch, shown, total, lead)


def _thickness(pitch: int) -> int:
    """The width of a bar for ``pitch`` columns per year; the rest separates the bars."""
    return pitch - (0 if pitch == 1 else 1 if pitch < 5 else 2 if pitch < 9 else pitch // 3)
