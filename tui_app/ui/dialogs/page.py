"""A dialog to go to a page by number."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input

from tui_app.language import _
from tui_app.ui.dialogs.dialog import Dialog
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import paragraph
from tui_app.ui.widgets.field import Field
from tui_app.ui.widgets.text_pane import TextPane


class PageScreen(Dialog[int]):
    """Returns the page; ``price`` is the cost of a page, in words."""

    # Letters are text here.
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", show=False)]

    def __init__(self, page: int, pages: int, price: str) -> None:
        heading = _("Page 1 to {pages}").format(pages=fmt.number(pages))
        super().__init__(
            f"{heading} ({price})" if price else heading, _("⏎ goes there · Esc closes")
        )
        self._pages = pages
        self._field = Field(id="page-field")
        self._field.value = str(page)
        self._said = TextPane()

    def compose_body(self) -> ComposeResult:
        """The number, and why it is refused."""
        yield self._field
        yield self._said

    def on_mount(self) -> None:
        """Typing replaces the current page number."""
        self._field.focus()
        self._field.select_all()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter goes to the page, if it exists."""
        event.stop()
        typed = event.value.strip()
        page = int(typed) if typed.isdecimal() and len(typed) <= 4 else 0
        if 1 <= page <= self._pages:
            self.dismiss(page)
        else:
            self._said.draw(self._draw_refusal)

    def _draw_refusal(self, width: int) -> Content:
        text = _("There is no such page: the last one is {pages}.")
        return paragraph(text.format(pages=fmt.number(self._pages)), width, "warn")
