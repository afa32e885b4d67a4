"""Lines of several companies, and charts of one row."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui.charts.reading import read
from tui_app.ui.charts.data import LinesData, Series, sparkline
from tui_app.ui.charts.lines import MARKS, draw_lines
from tui_app.ui.terminal.capabilities import ChartStyle, Marker

GROWING = Series("ALFA SRL", tuple((year, (year - 2015) * 1_000_000) for year in range(2016, 2025)))
HOLED = Series("BETA SA", ((2016, 9_000_000), (2017, 8_000_000), (2020, -2_000_000)))
NOTHING = Series("GAMA", ((2020, None),))
STYLE = ChartStyle(lines=("#111111", "#222222", "#333333", "#444444", ""))

figures = st.dictionaries(
    st.integers(2012, 2024), st.none() | st.integers(-(10**10), 10**10), max_size=10
)


def _draw(*series: Series, width: int = 90, height: int = 16, style: ChartStyle = STYLE) -> str:
    return draw_lines(LinesData("Turnover", "RON", series), width, height, style).plain


@given(
    st.lists(figures, min_size=2, max_size=len(MARKS)),
    st.integers(90, 160),
    st.integers(12, 30),
    st.sampled_from(Marker),
)
def test_every_mark_stands_in_the_row_of_its_value(
    companies: list[dict[int, int | None]], width: int, height: int, marker: Marker
) -> None:
    series = [Series(str(n), tuple(values.items())) for n, values in enumerate(companies)]
    known = [{y: v for y, v in values.items() if v is not None} for values in companies]
    if not any(known):
        return
    text = _draw(*series, width=width, height=height, style=ChartStyle(marker))
    assert len(text.split("\n")) == height
    assert max(map(len, text.split("\n"))) <= width
    marks = "ox#*@" if marker is Marker.ASCII else MARKS
    # The legend's rows do not belong to the canvas.
    title, *rest = text.split("\n")
    while rest[0][0] in marks:
        rest.pop(0)
    chart = read("\n".join([title, *rest]))
    for mark, values in zip(marks, known, strict=False):
        rows = sorted(row for row, line in chart.rows.items() for c in line if c == mark)
        shown = {year: value for year, value in values.items() if year in chart.years}
        assert len(rows) == len(shown)
        for row, value in zip(rows, sorted(shown.values()), strict=True):
            assert abs(row - value / chart.value_of_row) <= Fraction(1, 2)


def test_values_stand_beside_their_marks_the_smallest_and_one_between_ticks_too() -> None:
    small = Series("A", ((2022, 900_000), (2023, 1_300_000), (2024, 7_800_000)))
    large = Series("B", ((2022, 58_000_000), (2023, 60_000_000), (2024, 61_000_000)))
    text = _draw(small, large)
    for label in ("900k", "1.3M", "7.8M", "58M", "60M", "61M"):
        assert re.search(rf"[●▲].{label}\b", text), label


def test_equal_factors_are_equal_distances_on_a_logarithmic_scale() -> None:
    points = ((2020, 1_000), (2021, 10_000), (2022, 100_000), (2023, 0), (2024, 1_000_000))
    data = LinesData("T", "", (Series("A", points),), is_logarithmic=True)
    text = draw_lines(data, 90, 16, STYLE).plain
    marks = [at for at, line in enumerate(text.split("\n")[2:]) for _mark in re.findall("●", line)]
    assert len(marks) == 4  # zero has no place
    assert len({below - above for above, below in pairwise(marks)}) == 1
    assert "1M ┤" in text and "1k ┤" in text
    for value in (1, 9, 10, 99, 10**15):
        single = LinesData("T", "", (Series("A", ((2020, value),)),), is_logarithmic=True)
        assert "●" in draw_lines(single, 60, 9, STYLE).plain.split("\n", 2)[2]


def test_a_gap_is_not_bridged() -> None:
    def dots(*years: int) -> int:
        points = tuple((year, 5) for year in years)
        return _draw(Series("A", points)).count("·")

    assert dots(2020, 2021, 2022) > dots(2020, 2021) > 0
    assert dots(2020, 2022) == 0


def test_the_legend_names_each_line_and_what_has_none() -> None:
    text = _draw(GROWING, HOLED, NOTHING)
    assert text.split("\n")[1] == "● ALFA SRL   ▲ BETA SA   ■ GAMA (no figures by year)"


def test_each_line_has_its_colour_and_its_mark() -> None:
    chart = draw_lines(LinesData("T", "", (GROWING, HOLED)), 90, 16, STYLE)
    found: dict[str, set[str]] = {}
    for span in chart.spans:
        found.setdefault(str(span.style), set()).update(chart.plain[span.start : span.end])
    assert found["#111111"] <= set("●·")
    assert found["#222222"] <= set("▲·")


def test_lines_without_room_or_figures_are_words() -> None:
    assert "BETA SA (RON): 2016 9M" in _draw(GROWING, HOLED, width=15)
    assert _draw(NOTHING) == "GAMA: nothing on record"


def test_more_lines_than_marks_are_refused() -> None:
    with pytest.raises(ValueError, match="6"):
        _draw(*[GROWING] * 6)


def test_lines_in_ascii_are_ascii() -> None:
    assert _draw(GROWING, HOLED, style=ChartStyle(Marker.ASCII)).isascii()


def test_a_sparkline_has_a_cell_a_year_and_a_blank_for_a_gap() -> None:
    line = sparkline(((2019, 10), (2020, 0), (2022, 80)), 10, STYLE)
    assert line.plain == "▁▁ █"
    assert sparkline(((2019, 10), (2020, 0), (2022, 80)), 2, STYLE).plain == " █"
    assert sparkline(((2019, None),), 10, STYLE).plain == ""


def test_years_without_figures_at_the_ends_of_a_sparkline_keep_their_place() -> None:
    points = ((2019, None), (2020, 10), (2021, 80), (2022, None))
    assert sparkline(points, 10, STYLE).plain == " ▁█ "
    assert sparkline(points, 2, STYLE).plain == "█ "


def test_a_sparkline_measures_from_zero_and_colours_losses() -> None:
    assert sparkline(((2019, 95), (2020, 100)), 10, STYLE).plain == "▇█"
    losses = sparkline(
        ((2019, -50), (2020, 50)), 9, ChartStyle(series="#00ff00", negative="#ff0000")
    )
    assert losses.plain == "▁█"
    assert [str(span.style) for span in losses.spans] == ["#ff0000", "#00ff00"]


def test_a_sparkline_in_ascii_is_ascii() -> None:
    assert sparkline(((2019, 1), (2020, 9)), 9, ChartStyle(Marker.ASCII)).plain == "_#"
