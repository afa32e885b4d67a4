"""What is kept and what is not from one company to the next, and values at their edges."""

from __future__ import annotations

import asyncio
import datetime as dt
import threading
from typing import Any

import pytest
from textual.content import Content

from tests.ui.sections.desk import desk
from tests.ui.sections.parts import NOW, answer, header, of
from tests.ui.sections.test_pictures_of_tabs import ALL, DOWN, TABS, WHOLE
from tests.ui.sections.test_units_of_tabs import FIRM
from tests.ui.user import TODAY
from tui_app.client.companies import Companies
from tui_app.contract import operations as ops
from tui_app.contract import resources as r
from tui_app.ui.panes.company import CompanyEntry, LoadLevel
from tui_app.ui.sections.base import Section
from tui_app.ui.sections.detail import DetailPane
from tui_app.ui.sections.figures import figures_text

DEJ = CompanyEntry(tax_id="12", name="DEJ")


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


async def test_nothing_of_a_company_is_left_while_the_next_one_is_under_way() -> None:
    async with desk() as shown:
        for tab in TABS:
            await shown.show(tab, ALL, profile=WHOLE)
            came = asyncio.Event()
            await shown.show(tab, profile=came, wait=False)
            is_left = shown.row_list.rows if tab in ("cases", "events", "links", "money") else ()
            assert not is_left, tab
            if tab not in ("signals", "events"):  # they tell at once what the list knows
                await shown.user.when(lambda: shown.text.startswith("Loading…"))
                assert (shown.section.copies(), shown.section.links()) == ((), ())
                table = shown.section.export_table()
                assert table is None or not table.rows
            shown.give({}, profile=FIRM)
            came.set()
            await shown.user.idle()


async def test_no_chart_of_a_company_stands_under_the_next_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Drawing one takes a while: until then its place is empty."""
    goes_on, draw = threading.Event(), figures_text._draw

    def held(chart: figures_text.Chart) -> Content:
        goes_on.wait(30)
        return draw(chart)

    async with desk((100, 50)) as shown:
        for factor in (1, 7):
            years = [
                r.YearlyRecord(year=2020 + n, turnover=factor * (n + 2) * 1000) for n in range(4)
            ]
            figures = {ops.FINANCIAL: r.FinancialData(financial_data=tuple(years))}
            await shown.show("finance", figures, wait=factor == 1)
            if factor == 7:
                await shown.user.when(lambda: "35,000" in shown.text)
                assert "███" not in shown.text
                goes_on.set()
                await shown.user.idle()
            assert "███" in shown.text
            monkeypatch.setattr(figures_text, "_draw", held)


async def test_what_the_workspace_learns_stands_at_once_in_the_head_and_on_the_timeline() -> None:
    async with desk() as shown:
        await shown.show("events")
        assert shown.rows == ["2026-11-20 ● first look"]
        assert "★ watched" not in shown.picture
        await shown.press("w")
        assert "★ watched" in shown.picture
        later = NOW + dt.timedelta(hours=1)
        struck = answer(r.CompanyProfile(tax_id="101", status="radiata"), fetched_at=later)
        shown.give({}, profile=struck)
        detail: Any = shown.detail
        detail._ask_profile(fresh=True)
        await shown.user.idle()
        assert [row.split(" ● ")[1] for row in shown.rows] == [
            "Status: functiune → radiata",
            "first look",
        ]
        shown.check_shown()


async def test_the_cursor_of_the_next_company_is_on_its_first_part() -> None:
    async with desk() as shown:
        for tab in ("finance", "contact", "signals", "overview"):
            await shown.show(tab, ALL, profile=WHOLE)
            section: Any = shown.section
            first = section.spot
            await shown.press("j")
            assert section.spot != first
            await shown.show(tab, ALL, profile=WHOLE)
            assert section.spot == first, tab


async def test_a_failure_is_gone_as_soon_as_it_is_asked_again() -> None:
    async with desk() as shown:
        for tab in ("finance", "cases", "contact", "links", "money"):
            for again in ("reload", "load"):
                await shown.show(tab, dict.fromkeys(ALL, DOWN))
                assert "down" in shown.text
                came = asyncio.Event()
                shown.give(dict.fromkeys(ALL, came))
                section: Any = shown.section
                section.reload() if again == "reload" else section.load(again=True)
                assert "down" not in shown.text.split("\n")[:2], (tab, again)
                shown.give({})
                came.set()
                await shown.user.idle()


@pytest.mark.parametrize(("day", "age"), [(0, "6 years"), (1, "5 years")])
def test_a_company_is_a_year_older_on_its_day(day: int, age: str) -> None:
    registered = TODAY.replace(year=TODAY.year - 6) + dt.timedelta(days=day)
    firm = r.CompanyProfile(tax_id=FIRM.tax_id, registration_date=registered.isoformat())
    assert age in header(firm)


async def test_what_is_cached_of_a_company_is_shown_as_soon_as_it_is_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = r.YearlyRecord(year=2025, turnover=8_000_000, net_profit=-1)
    kept = answer(r.FinancialData(financial_data=(record,)), from_cache=True, requests=0)

    # Any: as the method.
    async def cached(_client: Companies, operation: Any, _tax_id: str, **_query: Any) -> Any:
        return kept if operation is ops.FINANCIAL else None

    async with desk() as shown:
        await shown.show("overview")
        assert "8M RON" not in shown.text
        monkeypatch.setattr(Companies, "cached", cached)
        await shown.show("overview")
        assert "8M RON" in shown.text and shown.asked == [("profile", 1)]


async def test_what_is_under_way_without_a_key_is_asked_with_the_key_that_opens_it() -> None:
    """It may have been held back to spare the last requests."""
    entry, came = CompanyEntry(tax_id="77", name="DEJ"), asyncio.Event()
    async with desk() as shown:
        shown.tax_id = entry.tax_id
        shown.give({}, profile=came)
        for confirm, asked in ((False, 1), (True, 2)):
            shown.detail.show(entry, LoadLevel.OPEN, confirm=confirm)
            await shown.user.when(lambda: len(shown.asked) == asked)  # noqa: B023
        came.set()
        shown.give({}, profile=FIRM)
        await shown.user.idle()
        assert shown.asked == [("profile", 1)] * 2
