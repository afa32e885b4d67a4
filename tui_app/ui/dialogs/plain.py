"""Shows a text to select with the terminal's own mouse, if it cannot be copied."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from tui_app.system.language import _
from tui_app.ui.dialogs.dialog import TextDialog
from tui_app.ui.text.drawing import lines, paragraph
from tui_app.ui.widgets.text_pane import TextPane


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
