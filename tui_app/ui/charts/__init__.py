"""Charts of yearly figures as text; ``plot`` is the only module that knows plotext.

``draw`` builds bars once per data, size, style and language and caches them. ``draw_lines``
draws several companies, ``sparkline`` a chart of one row. plotext is imported with the first
chart, not before. ``describe`` says the same in words.
"""

from tui_app.ui.charts.bars import MINIMUM_HEIGHT, MINIMUM_WIDTH, draw
from tui_app.ui.charts.data import ChartData, ChartStyle, Columns, LinesData, Marker, Series
from tui_app.ui.charts.lines import MARKS, draw_lines
from tui_app.ui.charts.sparkline import sparkline
from tui_app.ui.charts.words import compact, describe

__all__ = [
    "MARKS",
    "MINIMUM_HEIGHT",
    "MINIMUM_WIDTH",
    "ChartData",
    "ChartStyle",
    "Columns",
    "LinesData",
    "Marker",
    "Series",
    "compact",
    "describe",
    "draw",
    "draw_lines",
    "sparkline",
]
