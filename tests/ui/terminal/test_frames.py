"""What each frame contains: nothing out of sight, and nothing that can wait."""

from __future__ import annotations

import asyncio

import pytest
from rich.console import RenderableType
from textual._compositor import ReflowResult
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Input

from tests.sample import landmarks
from tests.ui.user import explore
from tui_app.ui.explorer.screen import ExplorerScreen
from tui_app.ui.panes.company import LoadLevel
from tui_app.ui.sections.financials import FinancialsSection
from tui_app.ui.sections.overview import OverviewSection
from tui_app.ui.terminal.frames import DiffApp, RepaintScreen
from tui_app.ui.terminal.textual_private import SureCompositor

pytestmark = pytest.mark.usefixtures("every_frame_painted")


@pytest.fixture
def rest(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Type until it is set."""
    event = asyncio.Event()

    async def pause(_app: DiffApp[None]) -> None:
        await event.wait()

    monkeypatch.setattr(DiffApp, "pause_between_keys", pause)
    return event


@pytest.mark.usefixtures("only_asked")
async def test_an_answer_for_another_pane_waits_while_somebody_types_in_a_field(
    rest: asyncio.Event,
) -> None:
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        field, explorer = user.app.focused, user.app.explorer
        assert isinstance(field, Input)
        assert explorer.list.current is not None
        explorer.detail.show(explorer.list.current, LoadLevel.OPEN)
        await user.pilot.press("x")
        await user.pilot.pause(0.3)
        assert field.value.endswith("x")
        assert explorer.detail.profile.answer is None
        rest.set()
        await user.until("loaded ")


@pytest.mark.usefixtures("only_asked")
async def test_an_answer_is_shown_at_once_to_who_waits_for_it(rest: asyncio.Event) -> None:
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        await user.pilot.press("enter")
        await user.until("loaded ")
        assert not rest.is_set()
        # The invitation of the first run goes once nobody types.
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
            rooms.append(section._tab_rows)

    monkeypatch.setattr(FinancialsSection, "redraw", note)
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter")
        await user.press("2")
        assert set(rooms) == {user.app.explorer.detail.section.size.height}


async def test_what_can_be_done_is_told_once_a_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[RepaintScreen[None]] = []
    paint = RepaintScreen.paint

    def count(screen: RepaintScreen[None]) -> None:
        paint(screen)
        painted.append(screen)

    # Counted where painting ends: a frame in which nothing changed never reaches the terminal.
    monkeypatch.setattr(RepaintScreen, "paint", count)
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        foot = user.app.explorer.foot
        updates: list[int] = []
        update_hints = foot.update_hints

        def note() -> None:
            updates.append(len(painted))
            update_hints()

        monkeypatch.setattr(foot, "update_hints", note)
        await user.press("enter", "2", "3", "1")
        assert "requests left" in user.screen
        assert 0 < len(updates) <= len(set(updates)) + 1


@pytest.mark.usefixtures("only_asked")
async def test_a_tab_is_drawn_when_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    draw = OverviewSection.draw

    def note(section: OverviewSection, width: int) -> Content:
        drawn.append(section.tax_id)
        return draw(section, width)

    async with explore() as user:
        await user.search("petro")
        await user.press("enter", "2", "escape")
        monkeypatch.setattr(OverviewSection, "draw", note)
        await user.press("down", "enter")
        assert not drawn
        await user.press("1")
        entry = user.app.explorer.detail.entry
        assert entry is not None
        assert set(drawn) == {entry.tax_id}
        assert f"CUI {entry.tax_id}" in user.screen


async def test_a_layout_before_the_frame_does_not_lose_the_hints() -> None:
    """Textual lays out between two frames, too, and then takes the frame as done."""
    async with explore() as user:
        explorer = user.app.explorer
        explorer.update_hints()
        explorer._refresh_layout()
        assert not explorer.are_hints_shown
        await user.when(lambda: explorer.are_hints_shown)


async def test_a_start_styles_lays_out_and_draws_the_screen_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[str] = []
    before_the_rest: list[str] = []
    reflow, show, rest = SureCompositor.reflow, DiffApp.show_frame, ExplorerScreen.mount_deferred

    def lay_out(compositor: SureCompositor, parent: Widget, size: Size) -> ReflowResult:
        done.append("layout")
        return reflow(compositor, parent, size)

    def show_frame(app: DiffApp[None], frame: RenderableType) -> bool:
        done.append("frame")
        return show(app, frame)

    def style_again(screen: ExplorerScreen, animate: bool = True) -> None:
        done.append("styles")
        restyle(screen, animate)

    async def mount_deferred(screen: ExplorerScreen) -> None:
        before_the_rest.extend(done)
        await rest(screen)

    restyle = ExplorerScreen.update_node_styles
    monkeypatch.setattr(ExplorerScreen, "update_node_styles", style_again)
    monkeypatch.setattr(SureCompositor, "reflow", lay_out)
    monkeypatch.setattr(DiffApp, "show_frame", show_frame)
    monkeypatch.setattr(ExplorerScreen, "mount_deferred", mount_deferred)
    async with explore():
        assert before_the_rest == ["layout", "frame"]
