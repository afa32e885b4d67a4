"""The data of a chart, and its chart of one row for small spaces."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from msgspec import Struct
from textual.content import Content

from tui_app.ui.terminal.capabilities import ChartStyle, Marker, is_spoken

Points = tuple[tuple[int, int | None], ...]
"""(year, whole value). ``None`` and a missing year both mean *not on record*.

That is a gap and never zero; a year with ``None`` keeps its place also at the ends. Points are in
any order; a year that does not have four digits is left out.
"""


class ChartData(Struct, frozen=True):
    """One measure over the years. Hashable, so that the chart is cached.

    ``title`` and ``unit`` are shown as given.
    """

    title: str
    unit: str
    points: Points

    def by_year(self) -> dict[int, int]:
        """The values on record, oldest first."""
        return on_record(self.points)

    @property
    def years(self) -> range:
        """From the first to the last year, with or without a value."""
        return span(self.points)


class Series(Struct, frozen=True):
    """One of several lines, such as one of the compared companies."""

    name: str
    points: Points

    def by_year(self) -> dict[int, int]:
        """The values on record, oldest first."""
        return on_record(self.points)


class LinesData(Struct, frozen=True):
    """The same measure of up to ``len(lines.MARKS)`` companies over the years."""

    title: str
    unit: str
    series: tuple[Series, ...]
    is_logarithmic: bool = False
    """Whether equal distances are equal factors; amounts of zero and below have no place then."""

    @property
    def years(self) -> range:
        """From the first to the last year of any series, with or without a value."""
        return span(tuple(point for each in self.series for point in each.points))


class YearColumns(Struct, frozen=True):
    """The columns of the years, for a chart above a table with the same columns.

    ``margin``: columns before the first year. ``pitch``: columns per year; a bar ends
    in the last of them, like a right-aligned figure.
    """

    margin: int
    pitch: int


def span(points: Points) -> range:
    """From the first to the last year of the points, with or without a value."""
    years = [year for year, _value in points if _is_year(year)]
    return range(min(years), max(years) + 1) if years else range(0)


def _is_year(number: int) -> bool:
    return 1000 <= number <= 9999


def on_record(points: Iterable[tuple[int, int | None]]) -> dict[int, int]:
    """The known values, oldest first."""
    known = {year: value for year, value in points if value is not None}
    return {year: known[year] for year in sorted(known) if _is_year(year)}


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
