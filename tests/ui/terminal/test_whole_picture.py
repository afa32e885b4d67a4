"""Painting step by step gives the same as Textual's own compositor at once."""

from __future__ import annotations

from functools import cache

import pytest
from rich.color import ColorSystem
from rich.console import RenderableType
from rich.style import Style
from textual.screen import Screen
from textual.strip import Strip

from tests.ui.user import NARROW, User, explore
from tui_app.ui.terminal.canvas import cells
from tui_app.ui.terminal.diff_app import DiffApp
from tui_app.ui.terminal.sgr import sgr_of
from tui_app.ui.terminal.textual_private import placed_strips

pytestmark = pytest.mark.usefixtures("every_frame_painted")

Cell = tuple[str, str, str, frozenset[str]]
Picture = dict[tuple[int, int], Cell]

WALK = (
    *("slash", "p", "e", "t", "r", "o", "escape", "down", "down", "enter", "down", "2", "plus"),
    *("t", "3", "n", "4", "1", "escape", "s", "F", "a", "enter", "escape", "question_mark"),
    *("down", "escape", "ctrl+p", "t", "h", "escape", "N", "escape", "enter", "2", "end", "slash"),
)


def looks_of(strip: Strip) -> list[Cell]:
    """What each cell shows; a blank has no colour."""
    return [cell for text, style, control in strip if not control for cell in _looks(text, style)]


@cache
def _looks(text: str, style: Style | None) -> list[Cell]:
    seen = sgr_of(style, ColorSystem.TRUECOLOR)
    found: list[Cell] = []
    for character in cells(text):
        blank = character == " " and not seen.shows_on_blank
        ink, attributes = ("", frozenset[str]()) if blank else seen[1::-1]
        found.append((character, seen.background, ink, attributes))
    return found


def painted_at_once(screen: Screen[object]) -> Picture:
    """The whole screen, painted by Textual itself."""
    strips = screen._compositor.render_strips()
    return {(x, y): cell for y, s in enumerate(strips) for x, cell in enumerate(looks_of(s))}


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> Picture:
    """What the frames of an app left on the screen."""
    picture: Picture = {}
    show = DiffApp.show_frame

    def note(app: DiffApp[None], frame: RenderableType) -> bool:
        for x, y, strip in placed_strips(frame):
            picture.update({(x + n, y): cell for n, cell in enumerate(looks_of(strip))})
        return show(app, frame)

    monkeypatch.setattr(DiffApp, "show_frame", note)
    return picture


def difference(user: User, painted: Picture) -> str:
    expected = painted_at_once(user.app.screen)
    wrong = [place for place, cell in expected.items() if painted.get(place) != cell]
    return "".join(f"\n{p}: {painted.get(p)} for {expected[p]}" for p in sorted(wrong)[:5])


@pytest.mark.long
@pytest.mark.parametrize("size", [(100, 24), NARROW])  # two panes, and one
async def test_a_walk_leaves_nothing_old_on_the_screen(
    size: tuple[int, int], painted: Picture
) -> None:
    async with explore(size=size) as user:
        for number, key in enumerate(WALK):
            await user.press(key)
            # A frame may still be coming; a stale one would stay.
            for _moment in range(500):
                if not (old := difference(user, painted)):
                    break
                await user.pilot.pause(0.01)
            assert not old, (number, key, old)
        await user.pilot.resize_terminal(100, 30)
        await user.idle()
        painted_before = {p: c for p, c in painted.items() if p[0] < 100 and p[1] < 30}
        assert not difference(user, painted_before)
