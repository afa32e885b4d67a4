"""Bars over the years, with a zero line and, if they fit, the values."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from tui_app.system.language import language
from tui_app.ui.charts.axes import Scale, YearAxis, fit, margin_of, years_placed
from tui_app.ui.charts.data import ChartData, YearColumns
from tui_app.ui.charts.plot import PARTS_PER_ROW, PlotArea, Role, plot_area
from tui_app.ui.charts.wording import compact, describe, heading, sentence
from tui_app.ui.terminal.capabilities import ChartStyle, Marker, is_spoken
from tui_app.ui.text.drawing import fit as fit_text

MINIMUM_WIDTH: Final = 20
"""The minimum width of a drawn chart; a narrower one is given in words."""
MINIMUM_HEIGHT: Final = 6
"""The minimum height of a drawn chart; a lower one is given in words."""

_CACHED: Final = 64
_FRAME_ROWS: Final = 3
"""Title, zero line and years."""
_ROOMY: Final = 4
"""With at most this many rows of bars, none is used for values."""


def draw(
    data: ChartData,
    width: int,
    height: int,
    style: ChartStyle,
    columns: YearColumns | None = None,
    stack: tuple[ChartData, ...] = (),
) -> Content:
    """The chart as text of at most ``width`` columns and ``height`` rows, including the title.

    ``columns`` gives the columns of the years. Without it, or if the labels of the axis do not fit,
    the chart places them itself. ``stack`` are the charts of this size that share its axis. Show it
    without wrapping. If it does not fit, or nothing is on record, the result is words.
    """
    if is_spoken():
        return Content(sentence(data))
    return _draw(data, width, height, style, columns, stack, language())


@lru_cache(maxsize=_CACHED)
def _draw(
    data: ChartData,
    width: int,
    height: int,
    style: ChartStyle,
    columns: YearColumns | None,
    stack: tuple[ChartData, ...],
    _language: str,
) -> Content:
    values = data.by_year()
    if not values or width < MINIMUM_WIDTH or height < MINIMUM_HEIGHT:
        return Content(describe(data))
    at_edge = style.marker is Marker.BLOCKS
    rows, fineness = height - _FRAME_ROWS, PARTS_PER_ROW[style.marker]
    scale = _scale(values, rows, fineness)
    ticks = scale.labels()
    axes = [_scale(known, rows, fineness).labels() for each in stack if (known := each.by_year())]
    margin = max(margin_of(labels.values()) for labels in (ticks, *axes))
    years = years_placed(data.years, width, margin, columns)
    with plot_area(years.columns, scale.rows, style) as cells:
        cells.ticks(ticks, years.margin, at_edge=at_edge)
        cells.line_across(scale.below)
        bars = _Bars(cells, scale, years, hang=scale.below - (not at_edge))
        for year in reversed(years.shown):
            if year in values:
                bars.draw(year, values[year])
        bars.write_values()
        lines = cells.lines()
    title = Content.styled(fit_text(heading(data), width), "bold")
    return Content("\n").join([title, *lines, Content.styled(years.line(), style.axis)])


def _scale(values: dict[int, int], rows: int, fineness: int) -> Scale:
    """The scale, with an extra row beyond the longest bars for their values."""
    lowest, highest = min(values.values()), max(values.values())
    above, below = int(highest >= 0), int(lowest < 0)
    if rows - above - below < _ROOMY:
        above = below = 0
    scale = fit(lowest, highest, rows - above - below, fineness)
    return scale.with_margin(above, below)


class _Bars:
    """Bars on a canvas; tracks which cells are taken. ``hang`` is the first row below zero."""

    def __init__(self, cells: PlotArea, scale: Scale, years: YearAxis, *, hang: int) -> None:
        self._cells = cells
        self._scale = scale
        self._years = years
        self._hang = hang
        self._taken: dict[int, set[int]] = {}
        self._values: list[tuple[int, int, int]] = []

    def draw(self, year: int, value: int) -> None:
        """The bar of a year; one without length marks the zero line: tiny and zero differ."""
        columns, zero = self._years.bar(year), self._scale.below
        fineness = self._cells.fineness
        length = self._scale.length(value, fineness)
        rows = -(-length // fineness)
        if not length:
            mark = "━" if value and fineness > 1 else "═"
            self._cells.cells(columns, zero, mark, Role.NEGATIVE if value < 0 else Role.SERIES)
        elif value > 0:
            self._cells.bar(columns, zero + 1, length, Role.SERIES)
            self._take(columns, range(zero + 1, zero + 1 + rows))
        else:
            self._cells.bar(columns, self._hang, -length, Role.NEGATIVE)
            self._take(columns, range(self._hang - rows + 1, self._hang + 1))
        beyond = min(self._hang - rows, zero - 1) if value < 0 else zero + rows + 1
        self._values.append((year, beyond, value))

    def write_values(self) -> None:
        """Write each value beyond the end of its bar, if the cells are free."""
        widest = max(cell_len(compact(value)) for _year, _row, value in self._values)
        digits = 3 if widest < self._years.pitch else 2
        for year, row, value in self._values:
            text = compact(value, digits)
            columns = self._years.beside_axis(self._years.middle(year, cell_len(text)))
            around = {columns.start - 1, *columns, columns.stop}
            fits = columns.stop <= self._years.columns and 0 <= row < self._scale.rows
            if fits and not around & self._taken.get(row, set()):
                self._cells.write(text, columns.start, row)
                self._take(columns, range(row, row + 1))

    def _take(self, columns: range, rows: range) -> None:
        for row in rows:
            self._taken.setdefault(row, set()).update(columns)
