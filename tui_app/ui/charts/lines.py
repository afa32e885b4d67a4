"""Charts of one measure for several companies over the years, a line each.

Each line has its own mark at every year, so that colour is never needed.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from tui_app.system.language import _, language
from tui_app.ui.charts.axes import LogScale, Scale, YearAxis, fit, fit_log, margin_of, years_placed
from tui_app.ui.charts.bars import MINIMUM_HEIGHT, MINIMUM_WIDTH
from tui_app.ui.charts.data import LinesData
from tui_app.ui.charts.plot import PlotArea, Role, plot_area
from tui_app.ui.charts.wording import compact, describe_series, heading
from tui_app.ui.terminal.capabilities import ChartStyle, Marker, is_spoken
from tui_app.ui.text.drawing import fit as fit_text
from tui_app.ui.text.drawing import flow

MARKS: Final = "●▲■◆○"
"""The marks of the lines in order, if the terminal has these characters."""
_ASCII_MARKS: Final = "ox#*@"
_CACHED: Final = 16
_WIDEST_YEAR: Final = 16
_NAME: Final = 24
_BETWEEN: Final = 3


def draw_lines(data: LinesData, width: int, height: int, style: ChartStyle) -> Content:
    """The chart as text of at most ``width`` columns and ``height`` rows.

    Title, one legend of marks and names, the canvas, the years. Show it without wrapping. If it
    does not fit, or nothing is on record, it is words. Raises ``ValueError`` for more series than
    there are marks.
    """
    if len(data.series) > len(MARKS):
        raise ValueError(len(data.series))
    if is_spoken():
        return Content("\n".join(describe_series(data)))
    return _draw(data, width, height, style, language())


@lru_cache(maxsize=_CACHED)
def _draw(data: LinesData, width: int, height: int, style: ChartStyle, _language: str) -> Content:
    known = [
        {y: v for y, v in series.by_year().items() if v > 0 or not data.is_logarithmic}
        for series in data.series
    ]
    values = [value for line in known for value in line.values()]
    legend = _legend(data, width, style)
    rows = height - len(legend) - 3
    if not values or width < MINIMUM_WIDTH or height < MINIMUM_HEIGHT or rows < 2:
        return Content("\n".join(describe_series(data)))
    fitting = fit_log if data.is_logarithmic else fit
    scale = fitting(min(values), max(values), rows)
    ticks = scale.labels()
    years = years_placed(data.years, width, margin_of(ticks.values()), widest=_WIDEST_YEAR)
    with plot_area(years.columns, scale.rows, style) as cells:
        cells.ticks(ticks, years.margin)
        cells.line_across(scale.below)
        lines = [_cells_of(line, scale, years) for line in known]
        for index, line in enumerate(lines):
            _connect(cells, line, Role.LINE + index)
        taken = _mark(cells, lines, _marks(style))
        for line, values_of in zip(lines, known, strict=True):
            _label(cells, line, values_of, taken, years.columns)
        drawn = cells.lines()
    title = Content.styled(fit_text(heading(data), width), "bold")
    return Content("\n").join([title, *legend, *drawn, Content.styled(years.line(), style.axis)])


def _marks(style: ChartStyle) -> str:
    return _ASCII_MARKS if style.marker is Marker.ASCII else MARKS


def _legend(data: LinesData, width: int, style: ChartStyle) -> list[Content]:
    """Marks and names, as many per row as fit; long names are cut where not all fit in one."""
    entries: list[Content] = []
    whole = sum(cell_len(each.name) + _BETWEEN + 2 for each in data.series) <= width
    longest = width - 2 if whole else min(_NAME, width - 2)
    for index, (series, mark) in enumerate(zip(data.series, _marks(style), strict=False)):
        colour = style.lines[index] if index < len(style.lines) else ""
        name = fit_text(series.name, longest)
        if not series.by_year():
            name = _("{name} (no figures by year)").format(name=name)
        entries.append(Content.styled(mark, colour) + Content(f" {fit_text(name, width - 2)}"))
    return flow(entries, width, _BETWEEN)


def _cells_of(
    line: dict[int, int], scale: Scale | LogScale, years: YearAxis
) -> dict[int, tuple[int, int]]:
    """The cell of each year that is shown."""
    return {
        year: (years.middle(year, 1).start, scale.below + scale.row(line[year]))
        for year in years.shown
        if year in line
    }


def _connect(cells: PlotArea, line: dict[int, tuple[int, int]], role: int) -> None:
    """Lines between consecutive years; a gap stays a gap."""
    for before, after in pairwise(line):
        if after == before + 1:
            cells.path([line[before], line[after]], role)


def _label(
    cells: PlotArea,
    line: dict[int, tuple[int, int]],
    values: dict[int, int],
    taken: set[tuple[int, int]],
    columns: int,
) -> None:
    """Write each value beside its mark, the latest first, where the cells are free."""
    for year, (column, row) in reversed(line.items()):
        text = compact(values[year])
        for start in (column + 2, column - 1 - cell_len(text)):
            around = {(cell, row) for cell in range(start - 1, start + cell_len(text) + 1)}
            is_inside = start >= 1 and start + cell_len(text) <= columns
            if is_inside and not (around - {(column + 1, row), (column - 1, row)}) & taken:
                cells.write(text, start, row)
                taken |= around
                break


def _mark(
    cells: PlotArea, lines: list[dict[int, tuple[int, int]]], marks: str
) -> set[tuple[int, int]]:
    """Put a mark at each year; marks that would overlap are side by side. The cells taken.

    If years are too close for that, a later mark covers an earlier one.
    """
    taken: set[tuple[int, int]] = set()
    for index, (line, mark) in enumerate(zip(lines, marks, strict=False)):
        for column, row in line.values():
            free = next(
                (column + off for off in (0, 1, -1, 2, -2) if (column + off, row) not in taken),
                column,
            )
            taken.add((free, row))
            cells.cells([free], row, mark, Role.LINE + index)
    return taken
