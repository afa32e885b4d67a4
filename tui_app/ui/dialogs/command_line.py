"""The dialog of the line ``:``: suggestions while typing, earlier lines with Up and Down."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from tui_app.contract.screening.completion import Completion
from tui_app.system.language import _
from tui_app.ui.dialogs.dialog import Dialog
from tui_app.ui.remote.value import start
from tui_app.ui.screening.completing_field import CompletingField, Completions
from tui_app.ui.session import LineCommand, LineError, ScreenSession
from tui_app.ui.widgets.text_pane import TextPane

Suggest = Callable[[str, Iterable[tuple[str, str]]], tuple[Completion, ...]]
"""What to suggest for a line, from the completions of the command line and their meanings."""


class CommandLineDialog(Dialog[LineCommand]):
    """Returns the typed command, or ``None``. A wrong one stays in the field, with its error."""

    asked_width = 86
    DEFAULT_CSS = "CommandLineDialog CompletingField { height: 1; border: none; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", show=False, priority=True),
        Binding("up", "walk(1)", show=False, id="up"),
        Binding("down", "walk(-1)", show=False, id="down"),
    ]

    def __init__(
        self, session: ScreenSession, *, check: Callable[[LineCommand], None], suggest: Suggest
    ) -> None:
        """``check`` raises ``LineError`` for a command that the screen cannot run."""
        closing = _("Tab completes · ↑↓ suggestions, earlier lines · ⏎ runs · {escape} closes")
        super().__init__(_("Type a command, as on the command line"), closing)
        self._session = session
        self._check = check
        self._suggestions = suggest
        self._found: tuple[Completion, ...] = ()
        self._found_for = ""
        """The line that ``_found`` was found for."""
        self._completions = Completions()
        self._field = CompletingField(
            self._completions,
            placeholder="show 990000013 --section signals",
            id="line",
            complete=lambda line, _cursor: self._found if line == self._found_for else (),
        )
        self._message = TextPane()
        self._back = 0
        """How many lines ago the shown one was typed; 0: it is new."""

    def compose_body(self) -> ComposeResult:
        """The line, its suggestions, and its error."""
        yield self._field
        yield self._completions
        yield self._message

    def on_mount(self) -> None:
        """Type at once."""
        self._field.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Clear the message about the previous line, and suggest how this one goes on."""
        event.stop()
        self._message.say("")
        self._field.offer()
        start(self, self._suggest(), description="suggest a line")

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
        with self.prevent(Input.Changed):  # its suggestions would take the next Up
            self._field.value = lines[-self._back] if self._back else ""
        self._field.cursor_position = len(self._field.value)

    def action_complete(self) -> None:
        """Take the suggestion under the cursor, once there are some."""
        start(self, self._suggest(takes=True), description="complete a line")

    async def _suggest(self, *, takes: bool = False) -> None:
        """Find what may follow, in a thread, and show it or take the first."""
        text = self._field.value
        if text != self._found_for:
            found = await asyncio.to_thread(self._session.complete_line, text)
            if text != self._field.value:
                return
            self._found_for, self._found = text, self._suggestions(text, found)
            self._field.offer()
        if takes:
            self._field.action_complete()
