"""Text to select with the terminal's own mouse, where it cannot be sent to the clipboard."""

from __future__ import annotations

from textual.content import Content

from tui_app.language import _
from tui_app.ui.drawing import paragraph
from tui_app.ui.screens.dialog import Dialog


class PlainScreen(Dialog[None]):
    """Shows a text whole, and says why it is shown."""

    def __init__(self, title: str, text: str) -> None:
        super().__init__(title, _("Esc closes"))
        self._text = text

    def draw(self, width: int) -> Content:
        """The text, broken where it must be."""
        return Content("\n").join(paragraph(line, width) for line in self._text.splitlines())
