"""What goes into which frame: an echo waits for nothing, and what is out of sight is not drawn."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable

import pytest
from rich.console import RenderableType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input

from tests.ui.explorer import User, explore
from tui_app.registry.sample import landmarks
from tui_app.ui.lists.base import Interest
from tui_app.ui.sections.financials import FinancialsSection
from tui_app.ui.sections.profile import ProfileSection
from tui_app.ui.terminal.compositor import Frame
from tui_app.ui.terminal.diff_app import DiffApp
from tui_app.ui.terminal.frame_timer import RepaintScreen

FIELD = {2}
"""The line of the search field."""


@pytest.fixture
def frames(monkeypatch: pytest.MonkeyPatch) -> list[set[int]]:
    """The lines that each frame painted."""
    found: list[set[int]] = []
    display = DiffApp._display

    def note(app: DiffApp[None], screen: Screen[object], renderable: RenderableType | None) -> None:
        if isinstance(renderable, Frame):
            found.append({y for _x, y, _strip in renderable.pieces})
        display(app, screen, renderable)

    monkeypatch.setattr(DiffApp, "_display", note)
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


async def test_a_letter_on_its_way_is_painted_before_a_pane(
    frames: list[set[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread that reads has it, the field not yet."""
    async with explore() as user:
        field = await _writing(user)
        frames.clear()
        read_at = time.monotonic()
        monkeypatch.setattr(DiffApp, "last_key_time", read_at)
        user.app.explorer.detail.section.sheet.refresh()
        await asyncio.sleep(0.004)
        field.value += "x"
        handled_at = time.monotonic()
        await _settled(user, frames)
        assert handled_at - read_at > 0.01 or frames[0] == FIELD


async def test_a_pane_waits_for_a_letter_no_longer_than_one_takes(
    frames: list[set[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with explore() as user:
        await _writing(user)
        frames.clear()
        monkeypatch.setattr(DiffApp, "last_key_time", time.monotonic())
        user.app.explorer.detail.section.sheet.refresh()
        await user.pilot.pause(0.05)
        assert any(len(frame) > 10 for frame in frames)


async def test_a_frame_gathers_what_changed_with_it(
    frames: list[set[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A widget tells that it changed a moment after it did."""
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        explorer = user.app.explorer
        header = explorer.detail.header
        gathering: Callable[[RepaintScreen[None]], bool] = vars(RepaintScreen)["is_gathering"].fget
        before = explorer.is_gathering
        header.refresh()
        assert (before, explorer.is_gathering) == (False, True)
        await user.idle()
        seen: list[bool] = []

        def change_late(screen: RepaintScreen[None]) -> bool:
            if not seen:
                header.refresh()
            seen.append(gathering(screen))
            return seen[-1]

        monkeypatch.setattr(RepaintScreen, "is_gathering", property(change_late))
        frames.clear()
        explorer.head.refresh()
        await user.pilot.pause(0.05)
        assert frames[0] == {0, header.region.y, header.region.y + 1}


async def test_a_frame_does_not_wait_for_what_never_comes(
    frames: list[set[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with explore() as user:
        monkeypatch.setattr(RepaintScreen, "is_gathering", True)
        frames.clear()
        user.app.explorer.head.refresh()
        await user.pilot.pause(0.05)
        assert frames


@pytest.fixture
def rest(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Somebody types until it is set."""
    event = asyncio.Event()

    async def pause(_app: DiffApp[None]) -> None:
        await event.wait()

    monkeypatch.setattr(DiffApp, "pause_between_keys", pause)
    return event


async def test_an_answer_for_another_pane_waits_while_somebody_types_in_a_field(
    rest: asyncio.Event,
) -> None:
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        field, explorer = user.app.focused, user.app.explorer
        assert isinstance(field, Input)
        assert explorer.list.current is not None
        explorer.detail.show(explorer.list.current, Interest.OPEN)
        await user.pilot.press("x")
        await user.pilot.pause(0.3)
        assert field.value.endswith("x")
        assert explorer.detail.profile.answer is None
        rest.set()
        await user.until("Registry number")


async def test_an_answer_is_shown_at_once_to_who_waits_for_it(rest: asyncio.Event) -> None:
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        await user.pilot.press("enter")
        await user.until("Registry number")
        assert not rest.is_set()
        rest.set()


async def test_the_line_of_the_first_run_goes_when_nobody_types(rest: asyncio.Event) -> None:
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        await user.pilot.press("enter")
        await user.until("Registry number")
        assert user.app.explorer.query("#invitation")
        rest.set()
        await user.idle()
        assert not user.app.explorer.query("#invitation")


async def test_a_tab_that_was_never_shown_knows_its_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawn for no room, it would be drawn and laid out once more."""
    rooms: list[int] = []
    redraw = FinancialsSection.redraw

    def note(section: FinancialsSection) -> None:
        redraw(section)
        if section.display:
            rooms.append(section._room)

    monkeypatch.setattr(FinancialsSection, "redraw", note)
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter", "2")
        assert set(rooms) == {user.app.explorer.detail.section.size.height}


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
