"""A dialog with all fields of one record, such as a court case."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from tui_app.system.language import _
from tui_app.ui.dialogs.dialog import TextDialog
from tui_app.ui.session import session_of
from tui_app.ui.text.drawing import RecordField, fields


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
