"""Runs the explorer with one piece of its painting switched off, to see what the piece is worth.

``python -m tests.benchmarks.terminal.without PIECE`` opens the explorer in a terminal.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from typing import Final

from rich.console import RenderableType
from textual.message import Message
from textual.timer import Timer

_TICK: Final = 1 / 60
"""Seconds between two ticks of Textual's own timer."""


def _replace(owner: object, name: str, value: object) -> None:
    setattr(owner, name, value)


def _canvas() -> None:
    """Write every frame whole, through Textual's own driver."""
    from tui_app.ui.terminal.frames import DiffApp

    def show_frame(self: DiffApp[object], _frame: RenderableType) -> bool:
        if self.line is not None:
            self.line.takes_keys.set()
        return False

    _replace(DiffApp, "show_frame", show_frame)


def _frame_timer() -> None:
    """Paint with Textual's ticks."""
    from tui_app.ui.terminal.frames import RepaintScreen

    def ticks(self: RepaintScreen[object]) -> Timer:
        return self.set_interval(_TICK, self.paint, name="screen_update", pause=True)

    _replace(RepaintScreen, "frame_timer", ticks)


def _idle_gc() -> None:
    """Collect garbage whenever Python would."""
    from tui_app.ui.terminal.frames import IdleGc

    _replace(gc, "disable", lambda: None)
    for name in ("begin", "postpone"):
        _replace(IdleGc, name, lambda _self: None)


def _keys() -> None:
    """Post each key the moment it is read."""
    from tui_app.ui.terminal.keys import KeyGate

    def pass_on(self: KeyGate, message: Message) -> None:
        self._begin(self._app.post_now(message))

    _replace(KeyGate, "pass_on", pass_on)


OFF: Final[dict[str, Callable[[], None]]] = {
    "nothing": lambda: None,
    "canvas": _canvas,
    "frame_timer": _frame_timer,
    "idle_gc": _idle_gc,
    "keys": _keys,
}
"""How each piece is switched off."""


def main() -> None:
    OFF[sys.argv.pop(1)]()
    from tui_app.__main__ import main as firmeterm

    firmeterm()


if __name__ == "__main__":
    main()
