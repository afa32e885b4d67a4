"""Every key of the footer acts where it is shown; one key gives a pane the whole width."""

from __future__ import annotations

import pytest

from tests.sample import landmarks
from tests.ui.user import explore
from tui_app.ui.explorer.screen import ExplorerScreen


def widths(explorer: ExplorerScreen) -> tuple[int, int]:
    """The columns of the list and of the company that are on the screen."""
    panes = explorer.lists_pane, explorer.detail
    lists, detail = (pane.region.width if pane.display else 0 for pane in panes)
    return lists, detail


async def test_one_key_gives_the_focused_pane_the_whole_width() -> None:
    async with explore() as user:
        explorer = user.app.explorer
        await user.search("petro")
        await user.press("escape")
        both = widths(explorer)
        assert min(both) > 0
        await user.press("a")
        assert widths(explorer) == (120, 0)
        assert "a both panes" in user.screen, user.screen
        await user.press("j", "enter", "2")
        assert widths(explorer) == (0, 120)
        await user.press("escape")
        assert widths(explorer) == both and explorer.detail_has_focus
        await user.press("a")
        assert widths(explorer) == (0, 120)
        await user.press("h")
        assert widths(explorer) == (120, 0)
        await user.press("a")
        assert widths(explorer) == both
        await user.pilot.resize_terminal(80, 24)
        await user.press("a")
        assert "Each pane has the whole width here." in user.screen


async def test_a_website_is_opened_wherever_it_was_loaded() -> None:
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter", "2", "o")
        assert "https://www.petroterm-demo.example" in user.screen
        await user.press("escape")
        await user.search(landmarks.NOTHING_ON_RECORD)
        await user.press("enter", "o")
        assert "No website on record." in user.screen


@pytest.mark.usefixtures("figures_in_rows")
async def test_a_wide_terminal_shows_every_column_of_a_result() -> None:
    async with explore(size=(200, 60)) as user:
        await user.search("petro")
        await user.press("escape")
        await user.until("Turnover")
        head = next(line for line in user.screen.split("\n") if "Tax id" in line)
        for title in ("Name", "Tax id", "Status", "County", "Form", "Turnover"):
            assert title in head
