"""Charts of yearly figures as text: the only part that knows plotext.

``draw`` builds a chart once per data, size, style and language and keeps it; plotext is
imported by the first chart and not before. ``describe`` says the same in words.
"""

from tui_app.ui.charts.data import ChartData, ChartStyle, Marker
from tui_app.ui.charts.drawing import MINIMUM_HEIGHT, MINIMUM_WIDTH, draw
from tui_app.ui.charts.words import compact, describe

__all__ = [
    "MINIMUM_HEIGHT",
    "MINIMUM_WIDTH",
    "ChartData",
    "ChartStyle",
    "Marker",
    "compact",
    "describe",
    "draw",
]
