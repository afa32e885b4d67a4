"""The base classes of dialogs with a text field, and a line for messages below it."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from tui_app.ui.dialogs.dialog import Dialog
from tui_app.ui.remote.workers import start
from tui_app.ui.text.cells import common_start
from tui_app.ui.widgets.text_field import TextField
from tui_app.ui.widgets.text_pane import TextPane

R = TypeVar("R")

_MAX_SHOWN: Final = 12
"""The most completions that are shown."""


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


class CompletingDialog(FieldDialog[R]):
    """Tab completes the text as far as that is certain, and shows what may follow."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("tab", "complete", show=False, priority=True)]

    @abstractmethod
    def completions(self, text: str) -> Sequence[str]:
        """The texts that this one may become; called in a thread."""

    def shown(self, completion: str) -> str:
        """The part of a completion that is shown among others."""
        return completion

    def action_complete(self) -> None:
        """Look for completions."""
        start(self, self._complete(), group="complete", description="complete a text")

    async def _complete(self) -> None:
        text = self._field.value
        found = await asyncio.to_thread(self.completions, text)
        if text != self._field.value or not found:
            return
        self._field.value = common_start(found)
        self._field.cursor_position = len(self._field.value)
        await asyncio.sleep(0)  # the changed text has no message
        more = " …" if len(found) > _MAX_SHOWN else ""
        names = "  ".join(map(self.shown, found[:_MAX_SHOWN])) + more
        self.call_later(self._message.say, names if len(found) > 1 else "", "dim")
