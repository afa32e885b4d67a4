"""A wait that takes seconds: what is said meanwhile."""

from __future__ import annotations

import re

import pytest

from tests.ui.held_answers import holding
from tests.ui.user import explore
from tui_app.ui.remote import value


async def test_a_long_wait_says_for_how_long_and_what_enter_will_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(value, "LONG_WAIT", 0.6)
    async with explore() as user:
        with holding(monkeypatch):
            await user.pilot.press(*"petro")
            await user.until("Loading…")
            assert "⏎ opens the first" not in user.screen
            await user.pilot.press("enter")
            await user.until(" s · ⏎ opens the first result")
            assert re.search(r"Loading… \d+ s ·", user.screen)
            await user.pilot.press("escape")
            await user.when(lambda: "⏎ opens the first" not in user.screen)
            [before] = re.findall(r"Loading… (\d+) s", user.screen)
            await user.when(lambda: f"Loading… {before} s" not in user.screen)
            assert re.search(r"Loading… \d+ s", user.screen)
        await user.idle()
        assert "Loading" not in user.screen and not user.app.explorer.detail.is_opened
