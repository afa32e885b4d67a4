"""The axes of a chart: the columns of its years, the rows of its values.

The zero line has its own row. A step is the same number of rows everywhere, and a bar with
a tick's value ends in the tick's row.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct
from rich.cells import cell_len

from tui_app.ui.charts.data import YearColumns
from tui_app.ui.charts.wording import compact

_AXIS: Final = 2
"""Columns between a tick's label and the canvas: a blank and the axis."""
_WIDEST_YEAR: Final = 12
_YEAR_LABEL: Final = 4
# Columns kept free after the last year, for a label that is wider than its bar.
_RIGHT_MARGIN: Final = 3


class YearAxis(Struct, frozen=True):
    """The years shown and their columns, counted from the axis.

    ``columns`` is the total width, including columns after the last year; ``lead`` are the columns
    before the first one.
    """

    margin: int
    pitch: int
    shown: range
    columns: int
    lead: int = 0

    def bar(self, year: int) -> range:
        """The columns of a year's bar, the last ones of its pitch."""
        end = self.lead + (year - self.shown.start + 1) * self.pitch
        return range(end - _thickness(self.pitch), end)

    def middle(self, year: int, width: int) -> range:
        """``width`` columns centred on a year's bar, which may be narrower."""
        bar = self.bar(year)
        start = bar.start - (width - len(bar)) // 2
        return range(start, start + width)

    def beside_axis(self, columns: range) -> range:
        """The same number of columns, starting one blank after the axis."""
        start = max(columns.start, 1)
        return range(start, start + len(columns))

    def line(self) -> str:
        """The labels of the years that fit, always including the latest."""
        every = -(-(_YEAR_LABEL + 1) // self.pitch)
        text = ""
        for year in self.shown[(len(self.shown) - 1) % every :: every]:
            start = self.margin + self.middle(year, _YEAR_LABEL).start
            text = f"{text:{start}}{year}"
        return text


def margin_of(labels: Iterable[str]) -> int:
    """The columns that tick labels and axis take."""
    return max(map(cell_len, labels), default=0) + _AXIS


def years_placed(
    years: range,
    width: int,
    margin: int,
    columns: YearColumns | None = None,
    widest: int = _WIDEST_YEAR,
) -> YearAxis:
    """Columns for each of the years; if not all fit, for the latest ones.

    At least one year is shown, in its own column, however little room there is. The axis is in the
    last column of ``margin``, wherever the years begin; ``columns`` applies if it leaves that room.
    """
    lead, pitch, fitting = 0, 0, max(1, width - margin - _RIGHT_MARGIN)
    if columns and columns.margin >= margin and 0 < columns.pitch <= width - columns.margin:
        lead, pitch = columns.margin - margin, columns.pitch
        fitting = (width - columns.margin) // pitch
    shown = years[-fitting:]
    if not pitch:
        pitch = min(fitting // len(shown), widest)
    total = min(lead + len(shown) * pitch + _RIGHT_MARGIN, width - margin)
    return YearAxis(margin, pitch, shown, total, lead)


def _thickness(pitch: int) -> int:
    """The width of a bar for ``pitch`` columns per year; the rest separates the bars."""
    return pitch - (0 if pitch == 1 else 1 if pitch < 5 else 2 if pitch < 9 else pitch // 3)


_ROUND: Final = {10: 1.0, 20: 1.0, 25: 0.95, 30: 0.85, 40: 0.9, 50: 1.0}
"""The leading digits of a step, and how readable each is."""
_FINE: Final = 8
"""Parts this fine are rounded without exception; a tiny value is marked on the zero line."""
_TICKS: Final = {1: 0.1, 2: 0.7, 3: 0.9, 4: 1.0, 5: 1.0, 6: 1.0, 7: 0.95}
"""How readable so many ticks are: zero alone says nothing."""
_CROWDED: Final = 0.6
_EVERY_ROW: Final = 0.8
"""How readable ticks in every row are, in a chart with more than a few rows."""
_FEW_ROWS: Final = 4
_FEW_POWERS: Final = 3
"""Powers of ten below which a logarithmic axis has further ticks."""
_DENSITY_IF_SPARSE: Final = 0.85
"""How readable ticks are that are more than a few rows apart."""
_MAX_ROWS_PER_STEP: Final = 6


class Scale(Struct, frozen=True):
    """The rows of a chart.

    ``step`` is the whole value of ``rows_per_step`` rows; ``above`` and ``below`` are the rows on
    either side of the zero line.
    """

    step: int
    rows_per_step: int
    above: int
    below: int

    @property
    def rows(self) -> int:
        """All rows, including the zero line."""
        return self.above + 1 + self.below

    def length(self, value: int, fineness: int) -> int:
        """The distance of a value from the zero line, in rows split into ``fineness`` parts.

        It is rounded. If parts are halves or quarters, a value that is not zero gets at least one.
        No bar ends more than half a row from its value, or half an eighth with eighths.
        """
        parts = abs(value) * self.rows_per_step * fineness
        least = 1 if value and 1 < fineness < _FINE else 0
        return max((2 * parts + self.step) // (2 * self.step), least)

    def row(self, value: int) -> int:
        """The row nearest to a value, counted from the zero line."""
        return self.length(value, 1) * (1 if value >= 0 else -1)

    def ticks(self) -> dict[int, int]:
        """The values with a tick, by their row above zero."""
        below, above = self.below // self.rows_per_step, self.above // self.rows_per_step
        return {
            number * self.rows_per_step: number * self.step for number in range(-below, above + 1)
        }

    def labels(self) -> dict[int, str]:
        """The text of each tick, by its row above the lowest."""
        return {self.below + row: compact(value) for row, value in self.ticks().items()}

    def with_margin(self, above: int, below: int) -> Scale:
        """The same steps with more rows at the ends, for text beyond the bars."""
        return Scale(self.step, self.rows_per_step, self.above + above, self.below + below)


class LogScale(Struct, frozen=True):
    """The rows of a chart in which equal distances are equal factors.

    The lowest row is ten to the power of ``low``, the one ``above`` it ten to that of ``high``.
    """

    low: int
    high: int
    above: int
    below: int = 0

    @property
    def rows(self) -> int:
        """All rows, including the lowest line."""
        return self.above + 1

    def row(self, value: int) -> int:
        """The row nearest to a value above zero."""
        return round((math.log10(value) - self.low) / (self.high - self.low) * self.above)

    def labels(self) -> dict[int, str]:
        """The text of each tick, by its row: powers of ten, with 2 and 5 times them if few."""
        digits = (1, 2, 5) if self.high - self.low < _FEW_POWERS else (1,)
        powers = range(self.low, self.high + 1)
        ticks = (digit * 10**power for power in powers for digit in digits)
        return {self.row(tick): compact(tick) for tick in ticks if tick <= 10**self.high}


def fit_log(lowest: int, highest: int, rows: int) -> LogScale:
    """The logarithmic scale for values above zero in ``rows``, not counting the lowest line."""
    low, high = len(str(lowest)) - 1, len(str(highest - 1)) if highest > 1 else 1
    return LogScale(low, max(high, low + 1), rows)


def fit(lowest: int, highest: int, rows: int, fineness: int = 1) -> Scale:
    """The best scale for ``lowest`` to ``highest`` in ``rows``, not counting the zero line.

    It always includes zero, without which the length of a bar means nothing. ``rows`` is at least 2
    if both signs occur, else at least 1. ``fineness`` is that of the lengths to be drawn.
    """
    up, down = max(highest, 0), max(-lowest, 0)
    if not up and not down:
        up = 1
    tried = ((_quality(scale, up, down), scale) for scale in _scales(up, down, rows, fineness))
    return max(tried, key=lambda pair: pair[0])[1]


def _scales(up: int, down: int, rows: int, fineness: int) -> Iterator[Scale]:
    for rows_per_step in range(1, rows + 1):
        for step in _steps((up + down) * rows_per_step // (rows + 1)):
            bare = Scale(step, rows_per_step, 0, 0)
            above, below = (-(-bare.length(value, fineness) // fineness) for value in (up, down))
            spare = rows - above - below
            if spare >= 0:
                yield bare.with_margin(above + (spare if up else 0), below + (0 if up else spare))


def _steps(least: int) -> Iterator[int]:
    """Round whole numbers from ``least`` up to about ten times as much."""
    power = 10 ** (len(str(max(1, least))) - 1)
    for decade in (power, power * 10):
        for digits in _ROUND:
            step, rest = divmod(digits * decade, 10)
            if not rest and step >= max(1, least):
                yield step


def _quality(scale: Scale, up: int, down: int) -> float:
    """How readable a scale is: it uses the rows, has few ticks and round numbers."""
    used = (up + down) / scale.step * scale.rows_per_step / (scale.rows - 1)
    digits = int(f"{scale.step}0"[:2])
    density = 1.0
    if scale.rows_per_step == 1 and scale.rows > _FEW_ROWS + 1:
        density = _EVERY_ROW
    elif scale.rows_per_step > _MAX_ROWS_PER_STEP:
        density = _DENSITY_IF_SPARSE
    return used * _ROUND[digits] * density * _TICKS.get(len(scale.ticks()), _CROWDED)
