"""Few requests left, none, and a reserve: on the real service, counted by its administrator."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path

import pytest
from textual.widgets import Input

from tests.faulty.process import FaultyServer
from tests.ui.hostile import in_detail, in_list, remote
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


def first_of_next_month() -> str:
    """When the service restarts the count, on a clock in UTC."""
    today = dt.datetime.now(dt.UTC).date()
    return (today.replace(day=1) + dt.timedelta(32)).replace(day=1).isoformat()


async def test_it_warns_in_a_word_only_below_the_threshold(service: Served) -> None:
    service.begin(quota=10)
    async with explore(service.program(warn_below=9)) as user:
        await user.search(SHOWPIECE)
        assert spending(user) == "9 requests left"
        enough = user.app.explorer.foot.line._right.spans
        await user.press("enter")
        assert spending(user) == "low: 8 requests left"
        assert user.app.explorer.foot.line._right.spans[0].style != enough[0].style
    assert service.used == 2


async def test_at_zero_nothing_is_sent_without_enter(service: Served) -> None:
    service.begin(quota=2)
    async with explore(service.program(), NARROW) as user:
        await user.search(SHOWPIECE)
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


async def test_what_enter_asked_is_not_asked_again_for_the_same_text(service: Served) -> None:
    service.begin(quota=10)
    async with explore(service.program(reserve=5)) as user:
        field = user.app.focused
        assert isinstance(field, Input)
        with field.prevent(Input.Changed):
            field.value = SHOWPIECE
        field.post_message(Input.Submitted(field, SHOWPIECE))
        field.post_message(Input.Changed(field, SHOWPIECE))
        await user.idle()
        assert "1 company" in in_list(user)
    assert service.used == 1


async def test_enter_asks_though_the_quiet_time_ends_with_it(service: Served) -> None:
    service.begin(quota=10)
    async with explore(service.program(reserve=5)) as user:
        search = user.app.explorer.lists["search"]
        assert isinstance(search, SearchList)
        field = search.field
        with field.prevent(Input.Changed):
            field.value = SHOWPIECE
        ended: list[str] = []

        def end() -> None:
            # Like a timer that fires: behind the message being handled.
            search.call_next(search._typing._fire, search._typing._calls, search.ask)
            ended.append("quiet")

        search.on_input_changed(Input.Changed(field, SHOWPIECE))
        search.call_next(end)
        search.on_input_submitted(Input.Submitted(field, SHOWPIECE))
        await user.idle()
        assert ended
        assert "1 company" in in_list(user)
        # Enter came before the answer and opens its row: the search, once, and the profile.
        shown = user.app.explorer.detail.profile.answer
        assert shown is not None and shown.data.tax_id == "990000013"
        assert user.app.client is not None
        assert user.app.client.allowance.session_requests == 2
    assert service.used == 2


async def test_enter_confirms_a_search_that_is_about_to_be_held_back(service: Served) -> None:
    service.begin(quota=10)
    async with explore(service.program(reserve=5)) as user:
        search = user.app.explorer.lists["search"]
        assert isinstance(search, SearchList)
        with search.field.prevent(Input.Changed):
            search.field.value = SHOWPIECE
        search.ask()  # as at the end of the quiet time
        search.on_input_submitted(Input.Submitted(search.field, SHOWPIECE))
        await user.idle()
        assert "1 company" in in_list(user)
    assert service.used == 2


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
async def test_the_cursor_that_stays_asks_nothing_where_requests_are_short(service: Served) -> None:
    service.begin(quota=1)
    async with explore(service.program()) as user:
        await user.search("petro")
        await user.press("down", "down")
        assert "Not loaded · ⏎ load (1 request)" in in_detail(user)
    assert service.used == 1


@pytest.mark.usefixtures("only_asked")
async def test_several_requests_at_once_stop_before_the_reserve(service: Served) -> None:
    service.begin(quota=6)
    async with explore(service.program(reserve=1)) as user:
        await user.search(SHOWPIECE)
        await user.press("enter")
        await user.press("enter")
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
            await user.pilot.pause(0.5)
            await user.idle()
            assert user.app.client is not None
            how = "Not loaded · ⏎ in the search field searches (1 request)"
            assert (how in in_list(user)) == (reserve > 0)
            return user.app.client.allowance.session_requests

    assert await sent(reserve=0) == 6
    if not embedded:
        (cache_folder() / FILE_NAME).unlink()
    assert await sent(reserve=9_999_999) == 0


@pytest.mark.parametrize("fault", ["429-bare", "429-seconds", "429-quota"])
async def test_after_a_429_typing_sends_nothing_and_enter_does(
    fault: str, faulty: FaultyServer
) -> None:
    async with explore(remote(faulty.base_url())) as user:
        await user.search("demo")
        faulty.misbehave(fault)
        await user.press("down", "enter")
        assert len(faulty.log()) == 1 or fault == "429-seconds"
        faulty.misbehave("none")
        assert "Saver mode" in spending(user)
        assert ("again at" in spending(user) or "resets" in spending(user)) == (fault != "429-bare")
        await user.search("petroterm")
        assert "The server asked to wait. Nothing was sent." in in_list(user)
        assert faulty.log() == []
        await user.press("enter")
        assert len(faulty.log()) == 1
        assert "Saver mode" not in spending(user)


async def test_enter_in_a_company_asks_for_what_did_not_come(faulty: FaultyServer) -> None:
    async with explore(remote(faulty.base_url())) as user:
        await user.search("demo")
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


async def test_a_double_click_on_a_row_waits_for_enter_too(service: Served) -> None:
    service.begin(quota=1)
    async with explore(service.program()) as user:
        await user.search("petro")
        rows = user.app.explorer.list.rows
        await user.pilot.click(rows, offset=(5, 3), times=2)
        await user.idle()
        assert "Open: 1 request · ⏎ confirms" in user.screen
        assert user.app.client is not None
        assert user.app.client.allowance.session_requests == 1
        await user.press("enter")
        assert user.app.client.allowance.session_requests == 2
    assert service.used == 1


async def test_a_click_on_a_tab_waits_for_enter_too(service: Served) -> None:
    service.begin(quota=2)
    async with explore(service.program()) as user:
        await user.search(SHOWPIECE)
        await user.press("enter")
        await user.pilot.click("#detail-tabs", offset=(14, 0))
        await user.idle()
        assert "Finance: 1 request" in user.screen
        assert not isinstance(user.app.focused, Input)
    assert service.used == 2


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
