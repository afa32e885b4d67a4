"""The scrollbar beside a sheet looks like Textual's and answers the mouse like it."""

from __future__ import annotations

from textual.geometry import Region
from textual.scrollbar import ScrollBar
from textual.strip import Strip

from tests.ui.explorer import User, explore
from tui_app.registry.sample import landmarks
from tui_app.ui.widgets.bar import Bar

Look = tuple[str, object, object, object]


async def _bar_of_figures(user: User) -> Bar:
    await user.search(landmarks.SHOWPIECE)
    await user.press("enter", "2")
    bar = user.app.explorer.detail.section.scroller.vertical_scrollbar
    assert isinstance(bar, Bar)
    assert bar.display
    return bar


def _looks(strips: list[Strip]) -> list[Look]:
    """Character, ground, ink where it shows, and what the mouse does there."""
    found: list[Look] = []
    for strip in strips:
        for text, style, _control in strip:
            assert style is not None
            front, back = style.color, style.bgcolor
            if style.reverse:
                front, back = back, front
            found.append((text, back, front if text.strip() else None, style.meta))
    return found


async def test_it_looks_like_textuals_wherever_the_sheet_is() -> None:
    async with explore(size=(100, 24)) as user:
        bar = await _bar_of_figures(user)
        lines = Region(0, 0, 1, bar.size.height)
        seen: list[list[Look]] = []
        for key in ("home", "down", "pagedown", "end"):
            await user.press(key)
            bar.refresh()
            seen.append(_looks(bar.render_lines(lines)))
            assert seen[-1] == _looks(ScrollBar.render_lines(bar, lines))
        assert seen[0] != seen[-1]


async def test_a_click_below_its_thumb_scrolls_down_and_dragging_back_up() -> None:
    async with explore(size=(100, 24)) as user:
        bar = await _bar_of_figures(user)
        scroller = user.app.explorer.detail.section.scroller
        await user.pilot.mouse_down(bar, offset=(0, bar.size.height - 1))
        await user.pilot.mouse_up(bar, offset=(0, bar.size.height - 1))
        await user.idle()
        below = scroller.scroll_y
        assert below > 0
        top = next(
            y
            for y, strip in enumerate(bar.render_lines(Region(0, 0, 1, bar.size.height)))
            if any(s.style and s.style.meta.get("@mouse.down") == "grab" for s in strip)
        )
        await user.pilot.mouse_down(bar, offset=(0, top))
        await user.pilot.hover(bar, offset=(0, 0))
        await user.pilot.mouse_up(bar, offset=(0, 0))
        await user.idle()
        assert scroller.scroll_y < below
