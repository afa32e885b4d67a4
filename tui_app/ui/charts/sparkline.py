"""A chart of one row, for small spaces."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from textual.content import Content

from tui_app.ui.charts.data import Points, on_record, span
from tui_app.ui.terminal.capabilities import ChartStyle, Marker, is_spoken

_CACHED: Final = 256
_HEIGHTS: Final = {Marker.ASCII: "_.-:=+*#"}
_BLOCKS: Final = "▁▂▃▄▅▆▇█"


@lru_cache(maxsize=_CACHED)
def sparkline(points: Points, width: int, style: ChartStyle) -> Content:
    """One cell per year, the latest years if ``width`` is too small; empty without values.

    Heights start at zero, or at the lowest value if that is a loss. A year that is not on record is
    a blank, and a loss has its own colour. Show the amount beside it.
    """
    known = on_record(points)
    if not known or width < 1 or is_spoken():
        return Content()
    years = span(points)[-width:]
    heights = _HEIGHTS.get(style.marker, _BLOCKS)
    shown = [0, *(known[year] for year in years if year in known)]
    lowest, highest = min(shown), max(shown)
    height = highest - lowest or 1

    def cell(value: int) -> Content:
        bar = heights[(value - lowest) * (len(heights) - 1) // height]
        return Content.styled(bar, style.negative if value < 0 else style.series)

    return Content("").join(cell(known[y]) if y in known else Content(" ") for y in years)
