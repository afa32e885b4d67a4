"""A one-line text field that writes nothing to the terminal while nobody types."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widgets import Input, Static


def _only_the_first_line(_text: str) -> str | None:
    return None


class Field(Input):
    """An input without a blinking cursor; typing replaces its text when it got the focus by key."""

    # Textual lays out the whole screen again for each letter.
    virtual_size = Reactive(Size(0, 0), layout=False)

    def __init__(self, *, placeholder: str = "", id: str | None = None) -> None:
        super().__init__(placeholder=placeholder, id=id, compact=True)
        self.cursor_blink = False
        self.read_pasted: Callable[[str], str | None] = _only_the_first_line
        """Given a pasted text, what to insert instead; ``None``: insert its first line."""

    def on_paste(self, event: events.Paste) -> None:
        """Read a paste of several lines, which may mean more than its first line."""
        if (whole := self.read_pasted(event.text)) is not None:
            event.prevent_default()
            event.stop()
            self.value = whole
            self.cursor_position = len(whole)


class PromptLine(Horizontal):
    """A field over the whole width, with the key that leads to it in front."""

    DEFAULT_CSS = """
    PromptLine { height: 1; }
    PromptLine Static { width: auto; padding: 0 1; color: $accent; }
    PromptLine Field { width: 1fr; padding: 0 1 0 0; height: 1; border: none; }
    """

    def __init__(self, field: Field, prompt: str) -> None:
        super().__init__(classes="prompt-line")
        self._field = field
        self._prompt = prompt

    def compose(self) -> ComposeResult:
        """The prompt, then the field."""
        yield Static(self._prompt, markup=False)
        yield self._field
