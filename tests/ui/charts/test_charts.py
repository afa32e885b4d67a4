"""Charts: what they draw, what they leave blank, and that nothing is built twice."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from textual.content import Content

from tests.ui.charts.reading import read, seen
from tui_app.system.language import set_language
from tui_app.ui.charts.bars import draw
from tui_app.ui.charts.data import ChartData
from tui_app.ui.charts.wording import compact, describe
from tui_app.ui.terminal.capabilities import ChartStyle, Marker
from tui_app.ui.terminal.plain_output import for_console

STYLE = ChartStyle(Marker.BLOCKS, series="#112233", negative="#445566", axis="#778899")
PROFIT = ChartData(
    "Net profit", "RON", ((2020, 400), (2018, -200), (2019, None), (2021, 0), (2023, 100))
)

values = st.integers(-(10**12), 10**12)
points = st.dictionaries(st.integers(1990, 2040), st.none() | values, max_size=25)


def _by_colour(chart: Content) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for span in chart.spans:
        found.setdefault(str(span.style), set()).update(chart.plain[span.start : span.end])
    return found


def test_importing_the_charts_does_not_import_plotext() -> None:
    code = "import sys, tui_app.ui.charts; sys.exit('plotext' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_missing_year_is_a_gap_and_a_zero_is_drawn() -> None:
    chart = read(seen(draw(PROFIT, 60, 12, STYLE)))
    assert [chart.bar(year) for year in (2019, 2021, 2022)] == [0, 0, 0]
    assert [chart.on_zero_line(year) for year in (2019, 2021, 2022)] == ["▔", "═", "▔"]
    assert chart.bar(2020) > chart.bar(2023) > 0 > chart.bar(2018)


def test_a_chart_is_what_it_looks_like() -> None:
    assert draw(PROFIT, 60, 12, STYLE).plain.split("\n") == [
        "Net profit (RON)",
        " 600▔│",
        "     │                    400",
        " 400▔│                  ██████",
        "     │                  ██████",
        " 200▔│                  ██████                    100",
        "     │                  ██████     0            ██████",
        "   0▔│▔▔██████▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔══════▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔",
        "     │  ██████",
        "−200▔│   −200",
        "     │",
        "         2018    2019    2020    2021    2022    2023",
    ]


def test_a_negative_bar_has_its_own_colour() -> None:
    chart = draw(PROFIT, 60, 12, STYLE)
    by_colour = _by_colour(chart)
    assert by_colour["#445566"] == {"█"}
    assert by_colour["#112233"] == set("█═")
    assert set(by_colour) == {"bold", "#112233", "#445566", "#778899"}


def test_zero_a_tiny_value_a_loss_and_a_gap_look_different() -> None:
    years = ((2020, 40_000_000), (2021, 11_000), (2022, 0), (2023, -11_000), (2025, -9_000_000))
    chart = draw(ChartData("T", "RON", years), 60, 14, STYLE)
    reading = read(seen(chart))
    assert [reading.on_zero_line(year) for year in (2021, 2022, 2023, 2024)] == ["━", "═", "━", "▔"]
    by_colour = _by_colour(chart)
    assert "━" in by_colour["#445566"]
    assert by_colour["#445566 reverse"] == {"▅"}
    assert reading.bar(2025) == Fraction(-11, 8)  # -1.35 rows


def test_no_background_and_no_colour_of_its_own_is_left() -> None:
    chart = draw(PROFIT, 60, 12, ChartStyle())
    assert {str(span.style) for span in chart.spans} <= {"bold", ""}
    assert "\x1b" not in chart.plain


def test_ascii_means_ascii() -> None:
    assert draw(PROFIT, 60, 12, ChartStyle(Marker.ASCII)).plain.isascii()


def test_halves_use_only_what_the_linux_console_font_has() -> None:
    for width in (20, 30, 77, 150):
        text = draw(PROFIT, width, 15, replace(STYLE, marker=Marker.HALVES)).plain
        assert for_console(text) == text.replace("−", "-")


def test_the_latest_years_are_shown_when_columns_are_few() -> None:
    data = ChartData("T", "", tuple((year, 10) for year in range(1950, 2025)))
    last_line = draw(data, 40, 8, STYLE).plain.splitlines()[-1]
    assert last_line.split()[-1] == "2024"


def test_without_room_or_data_it_is_words() -> None:
    assert draw(PROFIT, 10, 12, STYLE).plain == describe(PROFIT)
    assert draw(ChartData("T", "RON", ((2020, None),)), 60, 12, STYLE).plain == (
        "T: nothing on record"
    )


def test_the_same_chart_is_built_once() -> None:
    assert draw(PROFIT, 60, 12, STYLE) is draw(PROFIT, 60, 12, STYLE)


@given(points, st.integers(1, 160), st.integers(1, 30), st.sampled_from(Marker))
def test_any_chart_fits_its_room(
    years: dict[int, int | None], width: int, height: int, marker: Marker
) -> None:
    data = ChartData("Title", "RON", tuple(years.items()))
    lines = draw(data, width, height, ChartStyle(marker)).plain.splitlines()
    if len(lines) > 1:
        assert len(lines) <= height
        assert max(map(len, lines)) <= width


def test_years_and_values_out_of_this_world_do_no_harm() -> None:
    data = ChartData("T", "RON", ((10**30, 1), (-5, 1), (2020, 10**30), (2020, 10**31)))
    assert draw(data, 60, 10, STYLE).plain
    assert "2020" in describe(data)
    assert len(describe(ChartData("T", "", ((1000, 1), (9999, 2))))) < 100


def test_years_without_figures_at_the_ends_keep_their_place() -> None:
    data = ChartData("T", "RON", ((2018, None), (2020, 7), (2022, None)))
    chart = draw(data, 60, 12, STYLE)
    assert chart.plain.split("\n")[-1].split() == ["2018", "2019", "2020", "2021", "2022"]
    assert describe(data).startswith("T (RON): 2018-2019 no data, 2020 7, 2021-2022 no data;")


def test_words_name_the_gaps_and_the_extremes() -> None:
    assert describe(PROFIT) == (
        "Net profit (RON): 2018 −200, 2019 no data, 2020 400, 2021 0, 2022 no data, 2023 100; "
        "highest 2020, lowest 2018"
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (999, "999"),
        (-1_000, "−1k"),
        (12_340, "12.3k"),
        (999_499, "999k"),
        (999_600, "1M"),
        (8_050_000_000, "8.05B"),
        (25 * 10**29, "2.5e30"),
    ],
)
def test_compact_numbers(value: int, text: str) -> None:
    assert compact(value) == text


def test_compact_numbers_follow_the_language() -> None:
    set_language("ro")
    try:
        assert compact(1_500_000) == "1,5 mil."
        assert compact(-8_050_000_000) == "−8,05 mld."
        assert compact(12_300) == "12,3 mii"
    finally:
        set_language("en")
