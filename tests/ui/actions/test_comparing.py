"""Companies side by side: chosen one by one, and read on a narrow screen."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ui.test_research_keys import CASES, LOSSES, SHOWPIECE, opened
from tests.ui.user import NARROW, explore
from tui_app.client.companies import Companies


async def test_companies_are_added_to_the_comparison_one_by_one() -> None:
    async with explore() as user:
        await opened(user, SHOWPIECE, "c")
        assert "go to another company" in user.screen
        await opened(user, LOSSES, "c")
        assert "Compare 2 companies" in user.screen
        await user.press("escape")
        await opened(user, CASES, "c")
        assert "Compare 3 companies" in user.screen
        await user.press("x", "x")
        assert "Compare" not in user.screen.splitlines()[0]


async def test_a_mistake_of_ours_ends_the_loading_of_the_comparison(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Any: whatever is asked.
    async def fail(*_request: Any, **_more: Any) -> Any:
        raise RuntimeError

    async with explore() as user:
        await user.search("petro")
        await user.press("escape", "space", "space")
        monkeypatch.setattr(Companies, "ask", fail)
        await user.pilot.press("c")
        await user.until("Compare 2 companies")
        await user.when(lambda: "Loading" not in user.screen)


async def test_compare_fits_80_columns_with_labels_fixed() -> None:
    async with explore(size=NARROW) as user:
        await user.search("petro")
        await user.press("escape", *["space"] * 5, "c")
        assert "Legal form" in user.screen and "1 PETROTERM" in user.screen
        assert "5 PETRO" not in user.screen
        await user.press("right", "right", "right", "right")
        assert "Legal form" in user.screen and "▸5" in user.screen
        assert "1 PETROTERM" not in user.screen
        assert all(len(line) <= 80 for line in user.screen.splitlines())
        # A note has its frame, and what is said under it, on such a screen too.
        await user.press("escape", "enter", "m")
        for words in ("╭", "Note on PETRO", "Saved as you type", "Esc saves and closes ─╯"):
            assert words in user.screen
