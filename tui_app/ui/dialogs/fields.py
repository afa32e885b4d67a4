"""A dialog with all fields of one record, such as a court case."""

from __future__ import annotations

from textual.content import Content

from tui_app.system.language import _
from tui_app.ui.dialogs.dialog import TextDialog
from tui_app.ui.text.drawing import RecordField, fields


class FieldsScreen(TextDialog):
    """Shows labels and values over the explorer."""

    def __init__(self, title: str, pairs: list[RecordField]) -> None:
        super().__init__(title, _("Esc closes"))
        self._pairs = pairs

    def draw(self, width: int) -> Content:
        """The fields as text."""
        return fields(self._pairs, width)
