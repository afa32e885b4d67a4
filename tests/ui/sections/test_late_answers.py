"""Peers and connections, and what the screen shows while answers are late or missing."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from tests.sample import landmarks
from tests.ui.actions.test_command_line import type_line
from tests.ui.hostile import all_of
from tests.ui.sections.desk import desk
from tests.ui.sections.test_pictures_of_tabs import ALL, WHOLE
from tests.ui.test_research_keys import CASES, SHOWPIECE, opened
from tests.ui.user import TODAY, User, explore
from tui_app.client.answer import Answer
from tui_app.client.companies import Companies
from tui_app.client.errors import UnreachableError
from tui_app.contract import operations as ops
from tui_app.contract.resources import CompanyProfile, ConnectionPage, PeerMeasure, Peers
from tui_app.system.language import set_language
from tui_app.ui.compare.table import Compared, blocks
from tui_app.ui.panes.company import CompanyEntry, LoadLevel
from tui_app.ui.remote.answers import LoadedData
from tui_app.ui.sections import detail as detail_module
from tui_app.ui.widgets.row_list import RowList


@contextlib.contextmanager
def held_back(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Answers arrive after the block."""
    ask, ended = Companies.ask, asyncio.Event()

    # Any: whatever is asked.
    async def late(companies: Companies, *args: Any, **how: Any) -> Answer[Any]:
        await ended.wait()
        return await ask(companies, *args, **how)

    with monkeypatch.context() as patch:
        patch.setattr(Companies, "ask", late)
        yield
    ended.set()


async def test_contacts_that_came_are_shown_beside_those_under_way() -> None:
    """The first is sent alone: until it is there, the others were "not loaded", with a price."""
    async with desk() as shown:
        phones, emails = asyncio.Event(), asyncio.Event()
        given = ALL | {ops.PHONES: phones, ops.EMAILS: emails}
        await shown.show("contact", given, profile=WHOLE, wait=False)
        await shown.user.until("Loading…")
        assert [operation for operation, _page in shown.asked] == ["profile", "phones"]
        assert "Not loaded" not in shown.user.screen
        shown.given["phones", 1] = ALL[ops.PHONES]
        phones.set()
        await shown.user.when(lambda: "Primary +1" in shown.text and "POP ANA" in shown.text)
        await shown.user.until("Loading…")
        shown.given["emails", 1] = ALL[ops.EMAILS]
        emails.set()
        await shown.user.idle()
        assert "a@x.ro" in shown.text and "Loading" not in shown.text


async def test_a_comparison_that_is_loaded_again_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async with explore() as user:
        await user.search("petro")
        await user.press("escape", "space", "space", "c")
        with held_back(monkeypatch):
            await user.pilot.press("r")
            await user.until("Compare 2 companies · Loading…")
        await user.idle()
        assert "Loading…" not in user.screen


def two_pages_of_connections(monkeypatch: pytest.MonkeyPatch, *, second_comes: bool) -> None:
    ask = Companies.ask

    # Any: whatever is asked.
    async def paged(companies: Companies, operation: Any, *args: Any, **how: Any) -> Answer[Any]:
        is_second = args[1:] == ({"page": "2"},)
        if is_second and not second_comes:
            raise UnreachableError("The line is down")
        answer = await ask(companies, operation, *(args[:1] if is_second else args), **how)
        if isinstance(answer.data, ConnectionPage):
            answer = replace(answer, data=replace(answer.data, total_pages=2))
        return answer

    monkeypatch.setattr(Companies, "ask", paged)


async def test_a_page_of_connections_has_a_line_that_brings_it_back(
    monkeypatch: pytest.MonkeyPatch, copied: list[str]
) -> None:
    two_pages_of_connections(monkeypatch, second_comes=True)
    line = f"open {SHOWPIECE} --tab links --page 2"
    async with explore() as user:
        await opened(user, SHOWPIECE, "7", "n", "y", "v", "escape", "escape", "escape")
        assert copied == [line]
        await type_line(user, line)
        assert "page 2 of 2" in all_of(user)


async def _walk_to_a_connection_and_back(user: User) -> None:
    section = user.app.explorer.detail.section
    assert "it may be another person's" in user.screen
    first = user.app.explorer.detail.entry
    await user.press("enter")
    assert user.app.explorer.detail.entry != first
    await user.press("b")
    assert user.app.explorer.detail.entry == first
    assert section.tab == "links"


async def test_connections_are_walked_and_a_page_of_them_that_does_not_come_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    two_pages_of_connections(monkeypatch, second_comes=False)
    async with explore() as user:
        await opened(user, SHOWPIECE, "7")
        await _walk_to_a_connection_and_back(user)
        await user.press("n")
        assert "page 1 of 2" in all_of(user) and "The line is down" in all_of(user)
        # A row that has gone meanwhile opens nothing.
        rows = user.app.explorer.detail.section.focus_target
        assert isinstance(rows, RowList) and rows.rows
        rows.post_message(RowList.Opened("gone"))
        await user.idle()
        assert user.app.explorer.detail.section.tab == "links"


async def test_cases_under_way_do_not_count_as_the_first_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with explore() as user:
        await opened(user, CASES, "3", "n")
        detail = user.app.explorer.detail
        with held_back(monkeypatch):
            await user.pilot.press("p")
            assert detail.section.page == 1
            known = detail.state().loaded.case_pages
            # Where asking is free, five pages are loaded at once.
            assert {number: page.data.current_page for number, page in known.items()} == {
                number: number for number in range(1, 6)
            }
            rows = detail.section.focus_target
            assert isinstance(rows, RowList)
            rows.post_message(RowList.Opened("gone"))
        await user.idle()
        assert user.app.screen is user.app.explorer


async def test_a_profile_without_its_tax_id_is_of_the_company_that_was_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ask = Companies.ask

    # Any: whatever is asked.
    async def nameless(companies: Companies, *args: Any, **how: Any) -> Answer[Any]:
        answer = await ask(companies, *args, **how)
        if isinstance(answer.data, CompanyProfile):
            return replace(answer, data=replace(answer.data, tax_id=""))
        return answer

    monkeypatch.setattr(Companies, "ask", nameless)
    async with explore() as user:
        await user.press("escape", "N")
        await user.paste(landmarks.MANY_COMPANIES_DAY.isoformat())
        await user.press("enter", "enter", "2")
        entry = user.app.explorer.detail.entry
        assert entry is not None and f"CUI {entry.tax_id} " in user.screen
        assert entry.tax_id and "not loaded" not in all_of(user)


async def test_nothing_is_said_of_prices_while_the_cursor_rests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with explore() as user:
        await user.search("petro")
        await user.press("enter", "2", "escape")
        assert "Turnover" in all_of(user)
        monkeypatch.setattr(detail_module, "DWELL", 60.0)
        await user.pilot.press("down")
        detail = user.app.explorer.detail
        await user.when(lambda: detail.is_waiting)
        assert all_of(user) == ""
        # Behind a list with the full width there is nothing to wait for.
        detail.show(CompanyEntry(tax_id=CASES, name="X"), LoadLevel.HIDDEN)
        assert not detail.is_waiting


async def test_peers_stand_under_the_ratios(monkeypatch: pytest.MonkeyPatch) -> None:
    """No company of the sample has five of them, so that a server is asked that knows more."""
    ask = Companies.ask
    margin = PeerMeasure("net_margin", 12, 0.015, 0.04, 0.09, value=0.06, percentile=58)

    # Any: whatever is asked.
    async def known(companies: Companies, operation: Any, *args: Any, **how: Any) -> Answer[Any]:
        answer = await ask(companies, operation, *args, **how)
        if isinstance(answer.data, Peers):
            return replace(answer, data=Peers("4711", "Cluj", "micro", 2025, (margin,)))
        return answer

    async with explore() as user:
        await opened(user, SHOWPIECE, "5")
        assert "Peers Fewer than five firms of the same class, county and size" in all_of(user)
        monkeypatch.setattr(Companies, "ask", known)
        await user.press("r")
        assert all_of(user).partition("Peers")[2] == (
            " CAEN 4711 · Cluj · up to 9 employees · 2025 Net margin: 6.0% · higher than 58% of "
            "the others · quartiles 1.5% / 4.0% / 9.0% · 12 firms"
        )
        set_language("ro")
        user.app.explorer.detail.section.redraw()
        assert "CAEN 4711 · Cluj · până la 9 salariați · 2025" in all_of(user)


def test_figures_that_are_not_loaded_are_not_called_missing() -> None:
    unknown = Compared(entry=CompanyEntry(tax_id=SHOWPIECE, name="A"), loaded=LoadedData({}))
    profile = Answer(data=CompanyProfile(has_fin_data=False), fetched_at=dt.datetime.now(dt.UTC))
    without = Compared(entry=unknown.entry, loaded=LoadedData({ops.PROFILE.name: profile}))
    titles = [block.title for block in blocks((unknown, without), TODAY)]
    assert "Figures: not loaded for every company" in titles
    titles = [block.title for block in blocks((without, without), TODAY)]
    assert "Figures: none on record" in titles
