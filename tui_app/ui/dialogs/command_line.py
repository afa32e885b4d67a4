"""The dialog of the line ``:``: completion with Tab, earlier lines with Up and Down."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from tui_app.system.language import _
from tui_app.ui.dialogs.dialog import Dialog
from tui_app.ui.remote.workers import start
from tui_app.ui.session import LineCommand, LineError
from tui_app.ui.text.cells import common_start
from tui_app.ui.widgets.text_field import TextField
from tui_app.ui.widgets.text_pane import TextPane

if TYPE_CHECKING:
    from tui_app.ui.session import ScreenSession

_WIDTH = 86
_MAX_SHOWN = 12
"""The most completions that are shown."""


class CommandLineDialog(Dialog[LineCommand]):
    """Returns the typed command, or ``None``. A wrong one stays in the field, with its error."""

    DEFAULT_CSS = "CommandLineDialog TextField { height: 1; border: none; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", show=False, priority=True),
        Binding("up", "walk(1)", show=False),
        Binding("down", "walk(-1)", show=False),
    ]

    def __init__(self, session: ScreenSession, *, check: Callable[[LineCommand], None]) -> None:
        """``check`` raises ``LineError`` for a command that the screen cannot run."""
        closing = _("Tab completes · ↑↓ earlier lines · ⏎ runs · Esc closes")
        super().__init__(_("Type a command, as on the command line"), closing)
        self._session = session
        self._check = check
        self._field = TextField(placeholder="show 990000013 --section signals", id="line")
        self._message = TextPane()
        self._back = 0
        """How many lines ago the shown one was typed; 0: it is new."""

    def compose_body(self) -> ComposeResult:
        """The line, and its completions or its error."""
        yield self._field
        yield self._message

    def widest(self, available: int) -> int:
        """Wide enough for most lines."""
        return min(available, _WIDTH)

    def on_mount(self) -> None:
        """Type at once."""
        self._field.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Clear the message about the previous line."""
        event.stop()
        self._message.say("")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Read the line; a wrong one can be corrected."""
        event.stop()
        typed = event.value.strip()
        if not typed:
            self.dismiss(None)
            return
        lines = self._session.lines_typed
        lines[:] = [*(line for line in lines if line != typed), typed]
        try:
            command = self._session.read_line(typed)
            self._check(command)
        except LineError as error:
            self._message.say(str(error), "bad")
        else:
            self.dismiss(command)

    def action_walk(self, by: int) -> None:
        """An earlier line, or a later one."""
        lines = self._session.lines_typed
        self._back = max(0, min(len(lines), self._back + by))
        self._field.value = lines[-self._back] if self._back else ""
        self._field.cursor_position = len(self._field.value)

    def action_complete(self) -> None:
        """Complete the last word as far as it is certain, and show its completions."""
        start(self, self._complete(), group="complete", description="complete a line")

    async def _complete(self) -> None:
        text = self._field.value
        found = await asyncio.to_thread(self._session.complete_line, text)
        if text != self._field.value or not found:
            return
        stem = text[: len(text) - len(text.split(" ")[-1])]
        common = common_start(found)
        self._field.value = f"{stem}{common}" + (" " if len(found) == 1 else "")
        self._field.cursor_position = len(self._field.value)
        await asyncio.sleep(0)
        if len(found) > 1:
            more = " …" if len(found) > _MAX_SHOWN else ""
            self.call_later(self._message.say, "  ".join(found[:_MAX_SHOWN]) + more, "dim")
