"""What is kept and what is not from one company to the next, and values at their edges."""

from __future__ import annotations

import datetime as dt
from typing import Any, cast

import pytest
from textual.content import Content

from tests.ui.sections.parts import NOW, case, header, of
from tests.ui.sections.test_units_of_tabs import FIRM
from tests.ui.user import TODAY
from tui_app.client.answer import Answer
from tui_app.contract import operations as ops
from tui_app.contract import public_money as money
from tui_app.contract import resources as r
from tui_app.insight.cases import CaseFilter
from tui_app.ui.panes.entry import CompanyEntry
from tui_app.ui.remote.answers import LoadedData
from tui_app.ui.remote.wording import age_of
from tui_app.ui.sections.base import Section
from tui_app.ui.sections.contacts import ContactsSection
from tui_app.ui.sections.court_cases import CourtCasesSection
from tui_app.ui.sections.detail import DetailPane
from tui_app.ui.sections.home import Home, HomeView, News
from tui_app.ui.sections.public_money import PublicMoneySection
from tui_app.ui.sections.timeline import TimelineSection
from tui_app.workspace.changes import Change

DEJ = CompanyEntry(tax_id="12", name="DEJ")


def test_the_next_company_has_its_groups_of_contracts_closed() -> None:
    section = PublicMoneySection(cast("Any", None))
    section._opened.add("newest")
    section.reset()
    assert not section._opened


def test_consent_and_a_warning_seen_are_for_one_company() -> None:
    nothing = lambda *_given: None  # noqa: E731
    section = of(may_spend=True, is_warning_seen=True, reset=nothing, redraw=nothing,
                 scroller=of(is_attached=False))  # fmt: skip
    Section.set_company(section, DEJ)
    assert not section.may_spend and not section.is_warning_seen
    pane = of(
        tax_id="", _may_spend=True, is_opened=True, sections={}, _questions={},
        answers=of(hold=nothing), _dwelling=of(cancel=nothing), _show_section=nothing,
        _show_header=nothing,
    )  # fmt: skip
    DetailPane._set_company(pane, DEJ)
    assert not pane._may_spend and not pane.is_opened


def test_public_money_says_its_days_and_a_median_of_zero() -> None:
    peers = money.MoneyPeers(caen="4711", firms=5, median_share=0.0)
    data = money.PublicMoney(side="supplier", first_day="2024-01-01", last_day="2025-12-31",
                             years=(money.MoneyYear(year=2024),), peers=peers)  # fmt: skip
    drawn = PublicMoneySection.draw_data(of(_summary=lambda _data: ""), data, 300)
    assert "from 2024-01-01 to 2025-12-31" in drawn[1].plain
    summary = PublicMoneySection._summary(cast("Any", None), data)
    assert "median of 5 firms of class 4711: 0" in summary


@pytest.mark.parametrize(("day", "age"), [(0, "6 years"), (1, "5 years")])
def test_a_company_is_a_year_older_on_its_day(day: int, age: str) -> None:
    registered = TODAY.replace(year=TODAY.year - 6) + dt.timedelta(days=day)
    firm = r.CompanyProfile(tax_id=FIRM.tax_id, registration_date=registered.isoformat())
    assert age in header(firm)


def test_cases_without_a_count_are_not_fewer_than_none() -> None:
    page = Answer(data=r.CourtCasePage(court_cases=(case("1"),)), fetched_at=NOW)
    known = LoadedData({ops.COURT_CASES.name: page, ops.FINANCIAL.name: page}, case_pages={1: page})
    section = of(state=lambda: of(loaded=known), prices_of_tabs=dict, profile=None)
    assert list(TimelineSection._missing(section)) == []


@pytest.mark.parametrize(("height", "kept"), [(20, 2), (60, 5)])
def test_the_start_page_of_a_low_terminal_keeps_the_newest(height: int, kept: int) -> None:
    view = of(app=of(size=of(width=80, height=height)), _things=tuple,
              rows=of(show=lambda *_given, **_more: None))  # fmt: skip
    change = Change(field="status", before="a", after="b", first_seen=NOW)
    HomeView.show(view, Home(news=(News(DEJ, change, True),), searches=("a", "b", "c", "d", "e")))
    assert list(view._searches.values()) == ["a", "b", "c", "d", "e"][:kept]
    assert HomeView.company.fget(of(**(vars(view) | {"rows": of(current=of(key="change 12"))})))  # type: ignore[attr-defined]


def test_an_old_answer_says_its_age_once() -> None:
    answer = Answer(data=r.CourtCasePage((case("1"),), total_cases=1), fetched_at=NOW, stale=True)
    value = of(answer=answer, error=None, needs_refresh=True)
    section = of(
        value=value, data=answer.data, page_shown=1, _by_key={}, session=of(), _pages=lambda: "",
        case_filter=CaseFilter(), draw_state=lambda *_: None, _by_year=lambda _: None,
        _filter=lambda _: None,
    )  # fmt: skip
    assert CourtCasesSection.draw(section, 200).plain.count(age_of(answer)) == 1
    contacts = of(
        values=[value], by_operation=((ops.PHONES, value),), _draw_whole=lambda _width: None,
        _draw_part=lambda *_given: Content("with its age"), _label_width=lambda _width: 0,
    )  # fmt: skip
    assert age_of(answer) not in ContactsSection.draw(contacts, 200).plain
