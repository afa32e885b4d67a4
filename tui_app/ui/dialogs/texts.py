"""Dialogs that show a text: the fields of a record, or what could not be copied."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content

from tui_app.system.language import _
from tui_app.ui.dialogs.dialog import TextDialog
from tui_app.ui.session import session_of
from tui_app.ui.text.drawing import RecordField, fields, lines, paragraph
from tui_app.ui.widgets.text_pane import TextPane


class FieldsScreen(TextDialog):
    """Shows labels and values over the explorer; ``turn`` goes to the next or previous record."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "turn(1)", show=False, id="next_page"),
        Binding("p", "turn(-1)", show=False, id="previous_page"),
        Binding("y", "copy", show=False, id="copy"),
    ]

    def __init__(
        self,
        title: str,
        shown: list[RecordField],
        turn: Callable[[int], list[RecordField]] | None = None,
        copied: Callable[[], str] | None = None,
    ) -> None:
        turning = _("{next_page} next · {previous_page} previous · {copy} copy · {escape} closes")
        leaving = turning if turn else _("{escape} closes")
        super().__init__(title, leaving)
        self._shown = shown
        self._turn = turn
        self._copied = copied

    def draw(self, width: int) -> Content:
        """The fields as text."""
        return fields(self._shown, width)

    def action_turn(self, by: int) -> None:
        """Show the next record, or the previous one."""
        if self._turn is not None and (shown := self._turn(by)):
            self._shown = shown
            self.text_pane.refresh_text()

    def action_copy(self) -> None:
        """Copy the identifier of the record."""
        if self._copied is not None and (text := self._copied()):
            session_of(self).copy(text, self._heading)


class PlainScreen(TextDialog):
    """Shows a text in full and says why; without a frame, which would be selected too."""

    DEFAULT_CSS = """
    PlainScreen { background: $background; align: left top; }
    PlainScreen > .dialog {
        width: 100%; max-width: 100%; height: 100%; background: $background;
        border: none; padding: 0;
    }
    PlainScreen .plain-head { padding: 0 1 1 0; }
    """

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(reason, _("{escape} closes"))
        self._text = text

    def compose(self) -> ComposeResult:
        """Why it is shown and what to do, then the text from the left edge on."""
        with Vertical(classes="dialog"):
            yield TextPane(self._head, classes="plain-head")
            with self.body:
                yield from self.compose_body()

    def fit_width(self) -> None:
        """Use the full width, so that nothing beside the text is selected with it."""

    def _head(self, width: int) -> Content:
        how = _("Select the text with the mouse (with Shift held) or the terminal's own keys.")
        return lines(
            (
                paragraph(self._heading, width, "strong"),
                paragraph(f"{how} {self._leaving}.", width, "dim"),
            )
        )

    def draw(self, width: int) -> Content:
        """The text, wrapped only if necessary."""
        return lines(paragraph(line, width) for line in self._text.splitlines())
