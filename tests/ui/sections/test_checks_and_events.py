"""Checks, events and charts: what each says, opens and asks, without a screen."""

from __future__ import annotations

import datetime as dt
from typing import Any, cast

import pytest
from msgspec.structs import replace

from tests.ui.sections.parts import (
    CASE,
    ENTRY,
    FIRM,
    NOW,
    SESSION,
    TODAY,
    Calls,
    answer,
    case,
    got,
    of,
)
from tui_app.client.errors import (
    ServerError,
)
from tui_app.contract import operations as ops
from tui_app.contract import resources as r
from tui_app.contract.past import CompanyHistory, RegisterChange
from tui_app.contract.screening.page import ScreeningPage
from tui_app.insight.figures import Facts
from tui_app.insight.signals import signals
from tui_app.ui.chart_style import ChartStyle
from tui_app.ui.panes.facts import CompanyState, WorkspaceData
from tui_app.ui.remote.answers import LoadedData
from tui_app.ui.remote.questions import about
from tui_app.ui.sections import timeline
from tui_app.ui.sections.chart_stack import Chart, ChartStack
from tui_app.ui.sections.cursor import CursorSection
from tui_app.ui.sections.financials import FinancialsSection
from tui_app.ui.sections.overview_lines import _cases_by_year
from tui_app.ui.sections.screening_counts import counts_of
from tui_app.ui.sections.signal_rows import SignalTable, measured, source_and_year
from tui_app.ui.sections.signals import SignalsSection
from tui_app.ui.sections.timeline_events import TimelineData, events
from tui_app.ui.sections.with_rows import SectionWithRows
from tui_app.ui.text.drawing import paragraph
from tui_app.workspace.changes import Change


def check(rule: str) -> Any:
    return next(each for each in signals(Facts(), TODAY) if each.rule == rule)


def test_a_check_is_opened_exported_and_its_rest_has_a_price(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls = Calls()
    found = signals(Facts(), TODAY)
    pane = of(spot=of(name="losses"), _found=found, post_message=calls.of("post"),
              ShowFields=lambda title, fields: (title, fields[0].label), company_name="ANA",
              _show_check=None)  # fmt: skip
    assert SignalsSection.enter_spot(of(spot=None)) is None
    opened = SignalsSection.enter_spot(pane)
    assert opened is not None and (opened.label, opened.questions) == ("open", ())
    SignalsSection._show_check(pane)
    assert calls == [("post", (check("losses").title, "Verdict"))]
    SignalsSection._show_check(of(spot=None, _found=found))
    SignalsSection._show_check(of(spot=of(name="gone"), _found=found))
    table = SignalsSection.export_table(pane)
    assert table is not None and len(table.rows) == len(found)
    assert SignalsSection.export_table(of(_found=(), company_name="ANA")) is None
    label = "tui_app.ui.sections.signals.price_label"
    for price, said in (("2 requests", "<more_cases> loads the rest (2 requests)"),
                        ("", "<more_cases> loads the rest")):  # fmt: skip
        monkeypatch.setattr(label, lambda *_given, price=price: price)
        rest = of(answers=of(price=lambda _asked: 0), session=SESSION,
                  questions_of_all_cases=lambda: ())  # fmt: skip
        assert SignalsSection._price_of_the_rest(rest) == said


def test_only_free_pages_of_cases_are_loaded_without_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = Calls()
    monkeypatch.setattr("tui_app.ui.sections.base.Section.answer_arrived", lambda *_given: None)
    pages = [about(ops.COURT_CASES, "12", page) for page in (2, 3)]
    for client, loading, free, asked in (
        (1, False, pages, [("load", pages)]), (1, False, pages[1:], [("load", pages[1:])]),
        (1, False, [], []), (1, True, pages, []), (None, False, pages, []),
    ):  # fmt: skip
        calls.clear()
        parts = of(
            session=of(client=client), _is_loading_cases=loading, _load_cases=calls.of("load"),
            questions_of_all_cases=lambda: pages,
            answers=of(price=lambda each, free=free: each[0] not in free),
        )  # fmt: skip
        _arrived(parts)
        assert calls == asked
    worker = of(cancel=calls.of("cancel"), is_finished=False)
    calls.clear()
    section = SignalsSection(cast("Any", None))
    section._loading_cases = cast("Any", worker)
    states = [section._is_loading_cases]
    for _time in range(2):
        section.reset()
        states.append(section._is_loading_cases)
    section._loading_cases = cast("Any", of(is_finished=True))
    states.append(section._is_loading_cases)
    assert (calls, states) == ([("cancel",)], [True, False, False, False])


def _arrived(parts: Any) -> None:
    """``answer_arrived`` of a pane of the test's own, whose base does nothing."""

    class Pane(SignalsSection):
        def __init__(self) -> None:
            vars(self)["parts"] = parts

        def __getattribute__(self, name: str) -> Any:
            given = object.__getattribute__(self, "__dict__").get("parts")
            return getattr(given, name) if hasattr(given, name) else super().__getattribute__(name)

    Pane().answer_arrived(None)


@pytest.mark.parametrize(
    ("kind", "answer_there", "known", "may", "ruled_out", "said"),
    [
        ("missing", False, False, True, False, True),
        ("loaded", True, True, True, False, False),
        ("of another tab", False, True, True, False, False),
        ("not offered", False, False, False, False, False),
        ("ruled out", False, False, True, True, False),
    ],
)
def test_the_checks_say_what_is_missing_and_possible(
    kind: str, answer_there: bool, known: bool, may: bool, ruled_out: bool, said: bool
) -> None:
    value = of(answer=1 if answer_there else None)
    pane = of(
        by_operation=((ops.FINANCIAL, value),),
        known=of(answers={"financial": 1} if known else {}), may_ask=lambda _operation: may,
        profile=replace(FIRM, has_fin_data=False if ruled_out else None),
        draw_state=lambda _value, _width: paragraph("missing", 80),
    )  # fmt: skip
    told = [each.plain for each in SignalsSection._unread(pane, 80)]
    assert told == (["", "Financials", "missing"] if said else []), kind


def test_the_peers_are_told_with_their_group_where_they_are_offered() -> None:
    own = (ops.FINANCIAL, ops.COURT_CASES, ops.PEERS)
    measure = r.PeerMeasure(measure="net_margin", value=0.5, percentile=50.0, companies=1)
    peers = r.Peers(caen="4711", county="Cluj", year=2025, size=None,
                    measures=(measure, replace(measure, measure="of another version")))  # fmt: skip

    def told(data: Any, *, may: bool = True) -> list[str]:
        pane = of(
            known=of(data=lambda *_given: data), own_operations=own, may_ask=lambda _each: may
        )
        return [each.plain for each in SignalsSection._peers(pane, 200)]

    assert told(None) == [] and told(peers, may=False) == []
    assert told(replace(peers, measures=()))[2].startswith("Fewer than five firms")
    blank, title, group, line = told(peers)
    assert (blank, title, group) == ("", "Peers", "CAEN 4711 · Cluj · – · 2025")
    assert "50.0% · higher than 50% of the others" in line and line.endswith("1 firm")


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


def test_the_timeline_is_copied_opened_filtered_and_left() -> None:
    calls = Calls()
    loaded = LoadedData({
        ops.COURT_CASES.name: answer(r.CourtCasePage((CASE,), total_cases=2)),
        ops.HISTORY.name: answer(CompanyHistory(changes=(
            RegisterChange(kind="name", before="A", not_before="2024-01-02",
                           not_after="2024-03-04"),
            RegisterChange(kind="name", not_before="x", not_after="no day")))),
        ops.PROFILE.name: answer(replace(FIRM, founding_year=1)),
    })  # fmt: skip
    seen = Change(field="status", before="a", after="b", first_seen=NOW - dt.timedelta(days=9))
    in_register = replace(seen, not_before="2024-01-02", not_after="2024-03-04")
    kept = WorkspaceData(changes=(seen, in_register), first_seen=NOW)
    known = TimelineData(loaded=loaded, in_workspace=kept, is_invented=False)
    found = events(known)
    assert [(each.when, each.kind) for each in found] == [
        ("2026-11-20", "changes"), ("2026-11-11", "changes"), ("2026-01-02", "cases"),
        ("2024-03-04", "register"), ("1", "company"),
    ]  # fmt: skip
    assert found[2].text.startswith(EVENT_TEXT) and found[2].link
    changed = {each.label: each.value for each in found[3].fields()}
    assert (changed["Before"], changed["After"]) == ("A", "–")
    without = replace(known, loaded=LoadedData({}))
    assert len(events(without)) == 3  # what the register does not tell, the workspace does
    linked = timeline.row_of("0", found[2]).lines[0].left
    assert [each.text for each in linked[-2:]] == ["1/2/2026", found[2].text[8:]]
    assert linked[-2].link == found[2].link
    plain = timeline.row_of("0", found[0]).lines[0].left
    assert [each.text for each in plain[-2:]] == ["", found[0].text]
    pane = of(_shown=found, rows=of(current=of(key="2")), current=found[2], company_name="ANA",
              post_message=calls.of("post"),
              ShowFields=lambda title, fields: (title, len(fields)))  # fmt: skip
    section = timeline.TimelineSection
    assert got(section, "current", pane) is found[2]
    assert got(section, "current", of(rows=of(current=None))) is None
    assert [each.text for each in section.copies(pane)] == [f"2026-01-02 {found[2].text}"]
    assert section.copies(of(current=None)) == ()
    section.on_row_list_opened(pane, of(stop=calls.of("stop")))
    section.on_row_list_opened(of(current=None), of(stop=calls.of("stop")))
    assert calls == [("stop",), ("post", ("Court cases", 13)), ("stop",)]
    for text, hidden, was in (("x", frozenset(), True), ("", frozenset({"cases"}), True),
                              ("", frozenset(), False)):  # fmt: skip
        calls.clear()
        left = of(filter_text=text, hidden=hidden, redraw=calls.of("redraw"))
        assert section.leave_level(left) is was and (left.filter_text, left.hidden) == (
            "",
            frozenset(),
        )
        assert calls == ([("redraw",)] if was else [])
    told = of(entry=ENTRY, _shown=found[:1], filter_text="x", hidden={"cases", "register"},
              _missing=lambda: iter(["Statements not loaded"]))  # fmt: skip
    assert section.draw(told, 200).plain == (
        "1 event · filter “x” · hidden: court cases, changes in the register\nStatements not loaded"
    )
    chosen = of(redraw=lambda: None)
    section._show_kinds(chosen, ("cases",))
    assert "cases" not in chosen.hidden and len(chosen.hidden) == 4
    assert section.export_table(of(_shown=(), company_name="ANA")) is None
    for invented, page, is_invented in ((True, False, True), (False, True, True),
                                        (False, False, False)):  # fmt: skip
        of_page = LoadedData({}, case_pages={2: answer(r.CourtCasePage(), invented=page)})
        given = of(state=lambda s=of_page: CompanyState(loaded=s, today=TODAY),
                   session=of(source=of(invented=invented)))  # fmt: skip
        assert got(section, "_known", given).is_invented is is_invented


def test_what_the_timeline_lacks_has_its_key_and_its_price(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        timeline, "price_label", lambda price, _client: f"{price} r" if price else ""
    )

    def missing(loaded: LoadedData, **prices: int) -> list[str]:
        pane = of(state=lambda: CompanyState(loaded=loaded, today=TODAY), profile=FIRM,
                  session=SESSION, prices_of_tabs=lambda: prices)  # fmt: skip
        return [*timeline.TimelineSection._missing(pane)]

    assert missing(LoadedData({}), finance=1, cases=0) == [
        "Statements not loaded · <finance> load (1 r)", "Court cases not loaded · <cases> load",
    ]  # fmt: skip
    page = answer(r.CourtCasePage((CASE,), total_cases=2))
    there = LoadedData({ops.COURT_CASES.name: page, ops.FINANCIAL.name: answer(r.FinancialData())})
    assert missing(there) == ["1 court case not loaded"]
    whole = replace(page, data=r.CourtCasePage((CASE,), total_cases=1))
    assert missing(LoadedData({**there.answers, ops.COURT_CASES.name: whole})) == []


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
        "tui_app.ui.sections.chart_stack.start", lambda _pane, work, **_more: work.close()
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
    monkeypatch.setattr("tui_app.ui.sections.chart_stack.session_of", lambda _pane: session)
    monkeypatch.setattr("tui_app.ui.sections.chart_stack._draw", lambda chart: chart.width)
    stack: Any = ChartStack(of(), calls.of("changed"))
    stack._wanted = (Chart(of(), 40, 5, of()), Chart(of(), 41, 5, of()))
    await stack._draw()
    assert (stack._drawn, stack._shown) == ((40, 41), stack._wanted)
    assert calls == [("pause",), ("pause",), ("changed",)]


def test_figures_are_exported_in_the_range_that_is_shown() -> None:
    years = tuple(r.YearlyRecord(year=each) for each in range(2017, 2026))
    for at, count in ((0, 9), (1, 5), (2, 3)):
        shown = got(FinancialsSection, "records", of(all_records=years, years=at))
        assert [each.year for each in shown] == list(range(2026 - count, 2026))
    pane = of(data=1, company_name="ANA", records=years[:2], all_records=years)
    table = FinancialsSection.export_table(pane)
    assert table is not None and len(table.rows) == 2
    assert FinancialsSection.export_table(of(data=None)) is None
    for has, sign in ((False, "–"), (None, ""), (True, "")):
        assert FinancialsSection.signs(replace(FIRM, has_fin_data=has)) == sign
    ranges = of(years=0, redraw=lambda: None)
    seen = []
    for _time in range(3):
        FinancialsSection.next_range(ranges)
        seen.append(ranges.years)
    assert seen == [1, 2, 0]


def test_the_cursor_stays_on_its_spot_or_takes_the_first() -> None:
    first, second = (of(spot=of(name=name, label=name, text=name), line=1) for name in "ab")
    for spots, chosen, current in (
        ((first, second), "b", second), ((first, second), "gone", first), ((), "b", None),
    ):  # fmt: skip
        assert got(CursorSection, "_current", of(_spots=spots, _chosen=chosen)) is current
    assert [each.text for each in CursorSection.copies(of(spot=second.spot))] == ["b"]
    assert CursorSection.copies(of(spot=None)) == ()
    columns = [of(line=line, spot=of(name=f"{line}{column}", column=column))
               for line in (1, 2) for column in "xyz"]  # fmt: skip
    for at, column, name in ((columns[1], 2, "2y"), (of(spot=of(column="gone")), 2, "2z"),
                             (None, 2, "2z")):  # fmt: skip
        found = CursorSection._in_line(of(_current=at, _spots=columns), column)
        assert found.spot.name == name
    section = CursorSection.__new__(CursorSection)
    vars(section)["_chosen"] = "x"
    CursorSection.reset(section)
    assert section._chosen == ""


def test_a_page_of_lines_is_scrolled_and_the_nearest_spot_in_view_is_taken() -> None:
    spots = [of(line=line, spot=of(name=str(line), column="")) for line in (0, 5, 9, 12, 30)]

    def moved(by: int, chosen: str, top: int, height: int = 10) -> tuple[str, list[int]]:
        scrolled: list[int] = []
        names = [chosen]
        scroller = of(
            scroll_y=top, scroll_target_y=top, max_scroll_y=99, size=of(height=height),
            scroll_relative=lambda y, **_more: scrolled.append(y),
        )  # fmt: skip
        current = next(each for each in spots if each.spot.name == chosen)
        pane = of(_spots=spots, _current=current, scroller=scroller, _select=names.append,
                  _in_line=lambda line: next(each for each in spots if each.line == line),
                  app=of(animation_level="none"))  # fmt: skip
        pane._select_nearest = lambda by: CursorSection._select_nearest(pane, by)
        assert CursorSection.move_cursor(pane, by)
        return names[-1], scrolled

    assert moved(1, "0", 0) == ("5", []) and moved(-1, "5", 0) == ("0", [])
    assert moved(1, "9", 0) == ("9", [1])  # line 12 is below the line after the last
    assert moved(1, "9", 2) == ("12", [1]) and moved(1, "9", 3) == ("12", [])
    assert moved(-1, "9", 6) == ("5", [-1]) and moved(-1, "9", 7) == ("9", [-1])
    assert moved(1, "30", 25) == ("30", [1])
    # The cursor is out of view: it goes to what is seen first in its direction.
    assert moved(1, "0", 5) == ("5", []) and moved(-1, "30", 4) == ("12", [])
    assert moved(2, "0", 5) == ("5", [2]) and moved(9, "0", 5) == ("9", [9])
    assert not CursorSection.move_cursor(of(_spots=()), 1)


def test_the_cases_of_each_year_are_bars_up_to_the_newest() -> None:
    days = [dt.datetime(year, 5, 4, tzinfo=dt.UTC) for year in (2022, 2024, 2024)]
    assert _cases_by_year(days, ChartStyle()).cell_length == 3
    assert _cases_by_year(days[1:], ChartStyle()).plain == ""
    asked = of(known=of(missing_case_pages=(2, 3)), tax_id="12")
    assert SignalsSection.questions_of_all_cases(asked) == tuple(
        about(ops.COURT_CASES, "12", page) for page in (2, 3)
    )


def test_a_click_finds_the_spot_under_the_pointer() -> None:
    text = "ab\ncdef\ng"
    placed = [of(name="first", ranges=((0, 2),)), of(name="second", ranges=((4, 6),))]
    pane_of_text = of()
    for x, y, name in ((0, 0, "first"), (1, 0, "first"), (2, 0, None), (0, 1, None),
                       (1, 1, "second"), (2, 1, "second"), (3, 1, None), (0, 2, None)):  # fmt: skip
        under: list[Any] = [pane_of_text, of(x=x, y=y)]
        pane = of(
            screen=of(get_widget_and_offset_at=lambda *_given, under=under: under),
            text_pane=pane_of_text, _drawn=(9, of(plain=text)), _spots=placed,
        )  # fmt: skip
        event: Any = of(screen_x=x, screen_y=y)
        found: Any = CursorSection.spot_at(pane, event)
        assert (found.name if found else None) == name, (x, y)
        under[0] = of()
        assert CursorSection.spot_at(pane, event) is None


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
    monkeypatch.setattr("tui_app.ui.sections.with_rows.draw_age", lambda *_given: age)
    for entry, may, state, old, said in (
        (None, True, None, False, " "), (1, False, None, False, "needs a registry"),
        (1, True, paragraph("loading", 9), False, "loading"), (1, True, None, False, "data"),
        (1, True, None, True, "data\nage"),
    ):  # fmt: skip
        pane = of(
            entry=entry, may_ask=lambda _each, may=may: may, own_operations=(ops.CONNECTIONS,),
            needs="needs a registry", value=of(needs_refresh=old), data=1, session=None,
            draw_state=lambda _value, _width, state=state: state,
            draw_data=lambda _data, _width: [paragraph("data", 9)],
        )  # fmt: skip
        assert SectionWithRows.draw(pane, 90).plain == said


def test_the_menu_of_kinds_counts_the_hidden_ones_too() -> None:
    answers = {ops.COURT_CASES.name: answer(r.CourtCasePage((CASE,)))}
    known = TimelineData(loaded=LoadedData(answers), in_workspace=WorkspaceData(),
                         is_invented=True)  # fmt: skip
    pane = of(_known=known, hidden=frozenset({"cases"}), _show_kinds=None)
    menu = timeline.TimelineSection.kinds_menu(pane)
    assert {each.name: each.note for each in menu.choices}["cases"] == "1"
    pages = {3: answer(r.CourtCasePage((case("3"),))), 2: answer(r.CourtCasePage((case("2"),)))}
    ordered = replace(known, loaded=LoadedData({}, case_pages=pages))
    assert [each.case_number for each in ordered.cases] == ["2", "3"]
