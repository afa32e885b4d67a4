"""Checks, events and charts: what each says, opens and asks, without a screen."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import Any

import pytest
from textual.content import Content

from tests.ui.sections.parts import (
    SESSION,
    TODAY,
    Calls,
    got,
    of,
)
from tui_app.client.errors import (
    ServerError,
)
from tui_app.contract import operations as ops
from tui_app.contract import resources as r
from tui_app.contract.screening.page import ScreeningPage
from tui_app.insight.figures import Facts
from tui_app.insight.signals import signals
from tui_app.ui.panes.company import CompanyState
from tui_app.ui.remote.questions import about
from tui_app.ui.sections.figures.figures_text import Chart, ChartStack
from tui_app.ui.sections.home import counts_of
from tui_app.ui.sections.overview_lines import _cases_by_year
from tui_app.ui.sections.signal_rows import SignalTable, measured, source_and_year
from tui_app.ui.sections.signals import SignalsSection
from tui_app.ui.sections.timeline import TimelineSection
from tui_app.ui.sections.with_cursor import SectionWithRows
from tui_app.ui.terminal.capabilities import ChartStyle
from tui_app.ui.text.drawing import paragraph


def check(rule: str) -> Any:
    return next(each for each in signals(Facts(), TODAY) if each.rule == rule)


def test_a_warning_stands_above_the_checks_while_it_waits_for_enter() -> None:
    for was_loaded, needs, warning, has in (
        (True, True, "x", True), (False, True, "x", False), (True, False, "x", False),
        (True, True, "", False),
    ):  # fmt: skip
        pane = of(was_loaded=was_loaded, question=lambda each: each,
                  by_operation=((ops.FINANCIAL, of(needs_request=needs)),),
                  _warning_of=lambda _asked, warning=warning: warning)  # fmt: skip
        assert got(SignalsSection, "_has_warning", pane) is has


EVENT_TEXT = "1/2/2026 · Parat · Litigii Cu Profesionistii"


async def test_saved_screens_are_counted_only_where_the_source_is_at_hand() -> None:
    page = ScreeningPage(total_companies=3, total_is_exact=True)
    asked: list[str] = []

    async def screen(line: str, **_more: Any) -> Any:
        asked.append(line)
        if line == "broken":
            raise ServerError("down")
        return of(data=page)

    async def companies() -> Any:
        return client

    async def learn() -> None: ...

    client = of(
        live=None, offline=False, screen=screen, learn_extensions=learn, uncounted=companies
    )
    session = of(source=of(embedded=True), companies=companies)
    assert await counts_of(session, ["a", "broken", "b"]) == {"a": "3 companies"}
    for name, value in (("offline", True), ("live", 1)):
        setattr(client, name, value)
        assert await counts_of(session, ["a"]) == {}
        setattr(client, name, False if name == "offline" else None)
    assert asked == ["a", "broken"]


def test_charts_of_the_same_size_stay_until_the_new_ones_are_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "tui_app.ui.sections.figures.figures_text.start", lambda _pane, work, **_more: work.close()
    )
    stack: Any = ChartStack(of(), lambda: None)
    chart = Chart(of(), 40, 5, of())
    [blank] = stack.show((chart,))
    assert blank.plain == "\n" * 4
    stack._shown, stack._drawn = (chart,), ("drawn",)
    assert stack.show((Chart(of(), 40, 5, of()),)) == ("drawn",)
    assert stack.show((Chart(of(), 41, 5, of()),)) != ("drawn",)
    stack.drop()
    assert stack.show((chart,))[0].plain == "\n" * 4


async def test_charts_are_drawn_between_keys_and_then_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls = Calls()

    async def pause() -> None:
        calls.append(("pause",))

    session = of(pause_between_keys=pause)
    monkeypatch.setattr(
        "tui_app.ui.sections.figures.figures_text.session_of", lambda _pane: session
    )
    monkeypatch.setattr("tui_app.ui.sections.figures.figures_text._draw", lambda chart: chart.width)
    stack: Any = ChartStack(of(), calls.of("changed"))
    stack._wanted = (Chart(of(), 40, 5, of()), Chart(of(), 41, 5, of()))
    await stack._draw()
    assert (stack._drawn, stack._shown) == ((40, 41), stack._wanted)
    assert calls == [("pause",), ("pause",), ("changed",)]


def test_the_rest_of_the_cases_names_its_key_and_its_price_where_it_has_one() -> None:
    for price, said in ((0, "<more_cases> loads the rest"),
                        (2, "<more_cases> loads the rest (2 requests)")):  # fmt: skip
        client = of(live=None, allowance=of(metered=bool(price)))
        session = of(**vars(SESSION) | {"client": client})
        pane = of(questions_of_all_cases=lambda: (), session=session,
                  answers=of(price=lambda _asked, price=price: price))  # fmt: skip
        assert SignalsSection._price_of_the_rest(pane) == said


def test_a_check_without_figures_has_a_dash_and_no_limit_that_hangs_on_them() -> None:
    limits = {"negative_equity": "≥ 0", "losses": "< 2", "turnover_halved": "≥ −50%",
              "current_ratio": "≥ 1", "no_employees": "> 0", "debts_above_assets": "",
              "no_statement": "", "of another version": ""}  # fmt: skip
    for rule, limit in limits.items():
        found = measured(of(rule=rule, figures=(), needs=("financial",), note="odd"))
        assert (found.value, found.limit) == ("–", limit), rule
        assert found.text == (f"– ({limit})" if limit else "–")


def test_the_names_of_ratios_take_what_their_values_leave() -> None:
    years = tuple(r.YearlyRecord(year=at, turnover=at, net_profit=1) for at in (2024, 2025))
    data = r.FinancialData(financial_data=years)
    pane = of(known=of(data=lambda *_given: data), shows_formulas=False)
    pane._ratio = partial(SignalsSection._ratio, pane)
    for width in (40, 50):
        rows = [*SignalsSection._ratios(pane, width)]
        assert max(row.cell_length for row in rows) == width


def test_what_the_timeline_lacks_has_a_price_where_requests_are_counted() -> None:
    for metered, price in ((True, " (2 requests)"), (False, "")):
        client = of(live=None, allowance=of(metered=metered))
        pane = of(state=CompanyState, prices_of_tabs=lambda: {"finance": 2, "cases": 2},
                  session=of(**vars(SESSION) | {"client": client}), profile=None)  # fmt: skip
        assert [*TimelineSection._missing(pane)] == [
            f"Statements not loaded · <finance> load{price}",
            f"Court cases not loaded · <cases> load{price}",
        ]


def test_cases_are_invented_where_the_source_or_a_page_says_so() -> None:
    for source in (True, False):
        for page in (True, False):
            pages = {1: of(invented=page), 2: of(invented=False)}
            state = of(loaded=of(case_pages=pages), in_workspace=None)
            pane = of(state=lambda state=state: state, session=of(source=of(invented=source)))
            assert got(TimelineSection, "_known", pane).is_invented is (source or page)


def test_the_cases_of_each_year_are_bars_up_to_the_newest() -> None:
    days = [dt.datetime(year, 5, 4, tzinfo=dt.UTC) for year in (2022, 2024, 2024)]
    assert _cases_by_year(days, ChartStyle()).cell_length == 3
    assert _cases_by_year(days[1:], ChartStyle()).plain == ""
    two = [days[1], days[1].replace(year=2023)]
    assert _cases_by_year(two, ChartStyle()).cell_length == 2
    asked = of(known=of(missing_case_pages=(2, 3)), tax_id="12")
    assert SignalsSection.questions_of_all_cases(asked) == tuple(
        about(ops.COURT_CASES, "12", page) for page in (2, 3)
    )


def test_a_table_of_checks_has_the_columns_that_fit_and_short_titles() -> None:
    found = signals(Facts(), TODAY)
    for width, titles in ((49, 3), (50, 3), (67, 3), (68, 4)):
        table = SignalTable(found, width)
        head = table.head().plain
        assert ("Verdict" in head) is (width >= 50) and ("Source" in head) is (titles == 4)
    narrow = "\n".join(SignalTable(found, 50).row(each).plain for each in found)
    assert "Debtor in bankruptcy" in narrow and "Dissolved or insolvent" in narrow
    assert {source_and_year(each) for each in found if each.needs} != {""}
    zero = [r.YearlyRecord(year=year, turnover=t) for year, t in ((2024, 0), (2025, 5))]
    facts = Facts(financial=r.FinancialData(financial_data=tuple(zero)))
    [halved] = [each for each in signals(facts, TODAY) if each.rule == "turnover_halved"]
    assert measured(halved).value == "–"


def test_a_tab_with_rows_says_what_it_needs_and_that_its_answer_is_old(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    age = paragraph("age", 9)
    monkeypatch.setattr("tui_app.ui.sections.with_cursor.draw_age", lambda *_given: age)
    for may, state, old, said in (
        (False, None, False, "needs a registry"), (True, paragraph("loading", 9), False, "loading"),
        (True, None, False, "data"), (True, None, True, "data\nage"),
    ):  # fmt: skip
        pane = of(
            may_ask=lambda _each, may=may: may, own_operations=(ops.CONNECTIONS,),
            needs="needs a registry", value=of(needs_refresh=old), data=None if state else 1,
                session=None,
            draw_state=lambda _value, _width, state=state: state,
            draw_data=lambda _data, _width: [paragraph("data", 9)],
        )  # fmt: skip
        assert SectionWithRows.draw(pane, 90).plain == said


@pytest.mark.parametrize(
    ("has_warning", "drawn"),
    [(True, "Financials\ncosts\n\nchecks"), (False, "checks\n\nFinancials\ncosts")],
)
def test_what_is_warned_of_stands_above_the_checks_with_its_title(
    has_warning: bool, drawn: str
) -> None:
    pane = of(
        state=lambda: of(signals=()), _has_warning=has_warning,
        _table=lambda *_of: [Content("checks")], _ratios=lambda _width: [],
        _peers=lambda _width: [], _sources=lambda _width: [],
        _unread=lambda _width: [Content(), Content("Financials"), Content("costs")],
    )  # fmt: skip
    assert SignalsSection.draw(pane, 80).plain == drawn
