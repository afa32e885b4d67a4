"""The lines of the overview: the year of what is older than the rest, and what was not done."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from textual.content import Content

from tui_app.client.answer import Answer
from tui_app.contract import operations as ops
from tui_app.contract.resources import (
    CompanyProfile,
    CourtCase,
    CourtCasePage,
    FinancialData,
    YearlyRecord,
)
from tui_app.ui.panes.company import CompanyState
from tui_app.ui.remote.answers import LoadedData
from tui_app.ui.sections.overview_lines import LINES, Lead, OverviewData, _words_of, draw_lines
from tui_app.ui.terminal.capabilities import ChartStyle
from tui_app.ui.text.drawing import STYLES

LEADS = {line.tab: Lead(str(place), "1 request") for place, line in enumerate(LINES, 2)}


def drawn(*records: YearlyRecord, width: int = 90, rows: int = 2) -> list[str]:
    return content_of(*records, width=width, rows=rows).plain.split("\n")


def content_of(*records: YearlyRecord, width: int = 90, rows: int = 2) -> Content:
    now = dt.datetime(2026, 11, 20, tzinfo=dt.UTC)
    profile = CompanyProfile(status="functiune")
    figures = FinancialData(financial_data=records)
    # Any: each operation has its own result type.
    answers: dict[str, Answer[Any]] = {
        ops.PROFILE.name: Answer(data=profile, fetched_at=now),
        ops.FINANCIAL.name: Answer(data=figures, fetched_at=now),
    }
    state = CompanyState(loaded=LoadedData(answers), today=now.date())
    known = OverviewData(state=state, profile=profile, style=ChartStyle)
    return draw_lines(known, LEADS, width, shown=len(LINES), rows=rows)


def test_a_figure_that_the_newest_statement_lacks_names_its_year() -> None:
    figures = " ".join(
        drawn(
            YearlyRecord(year=2024, turnover=8_000_000, net_profit=0, employee=12),
            YearlyRecord(year=2025, employee=0),
        )
    )
    assert "8M RON 2024" in figures
    assert "profit 0 2024" in figures
    assert "0 employees  " in figures


@pytest.mark.parametrize(("profit", "is_bad"), [(-1, True), (0, False), (1, False)])
def test_a_loss_is_marked_and_nothing_else_is(profit: int, is_bad: bool) -> None:
    content = content_of(YearlyRecord(year=2025, turnover=5, net_profit=profit))
    marked = {content.plain[each.start : each.end] for each in content.spans
              if each.style == STYLES["bad"]}  # fmt: skip
    assert any("loss" in text or "profit" in text for text in marked) is is_bad


def test_old_figures_are_called_old() -> None:
    assert "latest: 2015" in " ".join(drawn(YearlyRecord(year=2015, turnover=5)))


def test_a_line_of_years_is_whole_or_not_there() -> None:
    records = [YearlyRecord(year=year, turnover=year * 1_000) for year in range(2018, 2026)]
    for width in range(24, 40):
        figures = drawn(*records, width=width, rows=1)[0].rstrip()
        bars = sum(each in "▁▂▃▄▅▆▇█" for each in figures)
        assert bars in (0, 8) and "…" not in figures, figures


def test_a_text_that_is_too_long_ends_with_a_whole_word_or_says_that_it_goes_on() -> None:
    for width, shown in ((9, "24.7M RON"), (8, "24.7M"), (5, "24.7M"), (4, "24.…"), (1, "…")):
        assert _words_of(Content("24.7M RON"), width).plain == shown
    assert _words_of(Content(" 24.7M"), 4).plain == " 24…"


def test_checks_without_data_are_not_done() -> None:
    (checks,) = (line for line in drawn(YearlyRecord(year=2025)) if line.startswith("checks"))
    assert "not done" in checks and "not known" not in checks
    # The most serious come first: the rest may have no room.
    places = [checks.index(word) for word in ("serious", "warning", "clear", "not done")]
    assert places == sorted(places)


@pytest.mark.parametrize("width", [60, 73, 90, 130])
def test_with_two_rows_each_line_names_its_key_in_the_first(width: int) -> None:
    records = [YearlyRecord(year=2019 + n, turnover=9, net_profit=4, employee=3) for n in range(7)]
    lines = drawn(*records, width=width)
    assert lines[0].endswith("[2]")


def test_in_one_row_the_bars_of_the_courts_give_way_to_the_key() -> None:
    now = dt.datetime(2026, 11, 20, tzinfo=dt.UTC)
    cases = tuple(CourtCase(case_number=f"{n}/3/{n}", date=f"{n}-05-02") for n in range(2019, 2027))
    page = Answer(
        data=CourtCasePage(court_cases=cases, total_cases=len(cases), total_pages=1), fetched_at=now
    )
    state = CompanyState(loaded=LoadedData({ops.COURT_CASES.name: page}, case_pages={1: page}))
    known = OverviewData(state=state, profile=CompanyProfile(), style=ChartStyle)
    for width in range(50, 90):
        text = draw_lines(known, LEADS, width, shown=len(LINES), rows=1).plain
        (courts,) = (row.rstrip() for row in text.split("\n") if row.startswith("courts"))
        assert courts.endswith("[4]"), (width, courts)
