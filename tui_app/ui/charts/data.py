"""What a chart is made of."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Marker(StrEnum):
    """What bars are made of, finest first: what a terminal or its font lacks, the next has."""

    BRAILLE = "braille"
    BLOCKS = "blocks"
    ASCII = "ascii"


class ChartData(Struct, frozen=True):
    """One measure over the years. Hashable, so that a chart is built once.

    ``title`` and ``unit`` are shown as given. ``points`` holds (year, whole value); ``None``
    and a year left out both mean *not on record*, which is a gap and never zero. Their order
    does not matter; what is no year of four digits is left out.
    """

    title: str
    unit: str
    points: tuple[tuple[int, int | None], ...]

    def by_year(self) -> dict[int, int]:
        """The values on record, oldest first."""
        known = {year: value for year, value in self.points if value is not None}
        return {year: known[year] for year in sorted(known) if 1000 <= year <= 9999}


class ChartStyle(Struct, frozen=True):
    """How a chart looks: its marker, and colours as Textual writes them.

    A colour is ``#rrggbb``, ``ansi_blue`` or ``""`` for the colour of the text around it.
    A chart never sets a background.
    """

    marker: Marker = Marker.BRAILLE
    series: str = ""
    negative: str = ""
    axis: str = ""
