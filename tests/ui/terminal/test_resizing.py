"""What the terminal gets while its size changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual import events
from textual.app import ComposeResult
from textual.geometry import Size
from textual.widgets import Static

from tui_app.ui.terminal.capabilities import Colours
from tui_app.ui.terminal.driver import LineDriver
from tui_app.ui.terminal.frames import DiffApp, RepaintScreen

pytestmark = pytest.mark.usefixtures("every_frame_painted")

SIZE, OTHER = Size(40, 5), Size(20, 8)


class _Line(LineDriver):
    """Our driver, with what it writes."""

    _written = ""

    def write(self, data: str) -> None:
        self._written += data

    def take(self) -> str:
        """What was written since the last look."""
        written, self._written = self._written, ""
        return written

    async def written(self) -> str:
        """The same, once there is something."""
        while not (taken := self.take()):
            await asyncio.sleep(0)
        return taken


class _Page(DiffApp[object]):
    """A line of text at the top and one at the bottom."""

    CSS = "#foot { dock: bottom; }"

    def __init__(self) -> None:
        super().__init__(Colours.TRUECOLOR)
        self.head, self.foot = Static("a text"), Static("the foot", id="foot")
        self.line = self.terminal = _Line(self)
        self.is_held = False
        """Whether the layout for a new size has to wait, as on a busy machine."""

    def get_default_screen(self) -> RepaintScreen[object]:
        return RepaintScreen()

    def compose(self) -> ComposeResult:
        yield self.head
        yield self.foot

    def _check_resize(self) -> None:
        if not self.is_held:
            super()._check_resize()

    async def say(self, text: str) -> None:
        """Show a text, and return once a frame was made of it."""
        before = self.frames_shown
        self.head.update(text)
        while self.frames_shown == before:
            await asyncio.sleep(0)

    async def change_size(self, size: Size) -> None:
        """Tell of a new size."""
        self.post_message(events.Resize(size, size))
        while self.size != size:
            await asyncio.sleep(0)


@asynccontextmanager
async def _resized() -> AsyncIterator[tuple[_Page, _Line]]:
    """A page on a terminal that has another size since the last layout, and a change since."""
    app = _Page()
    async with app.run_test(size=(SIZE.width, SIZE.height)):
        await app.say("before")
        line = app.terminal
        assert "before" in line.take()
        app.is_held = True
        await app.change_size(OTHER)
        await app.say("after")
        yield app, line


def _is_whole(written: str) -> bool:
    """Whether the screen was cleared and written once."""
    return written.count("\x1b[2J") == written.count("after") == written.count("the foot") == 1


async def test_only_the_layout_for_the_new_size_is_written() -> None:
    async with _resized() as (app, line):
        assert not line.take()
        app.is_held = False
        app._check_resize()
        assert _is_whole(await line.written())


async def test_a_size_that_comes_back_is_written_whole_though_no_layout_follows() -> None:
    async with _resized() as (app, line):
        await app.change_size(SIZE)
        assert _is_whole(await line.written())
