"""Without a connection, or offline: cached data are shown, marked, and never as fresh."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.sample import landmarks
from tests.ui.hostile import all_of, in_detail, in_list, told
from tests.ui.served import Served
from tests.ui.user import NARROW, User, explore, program
from tui_app.client import cache as cache_module
from tui_app.config.settings import Settings

SHOWPIECE = landmarks.SHOWPIECE
DAY = landmarks.MANY_COMPANIES_DAY.isoformat()
LOST = "Offline: connection lost"
CHOSEN = "Offline: cached answers only"


def headline(user: User) -> str:
    """The first line of the screen."""
    return user.screen.splitlines()[0]


async def look_around(user: User) -> None:
    """Two searches, a company with its figures, a day: all of it is kept."""
    await user.search("petro")
    await user.search(SHOWPIECE)
    await user.press("enter", "2", "1", "escape", "N")
    await user.paste(DAY)
    await user.press("enter")


async def test_the_plug_is_pulled_in_the_middle_and_r_recovers(service: Served) -> None:
    service.begin(quota=100)
    async with explore(service.program(), NARROW) as user:
        await look_around(user)
        assert "offline" not in headline(user)
        service.pull_the_plug()
        # Cached answers are still shown, with their age.
        await user.press("slash")
        await user.search("petro")
        assert "cached" in in_list(user)
        await user.search(SHOWPIECE)
        await user.press("enter", "2")
        assert "Turnover (RON)" in user.screen
        # Without a cached answer the pane says what happened; the head line says it for all.
        await user.press("3")
        assert f"Connection refused by 127.0.0.1:{service.port}" in in_detail(user)
        assert LOST in headline(user)
        # Data that could not be reloaded stay, marked, with the reason.
        await user.press("1", "r")
        said = all_of(user)
        assert "may be out of date" in said
        assert "Connection refused by" in said
        assert "PETROTERM DEMO SRL" in user.screen
        assert "VAT payer yes" in said
        await user.press("escape", "r")
        assert "1 company · cached" in in_list(user)
        assert "may be out of date" in in_list(user)
        service.start()
        await user.press("r")
        assert in_list(user) == "1 company"
        assert "offline" not in headline(user)
        await user.press("enter", "r")
        assert "loaded" in all_of(user)
        assert "may be out of date" not in all_of(user)
        await user.press("3", "r")
        assert "page 1 of" in in_detail(user), in_detail(user)


async def kept(service: Served) -> None:
    """An earlier session, whose answers are in the file."""
    async with explore(service.program()) as user:
        await look_around(user)


async def test_offline_shows_what_is_kept_and_sends_nothing(
    service: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.begin(quota=100)
    await kept(service)
    before = service.used
    async with explore(service.program(offline=True)) as user:
        assert CHOSEN in headline(user)
        assert CHOSEN in in_list(user)
        await look_at_a_company(user, old=False)
        await user.press("2")
        assert "Turnover (RON)" in user.screen
        await user.press("3")
        assert "Offline, and there is no cached answer." in in_detail(user)
        await user.press("r")
        assert "Offline: start without --offline to ask the server." in told(user)
        await user.press("escape", "N")
        await user.paste(DAY)
        await user.press("enter")
        assert "70 companies · page 1 of 4 · cached" in in_list(user)
        await user.press("slash")
        await user.search("agro")
        assert in_list(user) == (
            "Offline, and there is no cached answer. Nothing was sent. "
            "Start without --offline to ask the server."
        )
    monkeypatch.setattr(cache_module, "now", lambda: time.time() + 40 * 86_400)
    async with explore(service.program(offline=True)) as user:
        await look_at_a_company(user, old=True)
    assert service.used == before


async def look_at_a_company(user: User, *, old: bool) -> None:
    """Cached answers are shown as such; ``old`` ones may be out of date."""
    await user.search(SHOWPIECE)
    assert "1 company · cached" in in_list(user)
    assert ("may be out of date" in in_list(user)) == old
    await user.press("enter")
    assert "cached" in all_of(user)
    assert "loaded" not in all_of(user)
    assert ("may be out of date" in all_of(user)) == old


async def test_offline_no_server_is_tried() -> None:
    async with explore(program(Settings(offline=True))) as user:
        await user.press("escape", "C", "c")
        assert "Offline: start without --offline to ask the server." in user.screen


async def test_it_starts_where_it_was_while_the_server_is_away(
    service: Served, tmp_path: Path
) -> None:
    file = tmp_path / "place.json"
    service.begin(quota=100)
    async with explore(service.program(location_file=file)) as user:
        await user.search(SHOWPIECE)
        await user.press("enter", "2")
    service.pull_the_plug()
    async with explore(service.program(location_file=file)) as user:
        assert "Turnover (RON)" in user.screen
        assert "cached" in in_list(user)
        await user.press("escape", "l", "r")
        assert LOST in headline(user)
        assert "Turnover (RON)" in user.screen
        assert "may be out of date" in all_of(user)
