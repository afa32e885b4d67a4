"""The base class of dialogs with a text field, and a line for messages below it."""

from __future__ import annotations

from typing import TypeVar

from textual.app import ComposeResult

from tui_app.ui.dialogs.dialog import Dialog
from tui_app.ui.widgets.text_field import TextField
from tui_app.ui.widgets.text_pane import TextPane

R = TypeVar("R")


class FieldDialog(Dialog[R]):
    """A field, which has the focus from the start, and a message about its text."""

    def __init__(self, title: str, closing: str, field: TextField) -> None:
        super().__init__(title, closing)
        self._field = field
        self._message = TextPane()

    def compose_body(self) -> ComposeResult:
        """The field and the message."""
        yield self._field
        yield self._message

    def on_mount(self) -> None:
        """Type at once. Textual calls this for every class, so none calls ``super``."""
        self._field.focus()
