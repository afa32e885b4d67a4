"""The start page: what changed, was looked at and searched for, in rows to walk."""

from __future__ import annotations

import os
import re
import sqlite3
from pathlib import Path

import pytest

from tests.sample import landmarks
from tests.ui.test_research_keys import changed_companies
from tests.ui.user import NARROW, NORMAL, explore, program
from tests.workspace.companies import day, profile
from tui_app.config.settings import Settings
from tui_app.contract.resources import CompanySummary
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import CompanyRecord
from tui_app.sources import source
from tui_app.ui.widgets.row_list import RowList
from tui_app.workspace.workspace import Workspace

SHOWPIECE = landmarks.SHOWPIECE


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "workspace.db"


async def test_home_shows_what_a_returning_person_wants(kept: Path) -> None:
    changed_companies(kept)
    with Workspace(kept) as workspace:
        summary = CompanySummary(tax_id="990000048", company_name="ULTIMA DEMO SRL")
        workspace.history.look(summary, invented=True, at=day(8))
        workspace.history.searched("ultima cautare", at=day(8))
    async with explore(program(workspace=kept)) as user:
        assert user.screen.index("A DOUA DEMO SRL: ") < user.screen.index("PRIMA DEMO SRL: ")
        for words in ("A DOUA DEMO SRL: ", "ULTIMA DEMO SRL", "ultima cautare", "Esc W  watched"):
            await user.until(words)
        assert "sample data (invented companies) · made by firmeterm" in user.screen
        client = user.app.client
        assert client is not None and client.allowance.session_requests == 0


@pytest.mark.parametrize("size", [pytest.param(NORMAL, marks=pytest.mark.slow), NARROW])
async def test_the_rows_of_home_are_walked(kept: Path, size: tuple[int, int]) -> None:
    changed_companies(kept)
    with Workspace(kept) as workspace:
        workspace.history.searched("petro", at=day(8))
    async with explore(program(workspace=kept), size) as user:
        explorer, client = user.app.explorer, user.app.client
        assert client is not None

        def in_detail() -> bool:
            return explorer.detail_has_focus

        await user.until("A DOUA DEMO SRL: ")
        assert "made by firmeterm" in user.screen
        # Down leads from the empty field to the rows, and Esc back.
        await user.press("down")
        assert in_detail() and "open" in user.screen.splitlines()[-1]
        assert explorer.keys.by_name["open"].price(explorer) == 1
        await user.press("escape")
        assert not in_detail()
        await user.press("right", "down")
        assert client.allowance.session_requests == 0
        await user.press("enter")
        assert explorer.detail.entry is not None
        assert explorer.detail.entry.tax_id == SHOWPIECE
        assert client.allowance.session_requests == 1
        assert "is not in this list" not in user.screen


async def test_home_comes_back_from_another_tab(kept: Path) -> None:
    with Workspace(kept) as workspace:
        workspace.history.searched("ultima cautare", at=day(8))
    async with explore(program(workspace=kept)) as user:
        await user.search(SHOWPIECE)
        await user.press("enter", "8", "Q", "escape")
        await user.search("")
        await user.until("ultima cautare")
        await user.search(SHOWPIECE)
        await user.press("enter")
        assert user.app.explorer.detail.section.tab == "money"


@pytest.mark.parametrize("size", [pytest.param(NORMAL, marks=pytest.mark.slow), NARROW])
async def test_home_searches_again(kept: Path, size: tuple[int, int]) -> None:
    with Workspace(kept) as workspace:
        workspace.history.searched("petro", at=day(8))
    async with explore(program(workspace=kept), size) as user:
        await user.until("Searched")
        await user.press("down", "enter")
        await user.until("PETROTERM")
        field = user.app.explorer.lists["search"].focus_target
        assert getattr(field, "value", "") == "petro"


def test_the_source_says_of_which_day_it_is(tmp_path: Path) -> None:
    file = tmp_path / "registry.db"
    build([CompanyRecord(profile=profile(SHOWPIECE))], file)
    os.utime(file, (1_790_000_000, 1_790_000_000))  # 2026-09-21
    assert source.dated(Settings(registry=str(file))) == "built on 21 Sep 2026"
    with sqlite3.connect(file) as built:
        built.execute("UPDATE build SET register_day = '2026-09-01'")
    # The name already contains the day.
    assert source.dated(Settings(registry=str(file))) == ""
    assert source.dated(Settings(registry=str(tmp_path / "none.db"))) == ""
    assert source.dated(Settings(base_url="https://example.org")) == "asked as you look"


async def test_saved_screens_stand_on_home_with_their_counts_and_open(tmp_path: Path) -> None:
    kept = tmp_path / "workspace.db"
    with Workspace(kept) as workspace:
        workspace.screenings.save("dealers", "county:CJ")
    async with explore(program(workspace=kept)) as user:
        await user.until("dealers")
        assert re.search(r"dealers +county:CJ +\d+ compan", user.screen)
        await user.press("escape", "right", "enter")
        assert user.app.explorer.list.tab == "screen"
        assert "county:CJ" in user.screen


async def test_the_keys_shown_at_the_start_work_from_there() -> None:
    async with explore(program(Settings())) as user:
        explorer = user.app.explorer
        hints = ("Esc C to connect", "type   search by name", "Esc Q  find companies", "Esc N  ")
        await user.until("Esc W  watched")
        assert all(hint in user.screen for hint in hints)
        await user.press("escape")
        assert ": C to connect" in user.screen and "Esc Q" not in user.screen
        assert "/  search by name" in user.screen and "Q  find companies" in user.screen
        await user.press("N")
        assert explorer.list.tab == "new"
        assert "Esc /  search by name" in user.screen  # this field takes a day
        await user.press("escape", "slash")
        await user.until("Esc C  another source")
        await user.press("escape", "C")
        assert "Where data come from" in user.screen
        await user.press("escape", "slash", "W")  # in the field it is a letter
        assert explorer.list.tab == "search" and getattr(explorer.focused, "value", "") == "W"


@pytest.mark.parametrize(
    ("settings", "things", "size"),
    [
        (Settings(), "search screen new match watch server", NARROW),
        (Settings(source="public"), "search match watch server palette visited", NORMAL),
        pytest.param(
            Settings(base_url="http://127.0.0.1:9"),
            *("search new match watch server palette", NARROW),
            marks=pytest.mark.slow,
        ),
    ],
)
async def test_six_things_to_do_here_with_this_source(
    settings: Settings, things: str, size: tuple[int, int]
) -> None:
    async with explore(program(settings), size) as user:
        explorer = user.app.explorer
        await user.press("down")
        assert explorer.detail_has_focus
        rows = explorer.focused
        assert isinstance(rows, RowList)
        assert [row.key.removeprefix("do ") for row in rows.rows] == things.split()
        await user.press("up", "k")
        assert getattr(explorer.focused, "value", "") == "k"
        await user.press("backspace")
        line = next(at for at, text in enumerate(user.screen.splitlines()) if "Esc W" in text)
        await user.pilot.click(offset=(size[0] - 25, line))
        await user.idle()
        assert explorer.list.tab == "watch"
        await user.press("slash", "down", "home", "enter", "w")
        assert getattr(explorer.focused, "value", "") == "w"
