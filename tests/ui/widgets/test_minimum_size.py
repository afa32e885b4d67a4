"""A terminal below the smallest layout."""

from __future__ import annotations

from rich.cells import cell_len

from tests.sample import landmarks
from tests.ui.user import NORMAL, explore
from tui_app.system.language import LANGUAGES, set_language
from tui_app.ui.terminal.capabilities import MIN_HEIGHT, MIN_WIDTH


async def test_a_terminal_that_is_too_small_says_so_and_takes_no_keys() -> None:
    async with explore(size=(39, 11)) as user:
        assert "Too small: firmeterm needs 40×12" in user.screen
        await user.press("q", "T", "x")
        await user.pilot.resize_terminal(*NORMAL)
        await user.paste("petro")
        assert "PETROTERM" in user.screen


async def test_under_a_dialog_in_a_small_terminal_the_focus_stays_where_it_was() -> None:
    async with explore() as user:
        await user.search("petro")
        await user.press("enter", "2")
        focused = user.app.focused
        await user.press("y")
        for size in ((39, 24), NORMAL, (80, 11), NORMAL):
            await user.pilot.resize_terminal(*size)
            await user.idle()
        await user.press("escape")
        assert user.app.focused is focused


async def test_in_the_narrowest_terminal_no_line_of_a_tab_is_cut_off() -> None:
    """What does not fit is wrapped, or ends in an ellipsis."""
    too_wide = set()
    async with explore(size=(MIN_WIDTH, MIN_HEIGHT)) as user:
        for tax_id in (landmarks.SHOWPIECE, landmarks.NOTHING_ON_RECORD):
            await user.search(tax_id)
            await user.press("escape", "enter")
            for key in "1234567":
                await user.insist(key)
                section = user.app.explorer.detail.section
                for name in LANGUAGES:
                    set_language(name)
                    drawn = section.draw(section.text_pane.size.width).plain.split("\n")
                    too_wide |= {line for line in drawn if cell_len(line) > MIN_WIDTH - 2}
                set_language("en")
    assert not too_wide
