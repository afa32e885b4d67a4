"""How frames reach the terminal: when a changed screen is painted, and what of it is sent.

Garbage is collected in between, while the user is idle: a full collection takes longer than an
echo may.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, cast, runtime_checkable

from rich.console import RenderableType
from textual import events
from textual.app import ReturnType
from textual.driver import Driver
from textual.filter import LineFilter, Monochrome, NoColor
from textual.geometry import Offset
from textual.reactive import Reactive
from textual.screen import ScreenResultType
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input

from tui_app.ui.terminal.capabilities import Colours, is_spoken
from tui_app.ui.terminal.textual_private import (
    OWN_PAINTING,
    FrameApp,
    FrameScreen,
    is_at_rest,
    layout_size,
)

if TYPE_CHECKING:
    from tui_app.ui.terminal.canvas import Run
    from tui_app.ui.terminal.driver import LineDriver


_IDLE_SECONDS: Final = 0.5
"""Seconds without a frame after which the user counts as idle."""
_YOUNG_THRESHOLDS: Final = (700, 10)
"""Python's own thresholds for the young generation, which is quick to collect."""
_FULL_THRESHOLD: Final = 80
"""Collections of the middle generation before a full one, even while somebody types."""
_FULL_THRESHOLD_IDLE: Final = 10
"""The same while the user is idle: as often as in Python by default."""


class IdleGc:
    """Decides when garbage is collected, in a program that starts with collection off."""

    def __init__(self) -> None:
        self._due: asyncio.TimerHandle | None = None
        self._begun = False

    def begin(self) -> None:
        """Switch collection on, if it is off; existing objects are frozen, since they stay."""
        if gc.isenabled():
            return
        gc.freeze()
        gc.set_threshold(*_YOUNG_THRESHOLDS, _FULL_THRESHOLD)
        gc.enable()
        self._begun = True

    def postpone(self) -> None:
        """Note that a frame was painted: the user may be typing."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
        if self._begun and gc.get_count()[2] >= _FULL_THRESHOLD_IDLE:
            self._due = asyncio.get_running_loop().call_later(_IDLE_SECONDS, self._collect)

    def _collect(self) -> None:
        self._due = None
        gc.collect()


_SYNC_START: Final = "\x1b[?2026h"
_SYNC_END: Final = "\x1b[?2026l"
# A smaller frame reaches the terminal in one write anyway.
_WORTH_SYNCHRONISING: Final = 1024

_BETWEEN_LETTERS: Final = 0.1
"""Seconds after a key in a text field within which the next key is likely."""
_BETWEEN_KEYS: Final = 0.05
"""The same outside text fields."""


@runtime_checkable
class HasCursorOffset(Protocol):
    """A text field, even one of several lines; its module need not be imported before use."""

    @property
    def cursor_screen_offset(self) -> Offset:
        """The position of its cursor on the screen."""


@runtime_checkable
class HasCursorRow(Protocol):
    """A widget that knows the line of its cursor."""

    @property
    def cursor_row(self) -> int:
        """The line, counted from the top of what is in view."""


class DiffApp(FrameApp[ReturnType]):
    """An app that writes only changed cells, and delays frames while the line is busy.

    Its screens must be ``RepaintScreen``s: others would write past the canvas.
    """

    def __init__(self, colours: Colours, *, takes_links: bool = False) -> None:
        super().__init__()
        self.leave_out_popups()
        self.colours = colours
        self.takes_links = takes_links
        self.frames_shown = 0
        self.idle_gc = IdleGc()
        self.line: LineDriver | None = None
        """Our driver; ``None`` in a test without a terminal, or if Textual paints itself."""

    def post_display_hook(self) -> None:
        """A frame was shown."""
        self.frames_shown += 1
        self.idle_gc.postpone()

    def get_driver_class(self) -> type[Driver]:
        """Our driver, if Textual has the private names it needs."""
        if not OWN_PAINTING:
            return super().get_driver_class()
        return cast("type[Driver]", self._make_driver)  # it is only called

    # Any: as Textual gives them.
    def _make_driver(self, app: FrameApp[Any], **options: Any) -> LineDriver:
        from tui_app.ui.terminal.driver import LineDriver

        self.line = LineDriver(app, **options)
        return self.line

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's filters without those for ``NO_COLOR``: the canvas already leaves colours out.

        Those filters make the terminal's own colours black on black if the theme is set after the
        start.
        """
        filters = super().get_line_filters()
        if self.line is None:
            return filters
        return [each for each in filters if not isinstance(each, Monochrome | NoColor)]

    def show_frame(self, frame: RenderableType) -> bool:
        """Paint a frame on the canvas and send the differences."""
        line = self.line
        if line is None:
            return False
        from tui_app.ui.terminal.textual_private import placed_strips

        try:
            line.on_drained = self._send_frame
            line.canvas.resize(*layout_size(self.screen))
            for x, y, strip in placed_strips(frame):
                line.canvas.paint(x, y, _runs(strip))
            line.canvas.move_cursor(*self.screen.outer_size.clamp_offset(self.cursor_place))
            self._send_frame()
            # The first frame comes after the first focus.
            line.takes_keys.set()
        finally:
            self.post_display_hook()
        return True

    @property
    def cursor_place(self) -> Offset:
        """Where the terminal's cursor rests: in a field; for screen readers, at the focus."""
        focused = self.focused
        if not is_spoken() or focused is None:
            return self.cursor_position
        if isinstance(focused, HasCursorOffset):
            return focused.cursor_screen_offset
        row = focused.cursor_row if isinstance(focused, HasCursorRow) else 0
        region = focused.region
        return region.offset + Offset(0, max(0, min(row, region.height - 1)))

    def on_resize(self, event: events.Resize) -> None:
        """Write all again: a terminal may lose what it shows when its size changes."""
        if self.line is not None and event.size != self.size:
            self.line.canvas.invalidate()
            self.call_next(self._send_frame)  # no layout follows if it has its old size again

    def write_raw(self, sequence: str) -> None:
        """Send the terminal a sequence that no widget draws."""
        if self.driver is not None:
            self.driver.write(sequence)

    @property
    def is_behind(self) -> bool:
        """Whether keys arrive faster than they are handled."""
        return self.line is not None and self.line.holds_a_key

    async def pause_between_keys(self) -> None:
        """Return once no key is being typed.

        Benchmark: the echo of a letter while a chart is drawn.
        """
        while (line := self.line) is not None:
            likely = _BETWEEN_LETTERS if isinstance(self.focused, Input) else _BETWEEN_KEYS
            left = line.last_key_time + likely - time.monotonic()
            if left <= 0 and not line.holds_a_key:
                return
            await asyncio.sleep(max(left, likely / 4))

    def _send_frame(self) -> None:
        """Write what is not shown yet.

        While the line is busy it waits: the driver calls again. Nor is the layout for a size that
        the terminal no longer has written: the one for the new size follows.
        """
        line = self.line
        if line is None or line.is_busy or line.canvas.is_up_to_date:
            return
        if layout_size(self.screen) != self.size:
            return
        frame = line.canvas.changes()
        if self.has_synchronised_output and len(frame) > _WORTH_SYNCHRONISING:
            frame = f"{_SYNC_START}{frame}{_SYNC_END}"
        line.write(frame)


def _runs(strip: Strip) -> Iterator[Run]:
    return ((text, style) for text, style, control in strip if not control)


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
