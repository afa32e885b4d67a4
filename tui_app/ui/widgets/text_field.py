"""A one-line text field that writes nothing to the terminal while nobody types."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widgets import Input, Static

from tui_app.contract.pasted_text import as_seen


class TextField(Input):
    """An input without a blinking cursor.

    It keeps only visible text: control, zero-width and direction characters are removed from all
    typed, pasted or restored text, and every kind of blank becomes a space.
    """

    # Textual lays out the whole screen again for each letter.
    virtual_size = Reactive(Size(0, 0), layout=False)

    def __init__(
        self, *, placeholder: str = "", id: str | None = None, selects: bool = True
    ) -> None:
        """``selects``: whether getting the focus selects the text."""
        super().__init__(placeholder=placeholder, id=id, select_on_focus=selects, validate_on=())
        # ``compact=True`` would compute the styles of a field that is not shown yet.
        self.set_reactive(Input.compact, True)
        self.add_class("-textual-compact", update=False)
        self.cursor_blink = False
        self.read_pasted: Callable[[str], str | None] = lambda _text: None
        """Returns the text to insert for a pasted one; ``None``: insert its first line."""

    def validate_value(self, value: str) -> str:
        """Clean every new value, however it is set."""
        return as_seen(value)

    def replace(self, text: str, start: int, end: int) -> None:
        """Insert cleaned text: Textual places the cursor by the length of the inserted text."""
        super().replace(as_seen(text), start, end)

    def on_paste(self, event: events.Paste) -> None:
        """Read a paste of several lines; by default the first line that is not blank counts."""
        event.prevent_default()
        event.stop()
        if (whole := self.read_pasted(event.text)) is not None:
            self.value = whole
            self.cursor_position = len(self.value)
            return
        lines = (as_seen(line) for line in event.text.splitlines())
        first = next((line for line in lines if line.strip()), "")
        self.replace(first, *self.selection)


class PromptLine(Horizontal):
    """A field across the whole width, with its key in front."""

    DEFAULT_CSS = """
    PromptLine { height: 1; }
    PromptLine Static { width: auto; padding: 0 1; color: $accent; }
    PromptLine TextField { width: 1fr; padding: 0 1 0 0; height: 1; border: none; }
    """

    def __init__(self, field: TextField, prompt: str) -> None:
        super().__init__(classes="prompt-line")
        self._field = field
        self._prompt = prompt

    def compose(self) -> ComposeResult:
        """The prompt, then the field."""
        yield Static(self._prompt, markup=False)
        yield self._field
