"""The explorer at other sizes, in another language and in each theme."""

from __future__ import annotations

from tests.sample import landmarks
from tests.ui.user import NARROW, NORMAL, explore
from tui_app.system.language import language


async def test_the_dialogs_of_an_empty_explorer() -> None:
    async with explore() as user:
        # The line of the first run opens the dialog when clicked.
        await user.pilot.click("#invitation")
        await user.idle()
        assert "Where data come from" in user.screen
        await user.press("escape")
        # Help tells keys, prices and reasons.
        await user.press("escape", "question_mark")
        assert "Choose the sort order of the list" in user.screen
        assert "The list is empty." in user.screen
        await user.press("escape")
        assert "Choose the sort order of the list" not in user.screen
        # The palette jumps to a tax id.
        await user.press("ctrl+p")
        await user.paste("go to 990000013")
        await user.until("›Go to tax id 990000013  1 request")
        assert "⏎ run" in user.screen
        await user.press("enter")
        await user.idle()
        assert "PETROTERM DEMO SRL" in user.screen


async def test_narrow_screens_show_one_pane_at_a_time_and_high_ones_more_charts() -> None:
    async with explore(size=NARROW) as user:
        for size in (NARROW, (40, 12)):
            await user.pilot.resize_terminal(*size)
            await user.search("petroterm")
            assert not user.app.explorer.detail.region.size.area
            await user.press("enter")
            assert "990000013  J40/99123/2020" in user.screen
            assert not user.app.explorer.list.region.size.area
            await user.press("escape")
            assert "990000013  J40/99123/2020" not in user.screen
        await user.pilot.resize_terminal(*NARROW)
        await user.press("enter", "2")
        assert "Turnover (RON)" in user.screen and "Net profit (RON)" not in user.screen
        await user.pilot.resize_terminal(80, 60)
        await user.idle()
        assert "Net profit (RON)" in user.screen


async def test_a_dialog_takes_no_keys_either_where_there_is_no_room() -> None:
    async with explore() as user:
        for key in ("question_mark", "ctrl+p"):
            await user.search(landmarks.SHOWPIECE)
            await user.press("enter", key)
            shown = user.screen
            assert len(user.app.screen_stack) == 2, key
            await user.pilot.resize_terminal(39, 12)
            await user.until("Too small: firmeterm needs 40×12")
            # A second Ctrl+C soon after the first one would end the program.
            interrupt = ("ctrl+c",) if key == "ctrl+p" else ()
            await user.press("q", "x", "escape", "enter", *interrupt, "t")
            assert "Too small: firmeterm needs 40×12" in user.screen, key
            await user.pilot.resize_terminal(*NORMAL)
            await user.idle()
            assert user.screen == shown, key
            await user.press("escape")


async def test_the_other_language_keeps_the_place_and_the_keys_and_there_are_four_themes() -> None:
    async with explore() as user:
        await user.search("petro")
        await user.press("escape", "L", "T")
        assert language() == "ro"
        assert user.app.explorer.focused is user.app.explorer.list.rows
        assert "petroT" not in user.screen
        seen = {user.app.theme}
        for _theme in range(3):
            await user.press("T")
            seen.add(user.app.theme)
        assert len(seen) == 4
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter", "2")
        assert "24.730.844 lei" in user.screen
        await user.press("L")
        assert language() == "en"
        assert "PETROTERM DEMO SRL" in user.screen
        assert "24,730,844 RON" in user.screen
        await user.press("w")  # the company is the one that was opened, not the last session's
        assert "Watching PETROTERM DEMO SRL" in user.screen
