"""Few requests left, none, and a reserve: on the real service, counted by its administrator."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path

import pytest
from textual.widgets import Input

from tests.faulty.process import FaultyServer
from tests.ui.hostile import in_detail, in_list, remote, told
from tests.ui.served import Served
from tests.ui.user import NARROW, User, explore, program
from tui_app.client.cache import FILE_NAME
from tui_app.config.settings import Settings, cache_folder
from tui_app.ui.lists.search import SearchList

SHOWPIECE = "petroterm demo"
"""Found by its name: a whole tax id would be answered by its profile, for one request less."""


def spending(user: User) -> str:
    """The footer's text about the allowance."""
    return user.app.explorer.foot.line._right.plain


def sent(user: User) -> int:
    """How many requests this session has sent."""
    assert user.app.client is not None
    return user.app.client.allowance.session_requests


def first_of_next_month() -> str:
    """When the service restarts the count, on a clock in UTC."""
    today = dt.datetime.now(dt.UTC).date()
    return (today.replace(day=1) + dt.timedelta(32)).replace(day=1).isoformat()


async def test_at_zero_nothing_is_sent_without_enter(service: Served) -> None:
    """And before that a word warns, below the threshold alone."""
    service.begin(quota=2)
    async with explore(service.program(warn_below=1), NARROW) as user:
        await user.search(SHOWPIECE)
        assert spending(user) == "1 request left"
        await user.press("enter")
        resets = f"resets {first_of_next_month()} 00:00"
        assert re.fullmatch(rf"Saver mode.* · 0 left · {resets}", spending(user))
        for key, what in (("2", "Finance"), ("3", "Cases"), ("4", "Contact")):
            await user.press(key)
            assert f"{what}: " in user.screen
            assert "⏎ confirms, Esc cancels" in user.screen
            await user.press("escape")
            assert "⏎ confirms" not in user.screen.partition("\n")[2]
        await user.press("r")
        assert "Refresh: 1 request · ⏎ confirms, Esc cancels" in user.screen
        await user.press("escape", "escape", "slash")
        await user.search("petro")
        assert "No requests are left. Nothing was sent." in in_list(user)
        assert "Press ⏎ in the search field to try anyway." in in_list(user)
        assert [e.tax_id for e in user.app.explorer.list.shown] == ["990000013"]
        assert user.app.client is not None
        assert user.app.client.allowance.session_requests == 2
        # Cached answers can be used, and Enter still sends a request.
        await user.search(SHOWPIECE)
        assert "1 company · cached" in in_list(user)
        await user.search("petro")
        await user.press("enter")
        assert "allowance at 127.0.0.1" in in_list(user)
        assert user.app.client.allowance.session_requests == 3
    assert service.used == 2


async def test_enter_at_the_end_of_the_quiet_time_asks_once(service: Served) -> None:
    service.begin(quota=10)
    async with explore(service.program(reserve=8)) as user:
        search = user.app.explorer.lists["search"]
        assert isinstance(search, SearchList)
        field = search.field

        def typed(text: str) -> None:
            with field.prevent(Input.Changed):
                field.value = text

        # It asks though the quiet time ends with it.
        typed("agro")
        ended: list[str] = []

        def end() -> None:
            # Like a timer that fires: behind the message being handled.
            search.call_next(search._typing._fire, search._typing._calls, search.ask)
            ended.append("quiet")

        search.on_input_changed(Input.Changed(field, "agro"))
        search.call_next(end)
        search.on_input_submitted(Input.Submitted(field, "agro"))
        await user.idle()
        assert ended
        # Enter came before the answer and opens its row: the search, once, and the profile.
        shown = user.app.explorer.detail.profile.answer
        assert shown is not None and "AGRO" in shown.data.company_name
        assert sent(user) == service.used == 2
        # At the reserve of eight: what Enter asked is not asked again for the same text.
        await user.press("slash")
        typed("solar")
        field.post_message(Input.Submitted(field, "solar"))
        field.post_message(Input.Changed(field, "solar"))
        await user.idle()
        assert search.shown and all("SOLAR" in entry.name for entry in search.shown)
        assert sent(user) == service.used == 3
        # It confirms a search that is about to be held back.
        typed(SHOWPIECE)
        search.ask()  # as at the end of the quiet time
        search.on_input_submitted(Input.Submitted(field, SHOWPIECE))
        await user.idle()
        assert "1 company" in in_list(user)
        assert sent(user) == service.used == 4


async def test_enter_says_yes_to_what_waits_and_any_other_key_no(service: Served) -> None:
    service.begin(quota=4)
    async with explore(service.program(reserve=2)) as user:
        assert "Saver mode" in spending(user)
        await user.search(SHOWPIECE)
        assert "Requests left are not known yet, and the reserve is 2." in in_list(user)
        await user.press("enter")
        assert "PETROTERM DEMO SRL" in user.screen
        await user.press("enter")
        assert spending(user).startswith("Saver mode: ⏎ confirms each request · 2 left · resets")
        await user.press("2", "1")
        assert "costs" not in user.screen
        assert service.used == 2
        await user.press("2", "enter")
        assert "Turnover (RON)" in user.screen
        assert service.used == 3


@pytest.mark.usefixtures("only_asked")
async def test_several_requests_at_once_stop_before_the_reserve(service: Served) -> None:
    """And the cursor that stays asks nothing."""
    service.begin(quota=6)
    async with explore(service.program(reserve=1)) as user:
        await user.search("petro")
        await user.press("enter", "down", "down")
        assert "Not loaded · ⏎ load (1 request)" in in_detail(user)
        assert service.used == 1
        await user.press("home", "enter")
        assert spending(user).startswith("low: 4 requests left")
        await user.press("4")
        assert "Contact: 4 requests · ⏎ confirms, Esc cancels" in user.screen
        await user.press("escape", "2")
        assert spending(user).startswith("low: 3 requests left")
    assert service.used == 3


@pytest.mark.parametrize("embedded", [True, False], ids=["embedded", "remote"])
async def test_resuming_does_not_cross_the_reserve(
    embedded: bool, service: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither at the start nor at rest: only cached answers come back without a key."""
    file = tmp_path / "place.json"
    service.begin(quota=50)

    async def sent(reserve: int) -> int:
        settings = Settings(reserve=reserve)
        app = service.program(location_file=file, reserve=reserve)
        if embedded:
            monkeypatch.setenv("FIRMETERM_ACCOUNTS", str(tmp_path / "accounts.db"))
            app = program(settings, location_file=file)
        async with explore(app) as user:
            if reserve == 0:
                await user.search(SHOWPIECE)
                await user.press("enter", "4")
            await user.idle()
            assert user.app.client is not None
            how = "Not loaded · ⏎ in the search field searches (1 request)"
            assert (how in in_list(user)) == (reserve > 0)
            return user.app.client.allowance.session_requests

    assert await sent(reserve=0) == 6
    if not embedded:
        (cache_folder() / FILE_NAME).unlink()
    assert await sent(reserve=9_999_999) == 0


async def test_after_a_429_typing_sends_nothing_and_enter_does(faulty: FaultyServer) -> None:
    """In the field, and in the company whose figures did not come."""
    async with explore(remote(faulty.base_url())) as user:
        await user.search("demo")
        texts = ("petroterm", "carpatex", "lemnaria")
        for fault, text in zip(("429-bare", "429-seconds", "429-quota"), texts, strict=True):
            faulty.misbehave(fault)
            await user.press("down", "enter")
            assert len(faulty.log()) == 1 or fault == "429-seconds", fault
            faulty.misbehave("none")
            assert "Saver mode" in spending(user), fault
            is_told = "again at" in spending(user) or "resets" in spending(user)
            assert is_told == (fault != "429-bare"), fault
            await user.search(text)
            assert "The server asked to wait. Nothing was sent." in in_list(user), fault
            assert faulty.log() == [], fault
            await user.press("enter")
            assert len(faulty.log()) == 1, fault
            assert "Saver mode" not in spending(user), fault
        await user.press("enter")
        faulty.misbehave("429-quota")
        await user.press("2")
        assert "Press ⏎ to try anyway." in in_detail(user)
        faulty.misbehave("none")
        await user.press("enter")
        assert "Turnover" in in_detail(user)
        assert [entry["operation"] for entry in faulty.log()] == ["financial"]


async def test_the_reset_is_forgotten_when_it_has_come(faulty: FaultyServer) -> None:
    """The footer updates at that moment, without a key."""
    async with explore(remote(faulty.base_url())) as user:
        await user.search("demo")
        faulty.misbehave("429-quota")
        await user.press("enter")
        client = user.app.client
        assert client is not None
        assert "resets" in spending(user)
        soon = dt.datetime.now(dt.UTC) + dt.timedelta(seconds=0.3)
        client.allowance.accept(client.allowance.next_number(), 0, soon)
        user.app.explorer.update_hints_now()
        await user.until("requests left unknown")


async def test_clicks_wait_for_enter_too(service: Served) -> None:
    service.begin(quota=1)
    async with explore(service.program()) as user:
        # A double click on a row.
        await user.search("petro")
        rows = user.app.explorer.list.rows
        await user.pilot.click(rows, offset=(5, 3), times=2)
        await user.idle()
        assert "Open: 1 request · ⏎ confirms" in told(user)
        assert sent(user) == 1
        await user.press("enter")
        assert sent(user) == 2
        # A click on a tab.
        await user.pilot.click("#detail-tabs", offset=(14, 0))
        await user.idle()
        assert "Finance: up to 2 requests · ⏎ confirms" in told(user)
        assert not isinstance(user.app.focused, Input)
        assert sent(user) == 2
    assert service.used == 1


async def test_a_similar_name_is_asked_for_by_enter(service: Served) -> None:
    """Further typing costs nothing if the earlier answer rules out any match."""
    service.begin(50)
    async with explore(service.program(), size=(140, 30)) as user:
        await user.search("petroe")
        used = service.used
        await user.search("petroetrm")
        assert service.used == used
        assert "⏎ asks for similar names" in in_list(user)
        await user.press("enter")
        await user.until("Not found as typed")
        assert service.used == used + 1
