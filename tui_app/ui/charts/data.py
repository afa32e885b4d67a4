"""What a chart is made of."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct


class Marker(StrEnum):
    """What bars and lines are made of."""

    BLOCKS = "blocks"
    """Solid, half a row fine, and in every font."""
    BRAILLE = "braille"
    """Dotted, a quarter of a row fine, and missing in many fonts: on wish."""
    ASCII = "ascii"
    """Where the terminal lacks blocks; whole rows."""


Points = tuple[tuple[int, int | None], ...]
"""(year, whole value). ``None`` and a year left out both mean *not on record*, which is a gap
and never zero. Their order does not matter; what is no year of four digits is left out."""


class ChartData(Struct, frozen=True):
    """One measure over the years. Hashable, so that a chart is built once.

    ``title`` and ``unit`` are shown as given.
    """

    title: str
    unit: str
    points: Points

    def by_year(self) -> dict[int, int]:
        """The values on record, oldest first."""
        return on_record(self.points)


class Series(Struct, frozen=True):
    """One line of several, such as a company among those compared."""

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


class Columns(Struct, frozen=True):
    """Where the years stand, for a chart over a table with the same columns.

    ``margin``: columns up to the axis and with it. ``pitch``: columns of a year; its bar ends
    with the last of them, as a right-aligned figure does.
    """

    margin: int
    pitch: int


class ChartStyle(Struct, frozen=True):
    """How a chart looks: its marker, and colours as Textual writes them.

    A colour is ``#rrggbb``, ``ansi_blue`` or ``""`` for the colour of the text around it.
    ``lines`` are those of several series. A chart never sets a background.
    """

    marker: Marker = Marker.BLOCKS
    series: str = ""
    negative: str = ""
    axis: str = ""
    lines: tuple[str, ...] = ()


def on_record(points: Iterable[tuple[int, int | None]]) -> dict[int, int]:
    """The values that are known, oldest first."""
    known = {year: value for year, value in points if value is not None}
    return {year: known[year] for year in sorted(known) if 1000 <= year <= 9999}
