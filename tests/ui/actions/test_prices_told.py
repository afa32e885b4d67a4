"""Where a price is told before anything is asked."""

from __future__ import annotations

import pytest

from tests.ui.actions.test_prices import DAY, OPENED, asked, walk
from tests.ui.hostile import in_list
from tests.ui.user import explore
from tui_app.ui.remote.questions import session_text

__all__ = ["asked"]

pytestmark = pytest.mark.usefixtures("only_asked")


async def test_the_price_of_a_search_is_said_before_it_is_typed(asked: list[str]) -> None:
    async with explore() as user:
        assert "Type at least 3 characters (1 request)" in user.screen
        await user.press("escape", "N")
        await user.paste(DAY)
        assert "registered on a day (1 request)" in in_list(user)
        assert "⏎ list the day  " in user.app.explorer.foot.line.plain
        assert asked == []
        await user.press("enter", "N")
        assert len(asked) == 1


async def test_palette_and_help_name_the_price() -> None:
    async with explore() as user:
        await walk(user, OPENED)
        await user.press("question_mark")
        await user.paste("administrators")
        assert "administrators (4 requests)" in user.screen
        await user.press("escape", "escape", "ctrl+p")
        await user.paste("contact")
        await user.until("administrators (4 requests)")
        await user.press("escape", "L", "ctrl+p")
        await user.paste("contact")
        await user.until("(4 cereri)")


async def test_the_sample_knows_what_is_left_before_it_is_asked() -> None:
    async with explore() as user:
        assert session_text(user.app.client) == "0 requests sent in this session"
        assert "10,000 requests left" in user.screen.splitlines()[-1]
