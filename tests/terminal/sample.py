"""A small app on our wire, for tests of the wire alone: ``python -m tests.terminal.sample``."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input, Static

from tui_app.ui.terminal.capabilities import Colours
from tui_app.ui.terminal.frames import DiffApp, RepaintScreen


class Sample(DiffApp[None]):
    """Echoes what is typed, fills the screen on each letter, crashes on request."""

    CSS = "Static { height: 1fr; text-wrap: nowrap; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+z", "suspend_process"),
        Binding("f2", "crash"),
    ]

    def __init__(self) -> None:
        super().__init__(Colours.TRUECOLOR)
        self.animation_level = "none"

    def get_default_screen(self) -> RepaintScreen[None]:
        return RepaintScreen()

    def compose(self) -> ComposeResult:
        field = Input()
        field.cursor_blink = False
        yield field
        yield Static("ready")

    def on_input_changed(self, event: Input.Changed) -> None:
        rows = (f"{n} {event.value} {n * len(event.value)}" for n in range(40))
        self.query_one(Static).update("\n".join(rows))

    def action_crash(self) -> None:
        raise RuntimeError("a fault in the program")


if __name__ == "__main__":
    app = Sample()
    app.run()
    raise SystemExit(app.return_code or 0)
