"""Every chart and table is drawn at any width and height, even at zero and below."""

from __future__ import annotations

from typing import Final

import pytest

from tests.ui.any_size import HEIGHTS, WIDTHS
from tests.ui.user import TODAY
from tui_app.ui.charts import axes, bars
from tui_app.ui.charts.data import ChartData, LinesData, Series, sparkline
from tui_app.ui.charts.lines import draw_lines
from tui_app.ui.compare.table import blocks, draw_blocks, draw_names
from tui_app.ui.sections.case_rows import CaseColumns
from tui_app.ui.sections.figures import headlines
from tui_app.ui.sections.figures.table import table
from tui_app.ui.sections.signal_rows import SignalTable
from tui_app.ui.terminal.capabilities import ChartStyle, Marker
from tui_app.ui.text.drawing import common_start, longest

STYLE: Final = ChartStyle(Marker.BLOCKS)


@pytest.mark.parametrize("marker", Marker)
@pytest.mark.parametrize("values", [(), (0,), (-7, None, 40_000_000_000), (11_000,) * 40])
def test_every_chart_draws_at_any_size(values: tuple[int | None, ...], marker: Marker) -> None:
    points = tuple(enumerate(values, start=1985))
    data = ChartData("Turnover", "RON", points)
    lines = LinesData("Turnover", "RON", (Series("A", points), Series("A longer name", points)))
    style = ChartStyle(marker)
    for width in (*WIDTHS, 19, 22, 24):
        for height in (*HEIGHTS, 6, 7, 9):
            bars.draw(data, width, height, style)
            draw_lines(lines, width, height, style)
        sparkline(points, width, style)
    for width in WIDTHS:
        years = axes.years_placed(data.years or range(1985, 1986), width, 9)
        assert years.line() and years.shown


def test_nothing_to_draw_takes_any_width() -> None:
    """Parameters that no caller leaves empty today."""
    for width in (*WIDTHS, 60, 120):
        for draw in (headlines.tiles, headlines.stacked, headlines.sparklines):
            assert not draw((), (), width, STYLE).plain.strip()
        assert list(draw_blocks(blocks((), TODAY), 0, 0, width))
        draw_names((), 0, width)
        SignalTable((), width).head()
        CaseColumns((), width).titles()
        table((), width, 5)
    assert axes.margin_of(()) and not longest((), 5) and not common_start(())
