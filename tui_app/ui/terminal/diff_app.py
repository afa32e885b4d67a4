"""The part of the app that shows a frame through the canvas of our driver."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, cast, runtime_checkable

from rich.console import RenderableType
from textual import events
from textual.app import ReturnType
from textual.driver import Driver
from textual.filter import LineFilter, Monochrome, NoColor
from textual.geometry import Offset
from textual.strip import Strip
from textual.widgets import Input

from tui_app.ui.spoken import is_spoken
from tui_app.ui.terminal.capabilities import Colours
from tui_app.ui.terminal.idle_gc import IdleGc
from tui_app.ui.terminal.textual_private import OWN_PAINTING, FrameApp, layout_size

if TYPE_CHECKING:
    from tui_app.ui.terminal.canvas import Run
    from tui_app.ui.terminal.driver import LineDriver

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
