"""Runs the explorer with one piece of its painting switched off, to see what the piece is worth.

``python -m tests.benchmarks.terminal.without PIECE`` opens the explorer in a terminal.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable
from typing import Final

from rich.console import RenderableType
from textual.geometry import Region
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

_TICK: Final = 1 / 60
"""Seconds between two ticks of Textual's own timer."""


def _replace(owner: object, name: str, value: object) -> None:
    setattr(owner, name, value)


def _compositor() -> None:
    """Render the box around all changes, as Textual does."""
    from tui_app.ui.terminal.textual_private import DirtyCompositor

    changed = DirtyCompositor.take_dirty

    def box(self: DirtyCompositor, stack: list[Screen[object]]) -> Iterable[tuple[int, int, int]]:
        spans = list(changed(self, stack))
        if not spans:
            return []
        lines = [y for y, _left, _right in spans]
        left, right = min(span[1] for span in spans), max(span[2] for span in spans)
        return [(y, left, right) for y in range(min(lines), max(lines) + 1)]

    _replace(DirtyCompositor, "take_dirty", box)


def _canvas() -> None:
    """Write every frame whole, through Textual's own driver."""
    from tui_app.ui.terminal.diff_app import DiffApp

    def show_frame(self: DiffApp[object], _frame: RenderableType) -> bool:
        if self.line is not None:
            self.line.takes_keys.set()
        return False

    _replace(DiffApp, "show_frame", show_frame)


def _frame_timer() -> None:
    """Paint with Textual's ticks."""
    from tui_app.ui.terminal.frame_timer import RepaintScreen

    def ticks(self: RepaintScreen[object]) -> Timer:
        return self.set_interval(_TICK, self.paint, name="screen_update", pause=True)

    _replace(RepaintScreen, "frame_timer", ticks)


def _idle_gc() -> None:
    """Collect garbage whenever Python would."""
    from tui_app.ui.terminal.idle_gc import IdleGc

    _replace(gc, "disable", lambda: None)
    for name in ("begin", "postpone"):
        _replace(IdleGc, name, lambda _self: None)


def _keys() -> None:
    """Post each key the moment it is read."""
    from tui_app.ui.terminal.keys import KeyGate

    def pass_on(self: KeyGate, message: Message) -> None:
        self._begin(self._app.post_now(message))

    _replace(KeyGate, "pass_on", pass_on)


def _line_painter() -> None:
    """Have rows drawn through Textual's box model and its cache of lines."""
    from tui_app.ui.widgets.line_painter import LinePainter

    direct = LinePainter.render_lines

    def render_line(self: LinePainter, y: int) -> Strip:
        return direct(self, Region(0, y, self.outer_size.width, 1))[0]

    _replace(LinePainter, "render_lines", Widget.render_lines)
    _replace(LinePainter, "render_line", render_line)


OFF: Final[dict[str, Callable[[], None]]] = {
    "nothing": lambda: None,
    "compositor": _compositor,
    "canvas": _canvas,
    "frame_timer": _frame_timer,
    "idle_gc": _idle_gc,
    "keys": _keys,
    "line_painter": _line_painter,
}
"""How each piece is switched off."""


def main() -> None:
    OFF[sys.argv.pop(1)]()
    from tui_app.__main__ import main as firmeterm

    firmeterm()


if __name__ == "__main__":
    main()
