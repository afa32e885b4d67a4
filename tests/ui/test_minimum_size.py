"""A terminal below the smallest layout."""

from __future__ import annotations

from tests.ui.explorer import NORMAL, explore


async def test_a_terminal_that_is_too_small_says_so_and_takes_no_keys() -> None:
    async with explore(size=(39, 11)) as user:
        assert "Too small: firmeterm needs 40×12" in user.screen
        await user.press("q", "T", "x")
        await user.pilot.resize_terminal(*NORMAL)
        await user.type("petro")
        assert "PETROTERM" in user.screen


async def test_under_a_dialog_in_a_small_terminal_the_focus_stays_where_it_was() -> None:
    async with explore() as user:
        await user.search("petro")
        await user.press("enter", "2")
        focused = user.app.focused
        await user.press("question_mark")
        for size in ((39, 24), NORMAL, (80, 11), NORMAL):
            await user.pilot.resize_terminal(*size)
            await user.idle()
        await user.press("escape")
        assert user.app.focused is focused
