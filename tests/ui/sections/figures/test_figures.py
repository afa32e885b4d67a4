"""What the Financials tab says of the figures, and how the table stands."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from tests.ui.charts.reading import read
from tui_app.contract.resources import FinancialData, YearlyRecord
from tui_app.system.language import set_language
from tui_app.ui.charts.bars import draw
from tui_app.ui.sections.figures import table
from tui_app.ui.sections.figures.figures_text import Chart, FiguresText, View
from tui_app.ui.sections.figures.headlines import (
    credit_score,
    first_charted,
    headlines,
    old_note,
    sparklines,
)
from tui_app.ui.sections.figures.table import MEASURES, TURNOVER, ChartMeasure
from tui_app.ui.terminal.capabilities import ChartStyle, set_spoken

TODAY = dt.date(2026, 11, 20)


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    set_language("en")


def _year(year: int, **figures: int) -> YearlyRecord:
    return YearlyRecord(year=year, **figures)


def _text(records: tuple[YearlyRecord, ...], **other: object) -> FiguresText:
    text = FiguresText(
        data=FinancialData(),
        records=records,
        years=0,
        view=View.BOTH,
        measure=0,
        rows=40,
        style=ChartStyle(),
        charts=lambda charts: [draw(*chart) for chart in charts],
        today=TODAY,
    )
    return structs.replace(text, **other)


def _whole_years(first: int, last: int, amount: int = 10_000_000) -> tuple[YearlyRecord, ...]:
    return tuple(
        _year(
            year,
            turnover=amount + year,
            net_profit=amount // 4,
            employee=5,
            debts=amount // 2,
            fixed_assets=amount,
            current_assets=amount,
        )
        for year in range(first, last + 1)
    )


def test_a_headline_names_its_years() -> None:
    turnover = headlines(FinancialData(), (_year(2024, turnover=100), _year(2025, turnover=110)))[0]
    assert (turnover.amount, turnover.change_text, turnover.years) == (
        "110 RON",
        "+10.0%",
        "2025 vs 2024",
    )
    assert turnover.spot is not None and turnover.spot.label == "Turnover 2025"


def test_over_a_hole_the_years_say_so() -> None:
    records = (_year(2021, turnover=100), _year(2022), _year(2025, turnover=50))
    assert headlines(FinancialData(), records)[0].years == "2025 vs 2021"


@pytest.mark.parametrize(
    ("before", "after", "moved"),
    [
        (-1_267_838, -951_629, "+316,209 RON"),
        (500, -200, "−700 RON"),
        (-200, 500, "+700 RON"),
        (0, 500, "+500 RON"),
        (0, 1, "+1 RON"),
        (-1, 0, "+1 RON"),
        (0, -1, "−1 RON"),
        (500, 500, "unchanged"),
        (0, 0, "unchanged"),
        (500, 250, "−50.0%"),
    ],
)
def test_a_change_across_a_sign_is_told_in_amounts(before: int, after: int, moved: str) -> None:
    records = (_year(2024, net_profit=before), _year(2025, net_profit=after))
    assert headlines(FinancialData(), records)[1].change_text == moved


def test_people_have_no_currency() -> None:
    records = (_year(2024, employee=0), _year(2025, employee=4))
    assert headlines(FinancialData(), records)[2].change_text == "+4"


def test_without_yearly_figures_the_servers_own_count_and_no_year_is_made_up() -> None:
    turnover = headlines(FinancialData(turnover=110, turnover_prev_year=100), ())[0]
    assert (turnover.value, turnover.change_text, turnover.years) == (110, "+10.0%", "")
    assert turnover.spot is not None
    assert (turnover.spot.label, turnover.spot.text) == ("Turnover", "110")


def test_the_servers_year_before_is_not_taken_for_a_year_that_is_not_on_record() -> None:
    """Some servers send the figure of an older year: that of 2019 was shown as that of 2022."""
    data = FinancialData(turnover=150, turnover_prev_year=100)
    shown = headlines(data, (_year(2019, turnover=100), _year(2023, turnover=150)))[0]
    assert (shown.change_text, shown.years) == ("+50.0%", "2023 vs 2019")
    alone = headlines(data, (_year(2023, turnover=150),))[0]
    assert (alone.value, alone.change_text, alone.years) == (150, "", "2023")


def test_a_figure_that_is_not_known_is_no_zero() -> None:
    shown = headlines(FinancialData(), (_year(2025, turnover=1),))[1]
    assert (shown.amount, shown.change_text) == ("–", "")
    assert shown.spot is None, "a dash is nothing to copy"


@pytest.mark.parametrize(
    ("year", "note"),
    [(2015, "Old figures · latest: 2015"), (2023, "Old figures · latest: 2023"), (2024, "")],
)
def test_old_figures_are_told_as_old(year: int, note: str) -> None:
    assert old_note((_year(year, turnover=1),), TODAY) == note


def test_of_next_years_early_months_the_statement_is_not_due() -> None:
    assert old_note((_year(2024),), dt.date(2027, 5, 31)) == ""
    assert old_note((_year(2024),), dt.date(2027, 6, 1)) != ""


@pytest.mark.parametrize(
    ("value", "word", "english", "romanian"),
    [
        (99.1, "low", "99.1 · low risk", "99,1 · risc scăzut"),
        (8.0, "High", "8 · high risk", "8 · risc ridicat"),
        (3.5, "BBB+", "3.5 · BBB+", "3,5 · BBB+"),
        (None, "medium", "medium risk", "risc mediu"),
        (12.0, None, "12", "12"),
        (None, None, "", ""),
    ],
)
def test_the_score_has_the_servers_own_word(
    value: float | None, word: str | None, english: str, romanian: str
) -> None:
    data = FinancialData(credit_risk_score=value, credit_risk_score_text=word)
    assert credit_score(data) == english
    set_language("ro")
    assert credit_score(data) == romanian


def test_a_company_with_losses_opens_on_net_profit_and_others_on_what_is_wanted() -> None:
    def opens_on(*records: YearlyRecord, wanted: int = 0, data: FinancialData | None = None) -> str:
        return MEASURES[first_charted(data or FinancialData(), records, wanted)].name

    gain = _year(2025, net_profit=1, turnover=1, equity=1)
    loss = _year(2025, net_profit=-1, turnover=1)
    assert opens_on(_year(2024, net_profit=-1), gain) == "turnover"
    assert opens_on(_year(2024, net_profit=1), loss) == "net_profit"
    assert opens_on(data=FinancialData(net_profit=-1)) == "net_profit"
    assert opens_on(gain, wanted=MEASURES.index(ChartMeasure("equity"))) == "equity"
    # There is no chart without data.
    assert opens_on(_year(2025, employee=3)) == "employee"
    assert opens_on() == "turnover"


def test_the_table_has_its_rows_in_groups_with_margin_and_debt_ratio() -> None:
    records = _whole_years(2024, 2025)
    lines = _text(records, view=View.TABLE).draw(100).plain.split("\n")
    start = lines.index("Annual figures (RON)")
    names = [re.split(r" {2,}", line.strip())[0] for line in lines[start + 2 :]]
    assert names == [
        "Results", "Turnover", "Growth", "Net profit", "Net margin", "Employees",
        "Assets", "Fixed assets", "Current assets", "Inventory", "Receivables", "Cash",
        "Funding", "Equity", "Share capital", "Liabilities", "Debt ratio",
    ]  # fmt: skip
    row = {line.split("  ")[0] or line.strip().split("  ")[0]: line.split() for line in lines}
    assert row["Net margin"][-1] == "25.0%"
    assert row["Debt ratio"][-1] == "25.0%"
    assert row["Inventory"][-2:] == ["–", "–"]


def test_growth_of_the_first_year_shown_is_told_from_the_one_before() -> None:
    records = tuple(_year(year, turnover=100 * (year - 2019)) for year in range(2020, 2026))
    text = _text(records, view=View.TABLE, years=3).draw(100).plain
    assert re.search(r"Growth +\+33\.3% +\+25\.0% +\+20\.0%", text)
    assert "2022" not in text.split("Annual")[1]


@given(st.integers(1, 7), st.integers(1_000, 10**11), st.integers(60, 170))
def test_years_of_the_table_stand_under_their_bars(count: int, amount: int, width: int) -> None:
    records = _whole_years(2025 - count + 1, 2025, amount)
    placed = table.columns(records, width)
    lines = _text(records).draw(width).plain.split("\n")
    assert max(map(len, lines)) <= width
    if placed is None:
        return
    title = lines.index("Turnover (RON)")
    end = next(n for n in range(title + 2, len(lines)) if re.fullmatch(r" *(\d{4} *)+", lines[n]))
    chart = "\n".join(lines[title : end + 1])
    reading = read(chart)
    (amounts,) = (line for line in lines[end:] if line.startswith("Turnover"))
    ends = [found.end() for found in re.finditer(r"\S+", amounts)][1:]
    canvas = next(len(line) - len(line[line.index("▔│") + 2 :]) for line in lines if "▔│" in line)
    for year, last in zip(range(2025 - count + 1, 2026), ends, strict=True):
        first_row = reading.rows[1]
        assert first_row[last - canvas - 1] not in " ▔"
        assert first_row[last - canvas : last - canvas + 1] in ("", " ")
        assert reading.years[year] < last - canvas


def test_years_that_do_not_fit_stand_in_blocks_the_latest_first() -> None:
    records = _whole_years(2014, 2025)
    text = _text(records, view=View.TABLE).draw(70).plain
    years = [line.split() for line in text.split("\n") if re.fullmatch(r" +(\d{4} *)+", line)]
    assert len(years) > 1
    assert [year for block in years for year in block] == [
        str(year) for year in range(2025, 2013, -1)
    ]
    turnovers = [line.split()[1:] for line in text.split("\n") if line.startswith("Turnover  ")]
    figures = [each for block in turnovers[-len(years) :] for each in block]
    assert figures == [f"{10_000_000 + year:,}" for year in range(2025, 2013, -1)]


@given(
    st.dictionaries(st.integers(2008, 2025), st.none() | st.integers(-(10**9), 10**9), min_size=2),
    st.sampled_from([0, 3, 5]),
    st.integers(40, 170),
    st.sampled_from([View.BOTH, View.CHART]),
)
def test_charts_one_above_another_share_the_years_that_are_shown(
    turnovers: dict[int, int | None], years: int, width: int, view: View
) -> None:
    last = max(turnovers)
    records = tuple(
        YearlyRecord(year=year, turnover=turnovers.get(year), employee=3 if year == last else None)
        for year in range(min(turnovers), last + 1)
    )
    text = _text(records, years=years, view=view, rows=60).draw(width).plain
    assert (f"Latest {years} years" in text) == bool(years)
    charts = [part.strip("\n") for part in text.split("\n\n") if "▔│" in part]
    if not charts:
        return
    axes = {line.index("│") for chart in charts for line in chart.split("\n")[1:-1]}
    assert len(axes) == 1
    labels = {chart.split("\n")[-1] for chart in charts}
    assert len(labels) == 1
    labelled = [int(each) for each in labels.pop().split()]
    assert labelled[-1] == last
    if years and len(labelled) > 1 and labelled[1] == labelled[0] + 1:
        assert labelled[0] == max(min(turnovers), last - years + 1)


def test_fewer_years_leave_the_axis_where_it_is() -> None:
    records = _whole_years(2008, 2025)
    charts = [_text(records, years=years).draw(80).plain for years in (0, 5, 3, 1)]
    (axis,) = {line.index("▔│") for chart in charts for line in chart.split("\n") if "▔│" in line}
    assert axis < 8


@given(
    st.lists(st.none() | st.integers(-(10**11), 10**11), max_size=12),
    st.integers(30, 170),
    st.integers(4, 60),
    st.sampled_from(View),
    st.sampled_from(["en", "ro"]),
    st.integers(0, len(MEASURES) - 1),
)
def test_nothing_is_wider_than_its_room(
    amounts: list[int | None], width: int, rows: int, view: View, lang: str, measure: int
) -> None:
    set_language(lang)
    records = tuple(
        YearlyRecord(year=2014 + n, turnover=each, net_profit=each, equity=each, employee=each)
        for n, each in enumerate(amounts)
    )
    text = _text(records, view=view, rows=rows, measure=measure)
    assert max(len(line) for line in text.draw(width).plain.split("\n")) <= width


def test_a_growth_of_any_size_keeps_its_column() -> None:
    records = (_year(2023, turnover=1), _year(2024, turnover=10**6), _year(2025, turnover=1))
    text = _text(records, view=View.TABLE).draw(60).plain
    assert re.search(r"Growth +– +>9,999% +−100\.0%$", text, re.MULTILINE)


def test_a_low_tab_has_a_sparkline_for_each_figure_and_no_chart() -> None:
    records = _whole_years(2020, 2025)

    def none(charts: tuple[Chart, ...]) -> list[object]:
        raise AssertionError(charts)

    lines = _text(records, rows=7, charts=none).draw(36).plain.split("\n")
    for name in ("Turnover", "Net profit", "Employees"):
        assert any(re.match(rf"{name} +[▁-█]{{6}}$", line) for line in lines[:7]), name
    # The amounts end in one column.
    low = _text(records, rows=7, charts=none).draw(36).plain.partition("\n\n")[2].split("\n")
    assert low[:3] == [
        "Turnover         10M  ▇▇▇▇▇█", "Net profit      2.5M  ██████",
        "Employees          5  ██████",
    ]  # fmt: skip
    assert low[4] == "Equity             –"


def test_a_name_gives_way_to_its_amount_and_a_line_of_years_to_both() -> None:
    both, years = (TURNOVER, ChartMeasure("current_assets")), _whole_years(2020, 2025)
    for width, *rows in (
        (60, "Turnover        10M  ▇▇▇▇▇█", "Current assets  10M  ██████"),
        (23, "Turnover        10M  ▇█", "Current assets  10M  ██"),
        (22, "Turnover        10M  █", "Current assets  10M  █"),
        (16, "Turnover     10M", "Current as…  10M"), (10, "Turn…  10M", "Curr…  10M"),
        (5, "  10M", "  10M"),
    ):  # fmt: skip
        assert sparklines(both, years, width, ChartStyle()).plain.split("\n") == rows


def test_what_just_fits_a_tile_is_written_in_full() -> None:
    def tile(records: tuple[YearlyRecord, ...], available: int) -> list[str]:
        lines = _text(records, view=View.TABLE).draw(3 * available + 6).plain.split("\n")
        return [line[:available].rstrip() for line in lines]

    two = (_year(2024, turnover=-1), _year(2025, turnover=99_999_999_999))
    assert tile(two, 18)[1] == "99,999,999,999 RON"
    assert tile((*two[:1], _year(2025, turnover=999_999_999_999)), 18)[1] == "1T RON"
    assert tile((*two[:1], _year(2025, turnover=9_999_999_998)), 18)[2] == "+9,999,999,999 RON"
    assert tile(two, 18)[2] == "+100B 2025 vs 2024"
    for width, labels in ((60, ["Turnover", "Net", "profit", "Employees"]), (59, ["Turnover"])):
        first = _text(two).draw(width).plain.split("\n")[0]
        assert re.sub("[▁-█]", "", first).split() == labels, width
    doubled = (_year(2024, turnover=5), _year(2025, turnover=10))
    assert tile(doubled, 20)[2] == "+100.0% 2025 vs 2024"
    assert tile(doubled, 19)[2:4] == ["+100.0%", "2025 vs 2024"]
    years = _whole_years(2017, 2025)
    assert tile(years, 19)[4] == "▇▇▇▇▇▇▇▇█ 2017–2025"
    assert tile(years, 18)[4] == "▇▇▇▇▇▇▇▇█"
    assert tile(_whole_years(2000, 2025), 22)[3].endswith("█ 2014–2025")


@pytest.mark.parametrize(("rows", "width"), [(7, 36), (40, 100)])
def test_a_screen_reader_gets_one_sentence_for_each_figure(rows: int, width: int) -> None:
    set_spoken(True)
    try:
        text = _text(_whole_years(2012, 2017), rows=rows, measure=3).draw(width).plain
    finally:
        set_spoken(False)
    assert max(map(len, text.split("\n"))) <= width
    head, *sentences = text.partition("\n\nAnnual")[0].split("\n\n")
    assert not re.search("[▁-█]", text) and head.startswith("Turnover\n10,002,017 RON")
    begins = ("Turnover (RON) stayed", "Net profit (RON) was", "Employees was", "Equity: nothing")
    assert len(sentences) == 4 and all(map(str.startswith, sentences, begins)), sentences


def test_blocks_of_years_stand_apart_and_have_whole_names_where_there_is_room() -> None:
    text = table.table(_whole_years(2020, 2025), 48, 0).plain
    assert text.count("\n\n") == text.count("Results") - 1 > 0
    assert text.count("Current assets ") == text.count("  Share capital ") == text.count("Results")


def test_a_chart_has_the_columns_of_the_table_wherever_all_years_stand_side_by_side() -> None:
    years = _whole_years(2021, 2025)
    for width in range(50, 90):
        blocks = table.table(years, width, 0).plain.count("Results")
        assert (table.columns(years, width) is not None) is (blocks == 1), width


def test_a_high_tab_has_more_charts_and_a_chart_alone_is_higher() -> None:
    drawn: list[tuple[Chart, ...]] = []

    def note(charts: tuple[Chart, ...]) -> list[object]:
        drawn.append(charts)
        return [draw(*chart) for chart in charts]

    for rows, view in ((30, View.BOTH), (60, View.BOTH), (30, View.CHART)):
        _text(_whole_years(2020, 2025), rows=rows, view=view, charts=note).draw(70)
    both, high, alone = drawn
    assert len(both) == 1 < len(high)
    assert [chart.data.title for chart in high[:2]] == ["Turnover", "Net profit"]
    assert len(alone) > 1 or alone[0].height > both[0].height
    for rows, height in ((20, 10), (19, 8)):
        _text(_whole_years(2020, 2025), rows=rows, charts=note).draw(70)
        assert [chart.height for chart in drawn[-1]] == [height], rows
    for rows in range(20, 60, 4):
        text = _text(_whole_years(2020, 2025), rows=rows, view=View.CHART).draw(70)
        assert len(text.split("\n")) <= rows, "charts alone need no scrolling"


def test_the_charted_measure_comes_first() -> None:
    at = MEASURES.index(TURNOVER) + 3
    text = _text(_whole_years(2024, 2025), measure=at).draw(80).plain
    assert f"{MEASURES[at].label} (RON)" in text
    # In a low tab the ones before it follow the last.
    low = _text(_whole_years(2024, 2025), rows=7, measure=at).draw(36).plain.split("\n\n")[1]
    assert len(low.split("\n")) == len(MEASURES)


def test_the_table_says_what_of_the_assets_is_not_explained() -> None:
    """More than a fifth; the line is no warning, and stands only where a year needs it."""
    balanced = _year(2024, fixed_assets=600, current_assets=400, equity=500, debts=300)
    gap = _year(2025, fixed_assets=600, current_assets=400, equity=100, debts=300)
    more = _year(2026, fixed_assets=600, current_assets=400, equity=900, debts=301)
    unknown = _year(2027, fixed_assets=600, current_assets=400, debts=300)
    shown = table.table((balanced, gap, more, unknown), 100, 0)
    (line,) = (line for line in shown.split("\n") if line.plain.startswith("Not explained  "))
    assert line.plain.split() == ["Not", "explained", "600", "−201"]
    assert "$status" not in line.markup
    assert "Provisions, prepaid and deferred items" in shown.plain
    assert "Not explained" not in table.table((balanced, unknown), 100, 0).plain
    height = shown.plain.count("\n") + 1
    assert table.height((balanced, gap, more, unknown), 100) == height
