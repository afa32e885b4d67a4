"""Messages have their own line, never cover keys, and go when they no longer apply."""

from __future__ import annotations

import gc
import warnings

from tests.ui.hostile import told
from tests.ui.user import NARROW, NORMAL, explore
from tui_app.ui.remote.value import start


async def test_a_message_stands_above_the_footer_whose_keys_stay() -> None:
    async with explore() as user:
        await user.search("petro")
        await user.press("escape")
        for size in (NORMAL, NARROW, (40, 12)):
            await user.pilot.resize_terminal(*size)
            await user.idle()
            keys = user.app.explorer.foot.line.plain
            user.app.say("It was done")
            await user.pilot.pause()
            assert "It was done" in told(user), size
            assert user.app.explorer.foot.line.plain == keys, size
            assert "It was done" not in user.screen.splitlines()[-1], size
            assert user.app.explorer.foot.notice.region.bottom == size[1] - 1, size
            user.app.explorer.foot.notice.clear()


async def test_a_message_ends_with_what_it_is_about() -> None:
    async with explore() as user:
        # A reason, when there is none any more.
        await user.press("escape", "s")
        assert "The list is empty." in told(user)
        await user.search("petro")
        assert told(user) == ""
        # What waits for Enter, when another company is gone to.
        await user.press("escape")
        explorer = user.app.explorer
        text = "Contacts: 4 requests · ⏎ confirms, Esc cancels"
        explorer.foot.notice.hold(list, text, explorer.still_here())
        await user.pilot.pause()
        assert explorer.foot.notice.waits
        explorer.list.rows.cursor = 1
        await user.idle()
        assert explorer.foot.notice.release() is None
        assert told(user) == ""
        # That a company is not in this list, with the list.
        await user.press("enter", "escape")
        await user.search("agro")
        await user.press("enter", "b")
        assert "is not in this list" in told(user)
        await user.press("W")
        assert told(user) == ""


async def test_nothing_found_and_a_wrong_digit_are_said_right_under_the_field() -> None:
    async with explore() as user:
        pane = user.app.explorer.list
        await user.search("xyzzyx")
        assert pane.status.region.y == pane.focus_target.region.y + 1
        assert "Nothing found" in user.screen.splitlines()[pane.status.region.y]
        await user.search("990000014")
        assert "Invalid tax id (check digit)" in user.screen.splitlines()[pane.status.region.y]
        await user.search("petro")
        assert "10" in user.screen.splitlines()[pane.status.region.y]


async def test_work_that_is_dropped_before_it_began_says_nothing() -> None:
    async def work() -> None:
        raise AssertionError("it was dropped")

    gc.freeze()  # what earlier tests left is not looked through
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        async with explore() as user:
            start(user.app.explorer, work(), description="a test").cancel()
            await user.idle()
            assert "made a mistake" not in user.screen
        gc.collect()
    gc.unfreeze()
    assert not [warning for warning in warned if "never awaited" in str(warning.message)]
