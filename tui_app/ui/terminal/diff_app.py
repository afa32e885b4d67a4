"""The app's way of showing a frame: through the canvas of our driver."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from rich.console import RenderableType
from textual._ansi_sequences import SYNC_END, SYNC_START
from textual.app import App, ReturnType
from textual.driver import Driver
from textual.filter import LineFilter, Monochrome, NoColor
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Input

from tui_app.ui.terminal.capabilities import Colours
from tui_app.ui.terminal.compositor import Frame
from tui_app.ui.terminal.driver import LineDriver
from tui_app.ui.terminal.idle_gc import IdleGc

if TYPE_CHECKING:
    from tui_app.ui.terminal.canvas import Run

# A smaller frame reaches the terminal in one piece anyway.
_WORTH_SYNCHRONISING: Final = 1024

_BETWEEN_LETTERS: Final = 0.1
"""Seconds after a key in which, in a field, the next letter is likely."""
_BETWEEN_KEYS: Final = 0.05
"""The same elsewhere."""


class DiffApp(App[ReturnType]):
    """An app whose frames cost the cells that changed, and wait while the line is busy.

    Its screens are ``RepaintScreen``s: others would write past the canvas.
    """

    def __init__(self, colours: Colours) -> None:
        super().__init__()
        self.colours = colours
        self.rubbish = IdleGc()

    def post_display_hook(self) -> None:
        """A frame was shown."""
        self.rubbish.not_now()

    def get_driver_class(self) -> type[Driver]:
        """Ours, in a terminal."""
        return LineDriver

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's filters without those for ``NO_COLOR``: the canvas leaves colours out.

        Theirs turn the terminal's own colours into black on black when the theme is set
        after the start.
        """
        filters = super().get_line_filters()
        if not isinstance(self._driver, LineDriver):
            return filters
        return [each for each in filters if not isinstance(each, Monochrome | NoColor)]

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        driver = self._driver
        if (
            not isinstance(driver, LineDriver)
            or not isinstance(renderable, Frame)
            or self._batch_count
            or not self._running
            or self._closed
        ):
            super()._display(screen, renderable)
            return
        try:
            driver.on_drained = self._send_frame
            driver.canvas.resize(*self.size)
            for x, y, strip in renderable.pieces:
                driver.canvas.paint(x, y, _runs(strip))
            driver.canvas.move_cursor(*self.screen.outer_size.clamp_offset(self.cursor_position))
            self._send_frame()
            # The first frame comes after the first focus.
            driver.takes_keys.set()
        finally:
            self.post_display_hook()

    @property
    def is_behind(self) -> bool:
        """Whether keys come faster than they are handled."""
        return isinstance(self._driver, LineDriver) and self._driver.holds_a_key

    @property
    def last_key_time(self) -> float:
        """When the terminal sent a key last, by ``time.monotonic``; long ago without a terminal."""
        return self._driver.last_key_time if isinstance(self._driver, LineDriver) else -math.inf

    async def pause_between_keys(self) -> None:
        """Return once nobody types: what is no echo may wait for that."""
        driver = self._driver
        while isinstance(driver, LineDriver):
            likely = _BETWEEN_LETTERS if isinstance(self.focused, Input) else _BETWEEN_KEYS
            left = driver.last_key_time + likely - time.monotonic()
            if left <= 0 and not driver.holds_a_key:
                return
            await asyncio.sleep(max(left, likely / 4))

    def _send_frame(self) -> None:
        """Write what is not shown yet, unless the line is busy: it calls again when it is free."""
        driver = self._driver
        if not isinstance(driver, LineDriver) or driver.is_busy or driver.canvas.is_settled:
            return
        frame = driver.canvas.take()
        if self._sync_available and len(frame) > _WORTH_SYNCHRONISING:
            frame = f"{SYNC_START}{frame}{SYNC_END}"
        driver.write(frame)


def _runs(strip: Strip) -> Iterator[Run]:
    return ((text, style) for text, style, control in strip if not control)
