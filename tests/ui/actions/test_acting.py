"""Actions on found companies: export, open, sort, filter, with keys and mouse."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.sample import landmarks
from tests.ui.user import User, explore, program
from tui_app.config.settings import Settings
from tui_app.ui.sections.financials import FinancialsSection


async def _open(user: User, tax_id: str, *keys: str) -> None:
    await user.search(tax_id)
    await user.press("enter")
    for key in keys:
        await user.press(key)


async def test_the_list_is_exported_whole_and_over_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    async with explore() as user:
        await user.search("petro")
        (tmp_path / "gone").rmdir()
        await user.press("escape", "e")
        await user.press("c")
        assert "Nothing was written: " in user.screen
        monkeypatch.chdir(tmp_path)
        (tmp_path / "search.csv").write_text("mine")
        await user.press("e")
        await user.press("c")
        names = [entry.name for entry in user.app.explorer.list.shown]
        assert "Written: " in user.screen
    assert (tmp_path / "search.csv").read_text() == "mine"
    with (tmp_path / "search-2.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["companyName"] for row in rows] == names


async def test_figures_are_exported_as_they_are_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with explore() as user:
        await _open(user, landmarks.HOLES, "2", "e", "j")
        section = user.app.explorer.detail.section
        assert isinstance(section, FinancialsSection)
        years = [record.year for record in section.records]
    rows = json.loads(Path("soft-intermitent-demo-srl-financials.json").read_text())
    assert [row["year"] for row in rows] == years
    assert any(row["turnover"] is None for row in rows)


async def test_figures_are_renewed_resized_and_charted() -> None:
    async with explore() as user:
        await _open(user, landmarks.SHOWPIECE, "2")
        await _renew(user)
        await _resize(user)
        await _change_charts(user)


async def _renew(user: User) -> None:
    """Reloading asks again; looking at a tab again does not."""
    client = user.app.client
    assert client is not None
    before = client.allowance.session_requests
    await user.press("1")
    await user.press("2")
    assert client.allowance.session_requests == before
    await user.press("r")
    assert client.allowance.session_requests == before + 1


async def _resize(user: User) -> None:
    """Place and focus are kept."""
    focused = user.app.focused
    for size in ((40, 12), (20, 5), (120, 40)):
        await user.pilot.resize_terminal(*size)
        await user.idle()
    assert user.app.focused is focused
    assert "Turnover (RON)" in user.screen


async def _change_charts(user: User) -> None:
    """Measure, view and range."""
    await user.press("plus")
    assert "Net profit (RON)" in user.screen
    await user.press("minus")
    assert "Turnover (RON)" in user.screen
    await user.press("t")
    assert "Annual figures" not in user.screen
    await user.press("t")
    assert "Turnover (RON)" not in user.screen
    await user.press("z", "z")
    section = user.app.explorer.detail.section
    assert isinstance(section, FinancialsSection)
    assert len(section.records) == 3


async def test_mouse_clicks_choose_rows_and_tabs_and_the_wheel_scrolls() -> None:
    async with explore() as user:
        await user.search("petro")
        rows = user.app.explorer.list.rows
        await user.pilot.click(rows, offset=(5, 4))
        await user.idle()
        assert rows.cursor == 2
        await user.pilot.click(rows, offset=(5, 4), times=2)
        await user.idle()
        assert user.app.explorer.detail_has_focus
        await user.pilot.click(user.app.explorer.detail.tabs, offset=(15, 0))
        await user.idle()
        assert user.app.explorer.detail.section.tab == "finance"
        await user.pilot.click(user.app.explorer.list_tabs, offset=(10, 0))
        assert user.app.explorer.list.tab == "new"


async def test_keys_of_the_configuration_are_in_force_and_named_in_what_is_said() -> None:
    keys = {"quit": "F10", "finance": "x", "cases": "", "facets": "", "escape": "Esc"}
    async with explore(program(Settings(keys=keys)), size=(200, 40)) as user:
        await _open(user, landmarks.SHOWPIECE)
        assert "x Finance" in user.screen
        await user.press("t")
        assert "Only in Finance (x)." in user.screen
        await user.press("ctrl+c")
        assert "F10 does as well" in user.screen
        await user.press("x")
        assert user.app.explorer.detail.section.tab == "finance"
        await user.press("3", "2")
        assert user.app.explorer.detail.section.tab == "finance"


async def test_a_conflict_of_keys_is_said_at_the_start() -> None:
    async with explore(program(Settings(keys={"copy": "q"}))) as user:
        assert '[keys] copy = "q": q already does “quit”' in user.screen
