"""What the next key does after a failure, beyond the last page, and while an answer is late."""

from __future__ import annotations

import asyncio
import datetime as dt
from typing import Any

import httpx
import pytest

from tests.scripted import ScriptedServer, connect
from tests.ui.user import User, explore, program
from tui_app.client import sending
from tui_app.config.settings import Settings
from tui_app.contract import operations as o
from tui_app.contract import resources as r
from tui_app.ui.app import FirmetermApp

TAX_ID = "990000013"
CASES = o.COURT_CASES.url_path(TAX_ID)
DAY = "2024-03-01"


@pytest.fixture(autouse=True)
def _no_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "FIRST_WAIT", 0)


def page(number: int, last: int = 4) -> r.CourtCasePage:
    size = 3 if number <= last else 0
    listed = tuple(r.CourtCase(case_number=f"{number}{n}/3/2026") for n in range(size))
    return r.CourtCasePage(listed, last, number, 3 * last)


def day_page(number: int, last: int = 4) -> r.RegisteredCompanyPage:
    size = 3 if number <= last else 0
    listed = tuple(
        r.RegisteredCompany(tax_id=f"10{number}{n}", company_name=f"PAGINA {number} NR {n}")
        for n in range(size)
    )
    return r.RegisteredCompanyPage(listed, last, number, 3 * last)


def server(**more: Any) -> ScriptedServer:
    found = r.CompanySummary(tax_id=TAX_ID, company_name="PETROTERM DEMO SRL")
    answers: dict[str, Any] = {
        o.AUTOCOMPLETE.path: [found],
        o.PROFILE.url_path(TAX_ID): r.CompanyProfile(
            tax_id=TAX_ID, company_name="PETROTERM DEMO SRL"
        ),
    }
    for number in range(1, 9):
        answers[f"{CASES}?page={number}"] = page(number)
        path = f"{o.REGISTERED.path}?registration_date={DAY}&page={number}"
        answers[path] = day_page(number)
    return ScriptedServer(answers, **more)


def at(scripted: httpx.AsyncBaseTransport, **more: Any) -> FirmetermApp:
    """The program at a server of the test's own."""
    settings = Settings(base_url="http://127.0.0.1:9")
    return program(settings, connect=lambda _settings: connect(scripted, **more))


async def on_cases(user: User, *keys: str) -> None:
    await user.search("petroterm")
    await user.press("enter", "3", *keys)


def pages_asked(scripted: ScriptedServer, path: str = CASES) -> list[str]:
    found = [each.rpartition("page=")[2] for each in scripted.asked if each.startswith(path)]
    return [each for each in found if each.isdecimal()]


async def test_after_a_failed_page_the_next_key_asks_for_that_page_again() -> None:
    scripted = server()
    scripted.answers[f"{CASES}?page=3"] = 500
    async with explore(at(scripted)) as user:
        await on_cases(user, "n", "n")
        assert "20/3/2026" in user.screen and "page 2 of 4" in user.screen
        assert "500" in user.screen  # the rows of page 2 stay, and the failure is said
        scripted.answers[f"{CASES}?page=3"] = page(3)
        await user.press("n")
        assert "30/3/2026" in user.screen and "page 3 of 4" in user.screen
        await user.press("n")
        assert "40/3/2026" in user.screen
        await user.press("n")  # there is no fifth
        assert "page 4 of 4" in user.screen
        await user.press("p")
        assert "30/3/2026" in user.screen
    assert pages_asked(scripted) == ["1", "2", "3", "3", "4"]


async def test_after_a_failed_page_back_is_the_page_before_the_one_that_is_shown() -> None:
    scripted = server()
    scripted.answers[f"{CASES}?page=3"] = 504
    async with explore(at(scripted)) as user:
        await on_cases(user, "n", "n", "p")
        assert "10/3/2026" in user.screen and "page 1 of 4" in user.screen
    assert pages_asked(scripted) == ["1", "2", "3", "3", "3"]


async def test_a_failed_page_of_a_day_leaves_the_rows_and_the_count_of_pages() -> None:
    scripted = server()
    path = f"{o.REGISTERED.path}?registration_date={DAY}&page="
    scripted.answers[f"{path}2"] = 500
    async with explore(at(scripted)) as user:
        await user.press("escape", "N")
        await user.paste(DAY)
        await user.press("enter", "n")
        assert "PAGINA 1 NR 0" in user.screen and "500" in user.screen
        scripted.answers[f"{path}2"] = day_page(2)
        await user.press("n")
        assert "PAGINA 2 NR 0" in user.screen
        await user.press("p")
        assert "PAGINA 1 NR 0" in user.screen
    assert pages_asked(scripted, o.REGISTERED.path) == ["1", "2", "2"]


async def test_from_beyond_the_last_page_back_is_the_last_page() -> None:
    scripted = server()
    async with explore(at(scripted)) as user:
        user.new_list.go_to(dt.date.fromisoformat(DAY), 7)
        await user.press("escape", "N")
        await user.idle()
        user.new_list.rows.focus()
        await user.press("n")
        assert user.new_list.page == 7
        await user.press("p")
        assert "PAGINA 4 NR 0" in user.screen and user.new_list.page == 4
        await user.press("n")
        assert user.new_list.page == 4
    assert pages_asked(scripted, o.REGISTERED.path) == ["7", "4"]


async def test_no_server_has_more_pages_than_the_interface() -> None:
    scripted = server()
    scripted.answers[f"{CASES}?page=1"] = page(1, last=150)
    async with explore(at(scripted)) as user:
        await on_cases(user)
        assert "page 1 of 100" in user.screen


async def test_a_tab_that_failed_is_loaded_by_the_next_key() -> None:
    scripted = server()
    figures = o.FINANCIAL.url_path(TAX_ID)
    scripted.answers[figures] = 500
    async with explore(at(scripted)) as user:
        await user.search("petroterm")
        await user.press("enter", "2")
        assert "failed with status 500" in user.screen
        await user.press("3")
        assert "10/3/2026" in user.screen  # another tab has its own answer
        scripted.answers[figures] = r.FinancialData(
            financial_data=(r.YearlyRecord(year=2025, turnover=1_234_567),)
        )
        await user.press("2", "r")
        assert "1,234,567" in user.screen and "status 500" not in user.screen
        # A renewal that fails keeps the figures, and says so.
        scripted.answers[figures] = 500
        await user.press("r")
        assert "1,234,567" in user.screen and "status 500" in user.screen
        await user.press("1", "2")
        assert "1,234,567" in user.screen


async def test_escape_drops_an_action_that_waits_and_enter_after_it_spends_nothing_on_it() -> None:
    scripted = server(remaining=50)
    async with explore(at(scripted, reserve=49)) as user:
        await user.search("petroterm")
        await user.press("enter", "enter")
        before = len(scripted.asked)
        assert before == 2  # the search and the profile, each confirmed
        for keys in (("3", "escape"), ("3", "2", "escape"), ("3", "y", "escape")):
            await user.press(*keys)
            assert len(scripted.asked) == before
        await user.press("right", "3")
        assert len(scripted.asked) == before
        await user.press("enter")
        assert pages_asked(scripted) == ["1"]
        await user.press("n")
        assert pages_asked(scripted) == ["1"]
        await user.press("enter")
        assert pages_asked(scripted) == ["1", "2"] and "page 2 of 4" in user.screen
        # A line of the overview has its price in sight: Enter on it waits for no other one.
        await user.press("1", "enter")
        assert scripted.asked.count(o.FINANCIAL.url_path(TAX_ID)) == 1


class Held(httpx.AsyncBaseTransport):
    """Answers the first search only when it is let go."""

    def __init__(self) -> None:
        self.first, self.begun = asyncio.Event(), asyncio.Event()
        self.scripted = server()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if request.url.params.get("q") == "agro":
            self.begun.set()
            await self.first.wait()
            found = [r.CompanySummary(tax_id="12", company_name="AGRO VECHE SRL")]
            return await ScriptedServer({request.url.path: found}).handle_async_request(request)
        return await self.scripted.handle_async_request(request)


async def test_a_late_answer_of_an_older_question_stays_out_of_sight() -> None:
    held = Held()
    async with explore(at(held)) as user:
        await user.press("slash")
        await user.pilot.press(*"agro")
        await user.when(held.begun.is_set)
        await user.pilot.press(*["backspace"] * 4)
        await user.pilot.press(*"petroterm")
        await user.until("PETROTERM DEMO SRL")
        held.first.set()
        await user.idle()
        assert "PETROTERM DEMO SRL" in user.screen and "AGRO VECHE" not in user.screen
        # The older answer was paid for, and is there when it is asked for again.
        await user.press(*["backspace"] * 9)
        before = len(held.scripted.asked)
        await user.paste("agro")
        assert "AGRO VECHE" in user.screen
        assert len(held.scripted.asked) == before
