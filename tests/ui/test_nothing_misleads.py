"""What is shown holds: dimmed where it belongs to another line, no dash for what is not loaded."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.faulty.process import FaultyServer
from tests.sample import landmarks
from tests.ui.hostile import all_of, in_detail, in_list, remote, told
from tests.ui.screening.screening_list import rows, screen, screening
from tests.ui.user import NARROW, TODAY, explore
from tui_app.client.allowance import Allowance
from tui_app.ui.lists.screening_columns import NAME, USUAL, placed
from tui_app.ui.screening.facets import FacetPane
from tui_app.ui.text import formatting as fmt


async def test_under_a_line_that_cannot_be_read_all_is_dimmed_and_nothing_exported() -> None:
    async with explore() as user:
        await screen(user, "county:Cluj")
        await user.press("enter")
        pane = screening(user)
        assert rows(user) and not pane.has_class("-unread")
        pane.line.field.value = "county:Clux x"
        await user.idle()
        assert pane.has_class("-unread")
        assert rows(user)
        pane.rows.focus()
        await user.press("e")
        assert len(user.app.screen_stack) == 1
        assert "The criteria cannot be read" in told(user)
        before = pane.line.text
        pane.facets.post_message(FacetPane.Narrowed("form:SRL"))
        await user.idle()
        assert pane.line.text == before
        pane.line.field.value = "county:Cluj"
        await user.idle()
        assert not pane.has_class("-unread")


@pytest.mark.parametrize("sort", ["growth", "equity", "registrationDate", "taxId"])
def test_the_sorted_column_is_the_last_to_go_and_stands_first(sort: str) -> None:
    wanted = tuple(dict.fromkeys((*USUAL, "growth", "equity", "registration_date", "tax_id")))
    for width in range(30, 220):
        names = [column.sort for column, _width in placed(wanted, width, sort)]
        assert names[0] == NAME.sort
        if len(names) > 1:
            assert sort in names
        if 1 < len(names) < 1 + len(wanted):
            assert names[1] == sort
    assert [column.sort for column, _width in placed(wanted, 34, sort)][1:2] == [sort]


async def test_a_narrow_pane_says_how_many_columns_do_not_fit() -> None:
    async with explore(size=NARROW) as user:
        await screen(user, "county:Cluj")
        await user.press("enter")
        assert "3 more columns: v" in in_list(user)
        await user.press("v")
        rows_of_dialog = [line for line in user.screen.splitlines() if "no room at this" in line]
        assert len(rows_of_dialog) == 3 and "County" in "".join(rows_of_dialog)


async def test_an_empty_answer_says_what_to_try() -> None:
    async with explore() as user:
        await screen(user, "county:Cluj turnover:>900B")
        await user.press("enter")
        await user.until("turnover:>900B leaves none: without it ")
        assert "by turnover" not in in_list(user)
        await user.press("escape", "escape")
        await user.search("no such company at all")
        assert "try fewer letters" in in_list(user)


async def test_a_preview_shows_what_is_known_and_no_dash(faulty: FaultyServer) -> None:
    async with explore(remote(faulty.base_url())) as user:
        await user.search("demo")
        await user.press("escape", "down", "up")
        assert user.app.explorer.detail.entry is not None
        assert fmt.MISSING not in all_of(user)


@pytest.mark.parametrize("value", [0.0, -0.0, -0.0004, 0.0004, -0.00049])
def test_what_rounds_to_nothing_has_no_sign(value: float) -> None:
    assert fmt.percent(value) == fmt.share(value) == "0%"
    assert fmt.number(value) == "0"
    assert fmt.number(value / 10, decimals=2) == "0.00"


async def test_a_day_to_come_costs_nothing(faulty: FaultyServer) -> None:
    async with explore(remote(faulty.base_url())) as user:
        await user.press("escape", "N")
        faulty.misbehave("none")
        day = TODAY + dt.timedelta(days=3)
        await user.paste(day.isoformat())
        await user.press("enter")
        assert f"{day} is still to come" in in_list(user)
        assert faulty.log() == []


async def test_the_wait_that_a_server_asks_for_is_counted_down(
    faulty: FaultyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = [30]
    for module in ("wording", "value"):
        monkeypatch.setattr(f"tui_app.ui.remote.{module}.seconds_left", lambda _error: seconds[0])
    async with explore(remote(faulty.base_url())) as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter")
        faulty.misbehave("429-seconds", "financial")
        await user.press("2", "enter")
        assert "It follows by itself in 30 s; Esc stops it." in in_detail(user)
        for left in (30, 29):  # the first may be drawn by what the failure left to draw
            seconds[0] = left - 1
            await user.when(lambda: f"follows by itself in {seconds[0]} s" in in_detail(user))
        await user.pilot.press("escape")
        await user.until("Stopped: nothing more is sent")
        assert "r asks again in 28 s." in in_detail(user)
        seconds[0] = 0
        await user.until("r asks again.")
        assert len(faulty.log()) == 1


async def test_a_request_follows_once_by_itself_when_the_server_is_free_again(
    faulty: FaultyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Confirmed by a key it is sent again at the same price, without another Enter."""
    seconds = [30]
    for module in ("wording", "value"):
        monkeypatch.setattr(f"tui_app.ui.remote.{module}.seconds_left", lambda _error: seconds[0])
    async with explore(remote(faulty.base_url(), reserve=9_999_999)) as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter")
        faulty.misbehave("429-seconds", "financial")
        await user.press("2", "enter")
        assert "It follows by itself in 30 s" in in_detail(user)
        faulty.misbehave("none")
        seconds[0] = 0
        await user.until("Turnover")
        assert [entry["operation"] for entry in faulty.log()] == ["financial"]
        assert not user.app.following


async def test_a_newer_search_replaces_the_one_that_would_follow(
    faulty: FaultyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = [30]
    for module in ("wording", "value"):
        monkeypatch.setattr(f"tui_app.ui.remote.{module}.seconds_left", lambda _error: seconds[0])
    async with explore(remote(faulty.base_url())) as user:
        faulty.misbehave("429-seconds")
        await user.search("demo")
        await user.until("It follows by itself in 30 s")
        await user.search("petroterm")  # held back, and follows in its place
        faulty.misbehave("none")
        assert len(user.app.following) == 1
        client = user.app.client
        assert client is not None
        client.allowance.retry_at = dt.datetime.now(dt.UTC)
        seconds[0] = 0
        await user.until("PETROTERM")
        assert [entry["query"] for entry in faulty.log()] == [{"q": "petroterm"}]


@pytest.mark.parametrize(("first", "reserve"), [(10_000, 100), (1_000, 100), (500, 50), (9, 0)])
def test_without_a_setting_a_tenth_of_the_first_count_is_kept_back(
    first: int, reserve: int
) -> None:
    allowance = Allowance(None)
    assert allowance.affords(1)
    allowance.accept(allowance.next_number(), first)
    assert allowance.affords(first - reserve)
    assert not allowance.affords(first - reserve + 1)
    allowance.accept(allowance.next_number(), first - 1)
    assert not allowance.affords(first - reserve)
