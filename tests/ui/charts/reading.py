"""Reads a drawn chart back from its text alone, without any of the code that drew it."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final, NamedTuple

from textual.content import Content

_TICK: Final = re.compile(r"\s*(\S.*?)(?: [┤+]|▔│)")
_NUMBER: Final = re.compile(
    r"([−-]?)(\d+(?:[.,]\d+)?)(?:e(\d+))?(B|M|k|T|\smld\.|\smil\.|\smii|\sbil\.)?"
)
_UNITS: Final = {
    "": 1,
    **dict.fromkeys(("k", "mii"), 10**3),
    **dict.fromkeys(("M", "mil."), 10**6),
    **dict.fromkeys(("B", "mld."), 10**9),
    **dict.fromkeys(("T", "bil."), 10**12),
}
# How much of a row each character fills, from the zero line on.
_LOWER: Final = "▁▂▃▄▅▆▇"
_UPPER: Final = "".join(chr(0xE000 + eighths) for eighths in range(1, 8))
"""In place of a reversed lower block, which fills the upper rest of its cell."""
_UP: Final = {char: Fraction(place, 8) for place, char in enumerate(_LOWER, start=1)}
_DOWN: Final = {char: Fraction(place, 8) for place, char in enumerate(_UPPER, start=1)}
_FULL: Final = {"█": Fraction(1), "#": Fraction(1)}
_BLOCKS: Final = {1: _FULL | _UP, -1: _FULL | _DOWN | {"▀": Fraction(1, 2)}}
_DOT_ROWS: Final = (0x09, 0x12, 0x24, 0xC0)


class Label(NamedTuple):
    """A value written on the canvas, in canvas columns, and its row above the zero line."""

    value: Fraction
    row: int
    columns: range


class Reading(NamedTuple):
    """The content of a chart. Rows count from the zero line, up; columns from the axis."""

    ticks: dict[int, Fraction]
    rows: dict[int, str]
    years: dict[int, int]
    labels: list[Label]
    hang: int
    """The first row of bars below zero: 0 where ticks are the upper edges of their rows."""

    @property
    def rows_per_step(self) -> int:
        """Rows between two ticks."""
        rows = sorted(self.ticks)
        return rows[1] - rows[0]

    @property
    def value_of_row(self) -> Fraction:
        """The value of one row."""
        first, second = sorted(self.ticks)[:2]
        return (self.ticks[second] - self.ticks[first]) / (second - first)

    def bar(self, year: int) -> Fraction:
        """Rows that the bar of a year reaches up, or down where negative."""
        column = self.years[year]
        up, down = self._reach(column, 1, 1), self._reach(column, self.hang, -1)
        assert not (up and down)
        return up - down

    def on_zero_line(self, year: int) -> str:
        """The character on the zero line at a year."""
        return self._at(0, self.years[year])

    def _reach(self, column: int, row: int, direction: int) -> Fraction:
        reach = Fraction(0)
        while part := _filled(self._at(row, column), direction):
            reach += part
            row += direction
            if part != 1:
                break
        return reach

    def _at(self, row: int, column: int) -> str:
        line = self.rows.get(row, "")
        return line[column] if column < len(line) else " "


def seen(chart: Content) -> str:
    """The text of a chart, with what is drawn reversed as characters of its own."""
    text = chart.plain
    for span in chart.spans:
        if "reverse" in str(span.style):
            part = text[span.start : span.end].translate(str.maketrans(_LOWER, _UPPER[::-1]))
            text = text[: span.start] + part + text[span.end :]
    return text


def read(text: str) -> Reading:
    """A chart of bars with title, canvas and years, as ``seen``. Fails where it is none."""
    _title, *canvas, labels = text.split("\n")
    ticks: dict[int, Fraction] = {}
    axis = canvas[-1].index(next(c for c in canvas[-1] if c in "│┤|+"))
    for index, line in enumerate(canvas):
        assert line[axis] in "│┤|+", line
        if found := _TICK.match(line[: axis + 1]):
            ticks[index] = number(found[1])
        else:
            assert not line[:axis].strip()
    (zero,) = (index for index, value in ticks.items() if value == 0)
    rows = {zero - index: line[axis + 1 :] for index, line in enumerate(canvas)}
    return Reading(
        ticks={zero - index: value for index, value in ticks.items()},
        rows=rows,
        years=_years(labels, axis + 1),
        labels=[label for row, line in rows.items() if row for label in _labels(row, line)],
        hang=0 if any("▔│" in line for line in canvas) else -1,
    )


def number(text: str) -> Fraction:
    """A compact number in either language."""
    found = _NUMBER.fullmatch(text)
    assert found, text
    sign, digits, power, unit = found.groups()
    power_of_ten = Fraction(int("1" + "0" * int(power or 0)))
    value = Fraction(digits.replace(",", ".")) * power_of_ten
    return value * _UNITS[(unit or "").strip()] * (-1 if sign else 1)


def _years(line: str, canvas: int) -> dict[int, int]:
    """The column of each year; those without a label stand evenly between the others."""
    found = {int(m[0]): m.start() + 1 - canvas for m in re.finditer(r"\d{4}", line)}
    if len(found) < 2:
        return found
    first, second = sorted(found)[:2]
    pitch = Fraction(found[second] - found[first], second - first)
    assert pitch.denominator == 1
    latest = max(found)
    return {
        year: column
        for year in range(first - 60, latest + 1)
        if (column := found[latest] - (latest - year) * int(pitch)) >= 0
    }


def _labels(row: int, line: str) -> list[Label]:
    return [Label(number(m[0]), row, range(m.start(), m.end())) for m in _NUMBER.finditer(line)]


def _filled(character: str, direction: int) -> Fraction:
    if character in _BLOCKS[direction]:
        return _BLOCKS[direction][character]
    if 0x2800 < ord(character) <= 0x28FF:
        return Fraction(sum(1 for dots in _DOT_ROWS if ord(character) - 0x2800 & dots), 4)
    return Fraction(0)
