"""What the parts of a tab do where it matters, without a screen."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

import pytest
from msgspec.structs import replace
from textual.content import Content

from tests.ui.sections.parts import NOW, case, header, of
from tests.ui.user import TODAY
from tests.values import changeable
from tui_app.client.answer import Answer
from tui_app.client.errors import NotConfirmedError, ServerError
from tui_app.contract import operations as ops
from tui_app.contract import public_money as money
from tui_app.contract import resources as r
from tui_app.contract.screening.page import ScreeningPage
from tui_app.insight.cases import CaseFilter
from tui_app.insight.figures import Facts
from tui_app.insight.signals import signals
from tui_app.ui.panes.company import CompanyEntry, CompanyState, WorkspaceData, from_record
from tui_app.ui.remote.answers import LoadedData
from tui_app.ui.remote.questions import about
from tui_app.ui.remote.value import Phase
from tui_app.ui.sections import court_cases, timeline
from tui_app.ui.sections.base import Section, draw_state, with_age
from tui_app.ui.sections.case_rows import CaseColumns, as_json, role_label
from tui_app.ui.sections.court_cases import facets_menu
from tui_app.ui.sections.detail import DetailPane
from tui_app.ui.sections.figures.figures_text import ChartStack
from tui_app.ui.sections.figures.table import FigureRow
from tui_app.ui.sections.home import News, _named, _news, counts_of, read_home
from tui_app.ui.sections.overview_lines import LINES, Lead, OverviewData, draw_lines
from tui_app.ui.sections.profile import draw_header, draw_profile, draw_verdict
from tui_app.ui.sections.public_money import MoneyRows, contract_fields
from tui_app.ui.sections.signal_rows import details, measured
from tui_app.ui.sections.signals import SignalsSection, _peer
from tui_app.ui.sections.timeline import TimelineData, events
from tui_app.ui.terminal.capabilities import ChartStyle
from tui_app.ui.text.drawing import STYLES
from tui_app.workspace.changes import Change

FIRM = r.CompanyProfile(tax_id="990000013", company_name="ANA DEMO SRL", status="functiune")
DEJ, ANA = money.MoneyPartner("13", "DEJ", 1, 2, 0.5), money.MoneyPartner("12", "ANA", 1, 2, 0.5)


def test_a_name_of_too_many_lines_says_that_it_goes_on() -> None:
    long = replace(FIRM, company_name="ALFA BETA GAMA DELTA", status=None)
    lines = header(long, 8).split("\n")
    assert lines[2].startswith("GAMA") and lines[2].rstrip().endswith("…")


def test_a_company_of_the_future_has_no_age() -> None:
    assert "old" not in header(replace(FIRM, registration_date="2031-01-02"))


def test_what_the_whole_address_lacks_stands_below_it() -> None:
    firm = replace(FIRM, full_address="Str. Lunga 1", street_name="Str. Lunga", locality="Dej")
    text = draw_profile(firm, header(firm), 60).plain
    assert "Dej" in text and "Street" not in text


def test_a_role_is_explained_unless_it_is_its_own_explanation() -> None:
    assert (role_label("Parat"), role_label("Creditor"), role_label("x")) == ("defendant", "", "")


def test_a_facet_offers_the_other_values_beside_the_chosen_one() -> None:
    cases = (case("1", case_category="Civil"), case("2", case_category="Penal"))
    chosen: list[CaseFilter] = []
    menu = facets_menu(cases, CaseFilter(category="Civil"), chosen.append)
    assert {"Civil", "Penal"} <= {each.label.split()[-1] for each in menu.choices}
    [civil] = [each for each in menu.choices if each.label.endswith("Civil")]
    menu.choose(civil.name)
    assert civil.chosen and chosen == [CaseFilter()]


def test_a_contract_that_came_to_nothing_says_so() -> None:
    contract = money.Contract(nature="contract", value=100, value_after_changes=0)
    rows = MoneyRows(money.PublicMoney(side="supplier", years=(money.MoneyYear(year=2024),),
                                       newest=(contract,)), 9).rows  # fmt: skip
    [line] = [row.lines[0] for row in rows if row.key == "newest 0"]
    assert line.right[0].text == "100 → 0" and "contract" in line.left[0].text
    apart = [each.value for each in contract_fields(replace(contract, set_apart="x"))]
    assert "100 → 0 (set apart)" in apart


def test_a_year_with_a_loss_is_marked_as_bad() -> None:
    records = tuple(r.YearlyRecord(year=y, net_profit=p) for y, p in ((2024, -1), (2025, 1)))
    answer = Answer(data=r.FinancialData(financial_data=records), fetched_at=NOW)
    loaded = LoadedData({ops.FINANCIAL.name: answer})
    known = TimelineData(loaded=loaded, in_workspace=WorkspaceData(), is_invented=False)
    found = events(known)
    assert [(each.when, each.style) for each in found] == [("2025", "dim"), ("2024", "bad")]
    menu = timeline.TimelineSection.kinds_menu(of(_known=known, hidden={"cases"}, _show_kinds=None))
    offered = {each.name: (each.note, each.chosen) for each in menu.choices}
    assert (offered["statements"], offered["cases"]) == (("2", True), ("0", False))
    # A filter also finds the day.
    rows: list[Any] = []
    section = of(_known=known, hidden=(), entry=1, filter_text="2024",
                 rows=of(show=lambda shown, **_: rows.extend(shown)))  # fmt: skip
    timeline.TimelineSection._show_rows(section)
    assert len(rows) == 1
    for is_bad in (True, False):
        last = records[:1] if is_bad else records
        shown = replace(answer, data=r.FinancialData(financial_data=last))
        state = CompanyState(loaded=LoadedData({ops.FINANCIAL.name: shown}), today=TODAY)
        parts = LINES[0].parts(OverviewData(state=state, profile=FIRM, style=ChartStyle))
        assert (STYLES["bad"] in str([part.spans for part in parts])) is is_bad


def test_a_case_of_a_debtor_is_marked() -> None:
    bankrupt = case("1", "2024-01-01", party_status="Debitor", case_category="Faliment")
    # A case without a day has no place in time.
    page = r.CourtCasePage(court_cases=(bankrupt, case("2", "2023-01-01"), case("3")))
    answer = Answer(data=page, fetched_at=NOW)
    loaded = LoadedData({ops.COURT_CASES.name: answer}, case_pages={1: answer})
    found = events(TimelineData(loaded=loaded, in_workspace=WorkspaceData(), is_invented=False))
    assert [each.style for each in found] == ["warn", "dim"]
    table = timeline.TimelineSection.export_table(of(_shown=found, company_name="X"))
    assert table is not None and {row[1] for row in table.rows} == {"court cases"}


def test_a_figure_that_is_missing_is_nothing_to_copy() -> None:
    record = r.YearlyRecord(year=2024, net_profit=0)
    assert FigureRow("turnover").spot(record, None) is None
    spot = FigureRow("net_profit").spot(record, None)
    assert spot is not None and (spot.label, spot.text) == ("Net profit 2024", "0")


def test_turnover_that_was_below_zero_has_not_halved_by_some_share() -> None:
    records = tuple(r.YearlyRecord(year=y, turnover=t) for y, t in ((2024, -100), (2025, 50)))
    found = signals(Facts(financial=r.FinancialData(financial_data=records)), TODAY)
    [halved] = [each for each in found if each.rule == "turnover_halved"]
    assert measured(halved).value == "–"


def test_only_changes_that_were_not_looked_at_are_news() -> None:
    change = Change(field="status", before="a", after="b", first_seen=NOW)
    watched = [of(summary=FIRM, newest=change, news=count) for count in (0, 1)]
    workspace = of(
        watch_list=of(changed=lambda most: watched),
        screenings=of(all=list),
        history=of(companies=lambda most: [], searches=lambda most: ()),
    )
    home = read_home(workspace)
    assert [each.is_news for each in home.news] == [False, True]
    assert _named(CompanyEntry(tax_id="12", name="")) == "12"


def test_news_stand_out_and_have_their_day_where_there_is_room() -> None:
    change = Change(field="status", before="functiune", after="radiata", first_seen=NOW)
    for is_news, style in ((True, "warn"), (False, "text")):
        [told], [day] = _news(News(from_record(FIRM), change, is_news), True)
        assert (told.style, day.text) == (style, "2026-11-20")
        assert told.text.startswith("ANA DEMO SRL: ") and "radiata" in told.text
        assert _news(News(from_record(FIRM), change, is_news), False) == ((told,), ())


def test_the_lowest_of_the_peers_has_its_place() -> None:
    lowest = r.PeerMeasure(measure="net_margin", value=-0.5, percentile=0.0, companies=9)
    assert "higher than 0% of the others" in _peer(lowest)
    assert _peer(replace(lowest, companies=None)).endswith(" · – firms")
    assert _peer(replace(lowest, companies=1)).endswith(" · 1 firm")
    spread = replace(lowest, lower_quartile=0.1, median=0.2, upper_quartile=0.3)
    assert "quartiles 10.0% / 20.0% / 30.0%" in _peer(spread)


def test_the_profile_stands_above_what_a_list_said() -> None:
    listed = from_record(replace(FIRM, company_name="ANA VECHI SRL", status="radiata"))
    assert draw_header(listed, FIRM, TODAY, 80).plain.startswith("ANA DEMO SRL")
    assert "functiune" in draw_header(listed, FIRM, TODAY, 80).plain
    alone = draw_header(listed, None, TODAY, 80).plain
    assert alone.startswith("ANA VECHI SRL") and "radiata" in alone


def test_what_is_not_known_of_a_company_is_a_dash() -> None:
    rows = draw_profile(FIRM, header(FIRM), 60).plain.split("\n")
    said = {row.rsplit(maxsplit=1)[0].strip(): row.split()[-1] for row in rows if row.split()}
    assert said["VAT payer"] == said["Founded"] == said["Postal code"] == "–"


@pytest.mark.parametrize(("matched", "style"), [("exact", "dim"), ("bare_name", "warn")])
def test_a_case_that_may_be_anothers_stands_out(matched: str, style: str) -> None:
    one = case("1", matched_by=matched)
    _first, below = CaseColumns((one,), 80).row("", one).lines
    assert below.left[1].style == style


def test_a_free_answer_is_taken_by_the_tab_that_reads_all() -> None:
    asked = about(ops.PEERS, "12")
    arrived: list[str] = []

    def tab(name: str, *, reads_all: bool, own: tuple[ops.AnyOperation, ...] = ()) -> Any:
        took = lambda _question: arrived.append(name)  # noqa: E731
        return of(own_operations=own, reads_all=reads_all, answer_arrived=took)

    shown, hidden = tab("overview", reads_all=True), tab("events", reads_all=True)
    sections = {1: shown, 2: hidden, 3: tab("signals", reads_all=False, own=(ops.PEERS,))}
    pane = of(tax_id="12", sections=sections, section=shown, _draw_header=None)
    pane.header = of(draw=lambda _draw: None)
    DetailPane._answer_arrived(pane, "12", asked)
    DetailPane._answer_arrived(pane, "13", asked)
    assert arrived == ["overview", "signals"]


def test_the_third_line_names_the_marks_of_a_company() -> None:
    marked = WorkspaceData(is_watched=True, has_note=True)
    assert draw_verdict((), marked, "from DEJ", 90).plain.startswith(
        "from DEJ · ★ watched · ✎ note"
    )
    assert draw_verdict((), WorkspaceData(has_note=True), "", 90).plain.startswith("✎ note · ")
    assert draw_verdict((), WorkspaceData(is_watched=True), "", 90).plain.startswith("★ watched · ")


@pytest.mark.parametrize(
    ("exact", "said"), [(True, "1,234 companies"), (False, "at least 1,234 companies")]
)
async def test_a_count_that_is_not_exact_says_so(exact: bool, said: str) -> None:
    page = ScreeningPage(total_companies=1_234, total_is_exact=exact)

    async def answer(*_given: object, **_more: object) -> Any:
        return of(data=page, screen=answer, learn_extensions=answer, live=None, offline=False,
                  uncounted=answer)  # fmt: skip

    session = of(source=of(embedded=True), companies=answer)
    assert await counts_of(session, ["active"]) == {"active": said}
    assert await counts_of(of(source=of(embedded=False)), ["active"]) == {}


def test_an_old_answer_says_why_it_stands_in_for_a_newer_one() -> None:
    failure = ServerError("The server failed.")
    old = Answer(data=FIRM, fetched_at=NOW, stale=True, failure=failure)
    session = of(first_key=lambda *_given, **_more: "r")
    for error in (None, ServerError("It failed again.")):
        value = of(answer=old, error=error, needs_refresh=True)
        drawn = with_age(value, Content("data"), session, 80).plain
        assert "The server failed." in drawn and drawn.endswith("\n\ndata")
        assert ("It failed again." in drawn) is (error is not None)
    fresh = of(answer=replace(old, stale=False, failure=None), error=None, needs_refresh=False)
    assert with_age(fresh, Content("data"), session, 80).plain.startswith("data\n\n")


def test_what_waits_for_a_confirmation_has_not_failed() -> None:
    session = of(first_key=lambda *_given, **_more: "r")
    for error, said in (
        (NotConfirmedError("Not asked."), "Not loaded · r load"),
        (ServerError("Failed."), "Failed."),
    ):
        value = of(answer=None, error=error, phase=Phase.FAILED)
        drawn = draw_state(value, 80, session, price=1, loading="")
        assert drawn.plain.startswith(said)


def test_charts_are_drawn_again_in_another_language(monkeypatch: pytest.MonkeyPatch) -> None:
    spoken, drawn = ["en"], []

    def start(_pane: object, work: Any, **_more: object) -> None:
        drawn.append(spoken[0])
        work.close()

    monkeypatch.setattr("tui_app.ui.sections.figures.figures_text.start", start)
    monkeypatch.setattr("tui_app.ui.sections.figures.figures_text.language", lambda: spoken[0])
    stack = ChartStack(cast("Any", None), lambda: None)
    for spoken[0] in ("en", "en", "ro"):
        stack.show(())
    assert drawn == ["en", "ro"]


def test_a_narrowed_list_of_cases_is_exported_as_shown_and_copied_as_written() -> None:
    page = r.CourtCasePage(court_cases=(case("1"), case("2")))
    section = of(data=page, shown_cases=page.court_cases[1:], company_name="X")
    section.records_table = partial(Section.records_table, section)
    table = court_cases.CourtCasesSection.export_table(section)
    assert table is not None and [row[0] for row in table.rows] == ["2"]
    assert "Pretenții" in as_json(case("1", subject="Pretenții"))


def test_a_check_says_its_note_and_pages_under_way_are_not_all() -> None:
    for signal in signals(Facts(), TODAY):
        assert any(each.label == "Note" for each in details(signal)) is bool(signal.note)
    for loading, said in ((True, "Loading…"), (False, "All court cases were checked.")):
        section = of(_is_loading_cases=loading, questions_of_all_cases=lambda: ())
        assert SignalsSection.why_not_all_cases(section) == said


def test_a_free_load_has_no_price_and_a_status_its_meaning() -> None:
    known = OverviewData(state=CompanyState(), profile=FIRM, style=ChartStyle)
    for price, said in (("", "2 load"), ("1 request", "2 load (1 request)")):
        drawn = draw_lines(known, {"finance": Lead("2", price)}, 60, shown=1, rows=1)
        assert drawn.plain.rstrip().endswith(said)
        narrow = draw_lines(known, {"finance": Lead("2", price)}, 12, shown=1, rows=1)
        assert narrow.plain == "figures  2 …"
    assert "functiune (active)" in header(FIRM)


def test_no_value_of_a_tab_can_be_changed() -> None:
    assert changeable("tui_app.ui.sections") == []
