"""A walk through the explorer by its keys, on the real service with the sample."""

from __future__ import annotations

from pathlib import Path

from tests.sample import landmarks
from tests.ui.hostile import in_list
from tests.ui.user import NARROW, explore, program
from tui_app.config.settings import Settings


async def test_what_is_typed_into_the_search() -> None:
    async with explore() as user:
        client = user.app.client
        assert client is not None
        # Three letters find companies; two do not ask.
        await user.search("pe")
        assert "1 more character" in user.screen
        assert client.allowance.session_requests == 0
        await user.type("tro")
        assert "PETROTERM DEMO SRL" in user.screen
        assert client.allowance.session_requests >= 1
        # A resting cursor requests the profile.
        await user.press("down")
        assert user.app.explorer.detail.profile.answer is not None
        # The key of the search is not typed into it.
        await user.press("ctrl+u")
        await user.type("/petroterm")
        assert in_list(user).startswith("1 company")
        assert "PETROTERM DEMO SRL" in user.screen
        await user.search("990000014")
        assert "Invalid tax id (check digit)" in user.screen
        asked = client.allowance.session_requests
        for code in ("1900101123456", "1900101 123456"):
            await user.search(code)
            assert "nothing was sent" in user.screen
            assert user.app.explorer.location.queries == {}, "a person's code is never stored"
        assert client.allowance.session_requests == asked


async def test_new_companies_of_a_day_page_by_page_and_day_by_day() -> None:
    async with explore() as user:
        await user.press("escape", "N")
        assert "2026-11-20, 20.11.2026, today, -3d" in user.screen
        assert in_list(user) == "⏎ lists the companies registered on a day"
        await user.paste("31.02.2024")
        wrong = "Not a day: write 2026-11-20, 20.11.2026, today or -3d"
        assert in_list(user) == wrong
        for day, said in (
            (landmarks.ONE_COMPANY_DAY.isoformat(), "1 company · page 1 of 1"),
            (landmarks.NO_COMPANIES_DAY.isoformat(), "No companies registered on"),
            (landmarks.MANY_COMPANIES_DAY.strftime("%d.%m.%Y"), "70 companies · page 1 of 4"),
        ):
            await user.press("N", "ctrl+u")
            await user.paste(day)
            await user.press("enter")
            assert said in user.screen
        await user.press("n")
        assert "page 2 of 4" in user.screen
        await user.press("comma")
        assert "2025-03-02" in user.screen
        await user.press("full_stop")
        assert "70 companies · page 1 of 4" in user.screen


async def test_a_list_is_sorted_filtered_and_marked() -> None:
    async with explore() as user:
        await user.search("petro")
        await user.press("escape", "s", "n")
        names = [entry.name for entry in user.app.explorer.list.shown]
        assert names == sorted(names)
        await user.press("S")
        assert [e.name for e in user.app.explorer.list.shown] == sorted(names, reverse=True)
        await user.press("space", "space")
        assert "2 marked" in user.screen
        await user.press("F")
        await user.paste("demo")
        await user.press("enter")
        assert all("DEMO" in e.name for e in user.app.explorer.list.shown)
        await user.press("escape")
        assert len(user.app.explorer.list.shown) == len(names)


async def test_it_opens_where_it_was_left(tmp_path: Path) -> None:
    file = tmp_path / "place.json"
    async with explore(program(location_file=file)) as user:
        await user.search("petro")
        await user.press("down", "enter", "2")
    async with explore(program(location_file=file)) as user:
        assert "Annual figures (RON)" in user.screen
        entry, row = user.app.explorer.detail.entry, user.app.explorer.list.current
        assert entry and row and entry.tax_id == row.tax_id
        assert entry.name in user.screen
        # The focus is where it was: the next search needs its key.
        assert user.app.explorer.detail_has_focus
        await user.press("slash")
        await user.paste(landmarks.MANY_COURT_CASES)
        await user.press("enter", "3", "n", "n")
    async with explore(program(location_file=file)) as user:
        assert "page 3 of 8" in user.screen
    async with explore(program(Settings(resume=False), location_file=file)) as user:
        assert "page 3 of 8" not in user.screen
        assert user.app.explorer.detail.entry is None


async def test_the_first_run_is_told_that_all_is_invented_until_a_company_was_opened(
    tmp_path: Path,
) -> None:
    told, file = "Sample data: invented companies.", tmp_path / "place.json"
    async with explore(program(location_file=file), NARROW) as user:
        assert told in user.screen
        assert "Type three letters of a name, a tax id or a registry number" in user.screen
        await user.search("petro")
        assert told in user.screen
        await user.press("enter")
        assert told not in user.screen
        await user.press("escape")
        assert told not in user.screen
    async with explore(program(location_file=file)) as user:
        assert told not in user.screen
        assert "sample data (invented companies)" in user.screen
