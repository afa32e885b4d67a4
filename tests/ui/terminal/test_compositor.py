"""What a layout took off the screen is painted over, whoever asked for places before it."""

from __future__ import annotations

import asyncio

import pytest
from rich.console import RenderableType
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Size
from textual.widgets import Static

from tui_app.ui.terminal.capabilities import Colours
from tui_app.ui.terminal.frames import DiffApp, FrameTimer, RepaintScreen
from tui_app.ui.terminal.textual_private import is_at_rest, placed_strips

pytestmark = pytest.mark.usefixtures("every_frame_painted")


class _Asking(Static):
    """Asks where it is while it is laid out, as a text that depends on its room does."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        _place = self.region
        return super().get_content_height(container, viewport, width)


class _Page(DiffApp[None]):
    """A question above a text, and what the terminal shows of them."""

    CSS = "Static { height: auto; width: 1fr; }"

    def __init__(self) -> None:
        super().__init__(Colours.TRUECOLOR)
        self.question, self.text = Static("really?"), _Asking("a text")
        self.hidden = Static("out of sight")
        self.shown = dict[int, str]()

    def get_default_screen(self) -> RepaintScreen[None]:
        return RepaintScreen()

    def compose(self) -> ComposeResult:
        yield self.question
        yield self.text
        with Vertical() as container:
            container.display = False
            yield self.hidden

    def show_frame(self, frame: RenderableType) -> bool:
        for x, y, strip in placed_strips(frame):
            line = self.shown.get(y, "").ljust(x)
            self.shown[y] = line[:x] + strip.text + line[x + strip.cell_length :]
        self.post_display_hook()
        return True

    @property
    def lines(self) -> list[str]:
        """The lines with a text."""
        return [line for y in sorted(self.shown) if (line := self.shown[y].strip())]


async def _painted(app: _Page) -> None:
    """Wait until what changed is painted."""
    timer = app.screen._update_timer
    assert isinstance(timer, FrameTimer)
    while timer._due is not None or not is_at_rest(app.screen):
        await asyncio.sleep(0)


async def _change_out_of_sight(app: _Page) -> None:
    """Paint a change that nobody sees: Textual then forgets all places."""
    await _painted(app)
    app.hidden.refresh()
    await _painted(app)
    assert app.screen._compositor._full_map_invalidated


async def test_what_is_hidden_goes_though_its_place_was_asked_for_before_the_layout() -> None:
    app = _Page()
    async with app.run_test(size=(40, 5)):
        await _change_out_of_sight(app)
        assert app.lines == ["really?", "a text"]
        app.question.display = False
        assert app.text.region.y == 0
        await _painted(app)
        assert app.lines == ["a text"]


async def test_places_asked_for_while_it_is_laid_out_are_not_those_shown_before() -> None:
    app = _Page()
    async with app.run_test(size=(40, 5)):
        for is_shown in (False, True, False, True):
            await _change_out_of_sight(app)
            app.question.display = is_shown
            app.text.refresh(layout=True)
            await _painted(app)
            assert app.lines == (["really?"] if is_shown else []) + ["a text"]
