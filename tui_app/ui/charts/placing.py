"""Where the years of a chart stand."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from msgspec import Struct
from rich.cells import cell_len

from tui_app.ui.charts.data import Columns

_AXIS: Final = 2
"""Columns between a tick's label and the canvas: a blank and the axis."""
_WIDEST_YEAR: Final = 12
_YEAR_LABEL: Final = 4
# Columns kept free after the last year, for a label that is wider than its bar.
_SPARE: Final = 3


class Years(Struct, frozen=True):
    """The years that are shown and their columns. Columns count from the axis."""

    margin: int
    pitch: int
    shown: range

    @property
    def columns(self) -> int:
        """All columns after the axis."""
        return len(self.shown) * self.pitch + _SPARE

    def bar(self, year: int) -> range:
        """The columns of a year's bar, the last ones of its pitch."""
        end = (year - self.shown.start + 1) * self.pitch
        return range(end - _thickness(self.pitch), end)

    def middle(self, year: int, width: int) -> range:
        """So many columns in the middle of a year's bar, which may be narrower."""
        bar = self.bar(year)
        start = bar.start - (width - len(bar)) // 2
        return range(start, start + width)

    def beside_axis(self, columns: range) -> range:
        """The same number of columns, a blank after the axis."""
        start = max(columns.start, 1)
        return range(start, start + len(columns))

    def line(self) -> str:
        """The years that have room for their label, the latest always among them."""
        every = -(-(_YEAR_LABEL + 1) // self.pitch)
        text = ""
        for year in self.shown[(len(self.shown) - 1) % every :: every]:
            start = self.margin + self.middle(year, _YEAR_LABEL).start
            text = f"{text:{start}}{year}"
        return text


def margin_of(labels: Iterable[str]) -> int:
    """The columns that the ticks take with the axis."""
    return max(map(cell_len, labels)) + _AXIS


def place(
    years: Collection[int],
    width: int,
    margin: int,
    wanted: Columns | None = None,
    widest: int = _WIDEST_YEAR,
) -> Years:
    """Room for each year from the first to the last, the latest first served.

    ``margin`` is the least there must be; ``wanted`` holds where it leaves as much.
    """
    last = max(years)
    if wanted and wanted.margin >= margin and wanted.pitch > 0:
        count = (width - wanted.margin) // wanted.pitch
        if count > 0:
            return Years(
                wanted.margin, wanted.pitch, range(max(min(years), last - count + 1), last + 1)
            )
    room = width - margin - _SPARE
    shown = range(max(min(years), last - room + 1), last + 1)
    return Years(margin, min(room // len(shown), widest), shown)


def _thickness(pitch: int) -> int:
    """Columns of a bar when a year has ``pitch`` of them; the rest sets bars apart."""
    return pitch - (0 if pitch == 1 else 1 if pitch < 5 else 2 if pitch < 9 else pitch // 3)
