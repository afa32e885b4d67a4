"""Decides when a changed screen is painted: at once, or after a short pause."""

from __future__ import annotations

import asyncio
from typing import Final

from textual.reactive import Reactive
from textual.screen import ScreenResultType
from textual.timer import Timer
from textual.widget import Widget

from tui_app.ui.terminal.diff_app import DiffApp
from tui_app.ui.terminal.textual_private import OWN_PAINTING, FrameScreen, is_at_rest

PAUSE: Final = 1 / 120
"""The minimum of seconds between two frames: changes within them are painted together."""
_TOGETHER: Final = 0.001
"""Seconds to wait so that all changes of one event are painted in one frame."""
_MAX_SECONDS_WITHOUT_FRAME: Final = 0.1
"""The maximum of seconds without a frame while keys arrive faster than they are handled."""


class RepaintScreen(FrameScreen[ScreenResultType]):
    """A screen that is painted as soon as something changes.

    Textual ticks sixty times a second and misses every other tick: an answer that arrives 3 ms
    after the echo of a letter is painted 25 ms later. Benchmark: letter to ranked results painted.
    """

    # Textual paints the whole screen when the focus changes. Benchmark: focus change.
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)

    def __init__(self) -> None:
        super().__init__()
        self.are_hints_shown = True
        """Whether the widgets with hints are up to date."""
        self._are_hints_new = False
        """Whether they were updated since the last frame."""
        self.notice_all_changes()

    def frame_timer(self) -> Timer:
        """A timer that fires once, as soon as allowed."""
        return FrameTimer(self)

    def update_hints(self) -> None:
        """Ask for an update of the widgets that show hints, once, with the next frame."""
        if not self.are_hints_shown:
            return
        self.are_hints_shown = False
        if OWN_PAINTING:
            self.request_frame()
        else:
            self.call_later(self._show_hints)

    def is_settled(self) -> bool:
        """Whether all that a change leads to was done, and the hints were updated after it."""
        if is_at_rest(self) and not self._are_hints_new:
            self._show_hints()
        return is_at_rest(self)

    def paint(self) -> None:
        """Paint the changes, with the hints updated first: once a frame."""
        if not self._are_hints_new:
            self._show_hints()
        self._are_hints_new = False
        super().paint()
        if not self.are_hints_shown:
            self.request_frame()  # they changed after they were updated for this one

    def _show_hints(self) -> None:
        if not self.are_hints_shown:
            self.are_hints_shown = self._are_hints_new = True
            self.update_hints_now()

    def update_hints_now(self) -> None:
        """Update the hints at once. A screen with hints overrides this."""


class FrameTimer(Timer):
    """Textual's timer for painting, without its ticks: after ``resume`` it fires once and soon."""

    def __init__(self, screen: RepaintScreen[ScreenResultType]) -> None:
        super().__init__(screen, PAUSE, name="screen_update")
        self._screen = screen
        self._painted_at = 0.0
        self._latest = 0.0
        """When the change that is due must be painted."""
        self._due: asyncio.TimerHandle | None = None

    def resume(self) -> None:
        """Paint a change, though not too soon after the last frame."""
        loop = asyncio.get_running_loop()
        due = max(loop.time() + _TOGETHER, self._painted_at + PAUSE)
        if self._due is None:
            self._latest = due + _MAX_SECONDS_WITHOUT_FRAME
        elif due >= self._due.when():
            return
        else:
            self._due.cancel()
        self._due = loop.call_at(due, self._paint)

    def pause(self) -> None:
        """Stop until the next change, unless a frame that updates the hints is due."""
        if self._screen.are_hints_shown:
            self.stop()

    def stop(self) -> None:
        """Stop painting."""
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _paint(self) -> None:
        loop = asyncio.get_running_loop()
        app, now = self._screen.app, loop.time()
        if not isinstance(app, DiffApp):
            return
        self._due = None  # what changes while it paints needs another frame
        shown = app.frames_shown
        try:
            # The waiting keys will change the screen again, and so will messages under way.
            # Benchmark: 10 000 keys typed at full speed.
            if now < self._latest and (app.is_behind or not self._screen.is_settled()):
                self.stop()
                self._due = loop.call_later(_TOGETHER, self._paint)
                return
            self._screen.paint()
        except Exception as error:  # noqa: BLE001 (any error of a widget: the app shows it)
            app.end_with(error)
        if app.frames_shown > shown:
            self._painted_at = now
