"""The Overview: a line about each other tab, free of requests, which leads to that tab."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.faulty.process import FaultyServer
from tests.sample import landmarks
from tests.ui.hostile import all_of, remote
from tests.ui.remote.test_thrift import sent
from tests.ui.user import NARROW, NORMAL, explore, program
from tui_app.config.settings import Settings, cache_folder
from tui_app.registry.sample import sample_path

LINES = ("figures", "checks", "courts", "contact")


@pytest.mark.parametrize("size", [pytest.param((200, 60), marks=pytest.mark.slow), NORMAL, NARROW])
async def test_a_company_is_summed_up_at_once_where_asking_is_free(size: tuple[int, int]) -> None:
    async with explore(size=size) as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter")
        assert re.search(r"figures +24\.7M RON ▼14\.9% ▇█▇▇▆▅ +profit 1\.88M [▁-█]+", user.screen)
        assert re.search(r"checks +▲ 1 serious +△ 0 warnings +● \d+ clear", user.screen)
        assert re.search(r"courts +27 cases +4 as debtor +newest 2026-08-09", user.screen)
        assert re.search(r"contact +\+40700000001 +office@petroterm-demo\.example", user.screen)
        # Only the user spends the sample's allowance: one search, one profile.
        assert user.app.client is not None
        assert user.app.client.allowance.session_requests <= 2


async def test_the_smallest_terminal_shows_the_first_two_lines() -> None:
    async with explore(size=(40, 12)) as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter")
        assert "figures" in user.screen and "checks" in user.screen
        assert "courts" not in user.screen


async def test_a_registry_shows_all_of_it_too(tmp_path: Path) -> None:
    registry = tmp_path / "own.db"
    shutil.copy(sample_path(cache_folder()), registry)
    async with explore(program(Settings(registry=str(registry)))) as user:
        await user.search(landmarks.LOSSES)
        await user.press("enter")
        assert re.search(r"figures +3\.78M RON ▼7\.6% .* loss 952k", user.screen)
        assert "load" not in user.screen.replace("loaded", "")


async def test_at_a_server_it_names_key_and_price_and_sends_nothing(faulty: FaultyServer) -> None:
    async with explore(remote(faulty.base_url())) as user:
        await user.search("demo")
        await user.press("enter")
        assert "figures 2 load (1 request)" in all_of(user)
        assert "courts 3 load (1 request)" in all_of(user)
        assert re.search(r"contact 4 load \(\d requests\)", all_of(user))
        assert sent(faulty) == ["autocomplete", "profile"]
        await user.press("2", "1")
        assert "figures 2 load" not in all_of(user)
        assert sent(faulty) == ["autocomplete", "profile", "financial"]
    async with explore(remote(faulty.base_url(), resume=False)) as user:
        await user.search("demo")
        await user.press("enter")
        assert "figures 2 load" not in all_of(user)  # it is cached
        assert sent(faulty) == ["autocomplete", "profile", "financial"]


async def test_enter_or_a_click_on_a_line_shows_its_tab() -> None:
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter")
        for row, tab in enumerate(("finance", "signals", "cases")):
            await user.press("home", *["down"] * row)
            assert user.screen.split("\n")[-1].startswith(f" ⏎ {tab}")
            await user.press("enter")
            assert user.app.explorer.detail.section.tab == tab
            await user.press("1")
        line = next(n for n, text in enumerate(user.screen.split("\n")) if "27 cases" in text)
        edge = user.app.explorer.detail.section.region.x
        for column, tab in ((edge, "overview"), (60, "cases")):
            await user.pilot.click(offset=(column, line))
            await user.idle()
            assert user.app.explorer.detail.section.tab == tab
