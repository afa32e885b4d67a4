"""A chart of one row, for small spaces: Textual's own sparkline."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from textual.content import Content

from tui_app.ui.charts.data import ChartStyle, Marker, Points, on_record

_CACHED: Final = 256
_ASCII: Final = str.maketrans("▁▂▃▄▅▆▇█", "_.-:=+*#")


@lru_cache(maxsize=_CACHED)
def sparkline(points: Points, width: int, style: ChartStyle) -> Content:
    """One cell per year, the latest years where ``width`` is too small; empty without values.

    Heights start at zero, or at the lowest value where that is a loss. A year that is not
    on record is a blank, and a loss has its own colour. Show the amount beside it.
    """
    from rich.console import Console
    from textual.renderables.sparkline import Sparkline

    known = on_record(points)
    if not known or width < 1:
        return Content()
    last = max(known)
    years = range(max(min(known), last - width + 1), last + 1)
    # A leading zero is the base of the heights: one repeated value must not look like zero.
    heights = [0, *(known.get(year, 0) for year in years)]
    console = Console(width=len(heights), color_system=None)
    bars = "".join(
        segment.text for segment in console.render(Sparkline(heights, width=len(heights)))
    )[1:]
    if style.marker is Marker.ASCII:
        bars = bars.translate(_ASCII)
    cells = [
        Content.styled(bar, style.negative if known[year] < 0 else style.series)
        if year in known
        else Content(" ")
        for year, bar in zip(years, bars, strict=False)
    ]
    return Content("").join(cells)
