"""Charts are true: their drawn text is read back and compared with the figures."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.ui.charts.reading import Label, Reading, read, seen
from tui_app.system.language import set_language
from tui_app.ui.charts.bars import MINIMUM_HEIGHT, draw
from tui_app.ui.charts.data import ChartData, YearColumns
from tui_app.ui.terminal.capabilities import ChartStyle, Marker

FARTHEST: Final = {Marker.BLOCKS: Fraction(1, 16)}
"""How far from its value a bar may end, in rows; with other markers half a row."""
WIDEST_LABEL: Final = 10
"""Columns of a compact number in either language, and a blank."""

amounts = st.one_of(
    st.integers(-(10**11), 10**11), st.integers(-300, 300), st.integers(0, 9 * 10**9), st.just(0)
)
figures = st.dictionaries(st.integers(2008, 2024), st.none() | amounts, min_size=1, max_size=12)
widths, heights = st.integers(30, 120), st.integers(MINIMUM_HEIGHT, 30)


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    set_language("en")


def _chart(
    values: dict[int, int | None], width: int, height: int, marker: Marker = Marker.BLOCKS
) -> str:
    data = ChartData("Turnover", "RON", tuple(values.items()))
    return seen(draw(data, width, height, ChartStyle(marker)))


@given(figures, widths, heights, st.sampled_from(Marker), st.sampled_from(["en", "ro"]))
@example({2024: 11_800_000, 2023: 4_000_000}, 80, 12, Marker.BLOCKS, "en")
@example({2024: 8 * 10**9, 2022: 15, 2021: -3, 2020: 0}, 80, 12, Marker.ASCII, "ro")
def test_bars_and_ticks_say_the_figures(
    values: dict[int, int | None], width: int, height: int, marker: Marker, lang: str
) -> None:
    if all(value is None for value in values.values()):
        return
    set_language(lang)
    text = _chart(values, width, height, marker)
    assert len(text.split("\n")) == height
    assert max(map(len, text.split("\n"))) <= width
    chart = read(text)
    _ticks_are_even(chart)
    for year in chart.years:
        _bar_says(chart, year, values.get(year), FARTHEST.get(marker, Fraction(1, 2)))
    for label in chart.labels:
        assert any(_belongs(chart, label, year, values.get(year)) for year in chart.years), label


def _ticks_are_even(chart: Reading) -> None:
    rows = sorted(chart.ticks)
    assert len({after - before for before, after in pairwise(rows)}) == 1
    assert all(value == row * chart.value_of_row for row, value in chart.ticks.items())
    assert chart.value_of_row > 0
    assert len(rows) >= 2
    # No tick is left out where one could stand.
    assert max(chart.rows) - rows[-1] < chart.rows_per_step
    assert rows[0] - min(chart.rows) < chart.rows_per_step


def _bar_says(chart: Reading, year: int, value: int | None, farthest: Fraction) -> None:
    if value is None:
        assert chart.bar(year) == 0
        assert chart.on_zero_line(year) in "─▔-"
        return
    assert abs(chart.bar(year) - value / chart.value_of_row) <= farthest
    if value:
        assert chart.bar(year) or chart.on_zero_line(year) in "=━"
    else:
        assert chart.on_zero_line(year) in "═="


def _belongs(chart: Reading, label: Label, year: int, value: int | None) -> bool:
    """Whether a label tells this year's value, right beyond the end of its bar."""
    if value is None or chart.years[year] not in range(
        label.columns.start - 1, label.columns.stop + 1
    ):
        return False
    reach = chart.bar(year)
    end = (-(-reach // 1) + 1) if value >= 0 else min(reach // 1 + 1 + chart.hang - 1, -1)
    return label.row == end and abs(label.value - value) <= abs(Fraction(value)) / 20


@given(
    st.dictionaries(st.integers(2019, 2024), amounts, min_size=1),
    st.integers(10, 30),
    st.sampled_from(["en", "ro"]),
)
def test_every_bar_has_its_value_where_there_is_room(
    values: dict[int, int], height: int, lang: str
) -> None:
    set_language(lang)
    years = max(values) - min(values) + 1
    text = _chart(dict(values), 20 + years * WIDEST_LABEL, height)
    assert len(read(text).labels) == len(values)


def test_a_bar_of_11_8_million_ends_there() -> None:
    chart = read(_chart({2023: 4_000_000, 2024: 11_800_000}, 60, 12))
    assert abs(chart.bar(2024) * chart.value_of_row - 11_800_000) <= chart.value_of_row / 2
    assert chart.ticks[0] == 0
    assert chart.bar(2024) * chart.value_of_row > 10_000_000


def test_columns_that_leave_space_for_no_year_are_not_used() -> None:
    data = ChartData("T", "", ((2023, 5), (2024, 9)))
    chart = draw(data, 40, 12, ChartStyle(), YearColumns(margin=38, pitch=9))
    assert chart.plain == draw(data, 40, 12, ChartStyle()).plain


@given(figures, st.integers(12, 24), st.integers(9, 16), heights)
def test_bars_stand_in_the_columns_of_a_table(
    values: dict[int, int | None], margin: int, pitch: int, height: int
) -> None:
    if all(value is None for value in values.values()):
        return
    data = ChartData("T", "", tuple(values.items()))
    width = margin + 18 * pitch
    chart = seen(draw(data, width, height, ChartStyle(), YearColumns(margin, pitch)))
    reading = read(chart)
    axis = chart.split("\n")[-2].index("│")
    assert axis < margin
    for year in (year for year, value in values.items() if value is not None):
        # The last column of a year's bar is that of its figure in the table.
        end = margin - axis - 1 + (year - min(values) + 1) * pitch - 1
        first = 1 if reading.bar(year) > 0 else reading.hang if reading.bar(year) < 0 else 0
        row = reading.rows[first]
        assert row[end] not in " ▔"
        assert row[end + 1 : end + 2] in ("", " ", "▔")
