"""Painting step by step gives the same as Textual's own compositor at once."""

from __future__ import annotations

from functools import cache
from itertools import zip_longest

import pytest
from rich.color import ColorSystem
from rich.console import RenderableType
from rich.style import Style
from textual.screen import Screen
from textual.strip import Strip

from tests.ui.user import NARROW, User, explore
from tui_app.ui.terminal.canvas import cells, sgr_of
from tui_app.ui.terminal.frames import DiffApp
from tui_app.ui.terminal.textual_private import placed_strips

pytestmark = pytest.mark.usefixtures("every_frame_painted")

Cell = tuple[str, str, str, frozenset[str]]
Picture = dict[int, list[Cell]]
"""Each line of the screen."""

WALK = (
    *("slash", "p", "e", "t", "r", "o", "escape", "down", "down", "enter", "down", "2", "plus"),
    *("t", "3", "n", "4", "1", "escape", "s", "F", "a", "enter", "escape", "question_mark"),
    *("down", "escape", "ctrl+p", "t", "h", "escape", "N", "escape", "enter", "2", "end", "slash"),
)
PANES_SWAPPED = (*("slash", "p", "e", "escape", "enter", "2", "escape", "enter"), "f1", "escape")


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
    return dict(enumerate(map(looks_of, screen._compositor.render_strips())))


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> Picture:
    """What the frames of an app left on the screen."""
    picture: Picture = {}
    show = DiffApp.show_frame

    def note(app: DiffApp[None], frame: RenderableType) -> bool:
        for x, y, strip in placed_strips(frame):
            row, looks = picture.setdefault(y, []), looks_of(strip)
            row += [("", "", "", frozenset())] * (x - len(row))
            row[x : x + len(looks)] = looks
        return show(app, frame)

    monkeypatch.setattr(DiffApp, "show_frame", note)
    return picture


def difference(user: User, painted: Picture) -> str:
    expected = painted_at_once(user.app.screen)
    wrong = [y for y, row in expected.items() if painted.get(y, [])[: len(row)] != row]
    return "".join(
        f"\n{x}, {y}: {seen} for {cell}"
        for y in wrong[:5]
        for x, (seen, cell) in enumerate(zip_longest(painted.get(y, []), expected[y]))
        if seen != cell
    )


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "walk"),
    [
        pytest.param((100, 24), WALK, id="two panes"),
        pytest.param(NARROW, PANES_SWAPPED, id="one pane"),
        pytest.param(NARROW, WALK, id="one pane, all", marks=pytest.mark.slow),
    ],
)
async def test_a_walk_leaves_nothing_old_on_the_screen(
    size: tuple[int, int], walk: tuple[str, ...], painted: Picture
) -> None:
    async with explore(size=size) as user:
        for number, key in enumerate(walk):
            await user.press(key)
            # A frame may still be coming; a stale one would stay.
            for _moment in range(500):
                if not (old := difference(user, painted)):
                    break
                await user.pilot.pause(0.01)
            assert not old, (number, key, old)
        await user.pilot.resize_terminal(100, 30)
        await user.idle()
        painted_before = {y: row[:100] for y, row in painted.items() if y < 30}
        assert not difference(user, painted_before)
