"""Everything with a key in the footer can be clicked, and the pointer's target is visible."""

from __future__ import annotations

from textual.geometry import Offset

from tests.sample import landmarks
from tests.ui.painting import lines_of
from tests.ui.user import User, explore, program
from tui_app.ui.terminal.capabilities import Characters, Terminal
from tui_app.ui.widgets.strips import StatusLine

WIDE = (160, 50)


def where(user: User, word: str) -> int:
    """The column of a word in the footer."""
    line = user.app.explorer.foot.line
    row = user.screen.splitlines()[line.region.y]
    return row.index(word) - line.region.x


async def click(user: User, word: str) -> None:
    await user.pilot.click(user.app.explorer.foot.line, offset=Offset(where(user, word), 0))
    await user.idle()


async def test_what_the_footer_offers_is_clicked_like_its_key() -> None:
    async with explore(size=WIDE) as user:
        await user.search("petro")
        await click(user, "to the list")
        assert user.app.focused is user.app.explorer.list.rows
        await click(user, "mark")
        assert len(user.app.explorer.list.marked) == 1
        await click(user, "sort")
        await user.until("by name")
        await user.press("escape")
        await click(user, "open")
        assert user.app.explorer.detail_has_focus
        await click(user, "back")
        assert user.app.focused is user.app.explorer.list.rows
        await click(user, "help")
        await user.until("Keys: Search")
        # Enter of a field is clicked, too.
        await user.press("escape", "N")
        await user.paste(landmarks.MANY_COMPANIES_DAY.isoformat())
        await click(user, "list the day")
        assert len(user.app.explorer.list.shown) == 20
        await click(user, "next page")
        assert user.app.explorer.list.page == 2


async def test_the_filter_is_kept_or_dropped_with_the_mouse_in_ascii_too() -> None:
    ascii_only = Terminal(term="xterm", characters=Characters.ASCII)
    async with explore(program(terminal=ascii_only), WIDE) as user:
        await user.search("petro")
        # An arrow would read as v, which is another key.
        assert "Enter open  Down down" in user.screen
        await user.press("escape", "F")
        await user.paste("demo")
        assert "Enter keeps the filter" in user.screen
        await click(user, "keeps the filter")
        assert user.app.explorer.list.filter_text == "demo"
        await user.press("F")
        await click(user, "drops it")
        assert user.app.explorer.list.filter_text == ""
        await user.press("question_mark")
        assert "Up/Down scroll" in user.screen
        await user.press("escape", "ctrl+p")
        assert "Enter run" in user.screen


async def test_the_target_of_the_pointer_is_visible() -> None:
    async with explore(program(), size=WIDE) as user:
        await user.search("petro")
        await user.press("escape")
        explorer = user.app.explorer
        line = explorer.foot.line
        await user.pilot.hover(line, offset=Offset(where(user, "sort"), 0))
        assert line.pointed == "sort"
        await user.pilot.hover(explorer.list_tabs, offset=Offset(3, 0))
        assert line.pointed == ""
        assert explorer.list_tabs.pointed == "search"
        rows = explorer.list.rows
        await user.pilot.hover(rows, offset=Offset(5, 4))
        assert explorer.list_tabs.pointed == ""
        grounds = [
            {s.style.bgcolor for s in strip.crop(rows.region.x + 2, rows.region.x + 40) if s.style}
            for strip in lines_of(user.app)[rows.region.y :][:6]
        ]
        assert grounds[4] != grounds[3]
        assert grounds[3] == grounds[5]


def test_a_line_without_names_is_not_clickable() -> None:
    assert StatusLine().name_at(3) == ""
