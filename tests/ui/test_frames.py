"""What goes into which frame: an echo waits for nothing, and what is out of sight is not drawn."""

from __future__ import annotations

import re

import pytest
from rich.console import RenderableType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input

from tests.ui.explorer import User, explore
from tui_app.registry.sample import landmarks
from tui_app.ui.sections.profile import ProfileSection
from tui_app.ui.wire.compositor import Frame
from tui_app.ui.wire.display import ThriftyApp

FIELD = {2}
"""The line of the search field."""


@pytest.fixture
def frames(monkeypatch: pytest.MonkeyPatch) -> list[set[int]]:
    """The lines that each frame painted."""
    found: list[set[int]] = []
    display = ThriftyApp._display

    def note(
        app: ThriftyApp[None], screen: Screen[object], renderable: RenderableType | None
    ) -> None:
        if isinstance(renderable, Frame):
            found.append({y for _x, y, _strip in renderable.pieces})
        display(app, screen, renderable)

    monkeypatch.setattr(ThriftyApp, "_display", note)
    return found


async def _writing(user: User) -> Input:
    """A company's figures are shown, and the keys go to the search field."""
    await user.search(landmarks.SHOWPIECE)
    await user.press("enter", "2", "slash")
    field = user.app.focused
    assert isinstance(field, Input)
    return field


async def _settled(user: User, frames: list[set[int]]) -> None:
    for _attempt in range(100):
        await user.pilot._wait_for_screen()
        if set().union(*frames) > FIELD:
            return


@pytest.mark.parametrize("layout", [False, True], ids=["painted", "laid out"])
async def test_an_echo_is_painted_before_a_pane(frames: list[set[int]], layout: bool) -> None:
    async with explore() as user:
        field = await _writing(user)
        frames.clear()
        field.value += "x"
        user.app.explorer.detail.section.sheet.refresh(layout=layout)
        await _settled(user, frames)
        assert frames[0] == FIELD
        assert len(frames[1]) > 10


async def test_letters_do_not_keep_a_pane_from_being_painted(
    frames: list[set[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with explore() as user:
        field = await _writing(user)
        frames.clear()

        def type_on() -> None:
            if len(frames) < 20:
                field.value += "x"

        monkeypatch.setattr(user.app, "post_display_hook", type_on)
        field.value += "x"
        user.app.explorer.detail.section.sheet.refresh()
        for _attempt in range(100):
            await user.pilot.pause(0.01)
        assert len(frames) >= 20
        assert any(len(frame) > 10 for frame in frames[:4])


async def test_what_can_be_done_is_told_once_a_frame(
    frames: list[set[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        foot = user.app.explorer.foot
        told: list[int] = []
        renew = foot.renew

        def note() -> None:
            told.append(len(frames))
            renew()

        monkeypatch.setattr(foot, "renew", note)
        await user.press("enter", "2", "3", "1")
        assert "requests left" in user.screen
        assert 0 < len(told) <= len(set(told)) + 1


async def test_a_tab_is_drawn_when_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    draw = ProfileSection.draw

    def note(section: ProfileSection, width: int) -> Content:
        drawn.append(section.tax_id)
        return draw(section, width)

    async with explore() as user:
        await user.search("petro")
        await user.press("enter", "2", "escape")
        monkeypatch.setattr(ProfileSection, "draw", note)
        await user.press("down", "enter")
        assert not drawn
        await user.press("1")
        entry = user.app.explorer.detail.entry
        assert entry is not None
        assert set(drawn) == {entry.tax_id}
        assert re.search(rf"Tax id \(CUI\) +{entry.tax_id}", user.screen)
