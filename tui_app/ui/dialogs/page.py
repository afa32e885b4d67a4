"""A dialog to go to a page by number."""

from __future__ import annotations

from textual.widgets import Input

from tui_app.system.language import _
from tui_app.ui.dialogs.dialog import FieldDialog
from tui_app.ui.text import formatting as fmt
from tui_app.ui.widgets.text_field import TextField


class PageScreen(FieldDialog[int]):
    """Returns the page; ``price`` is the cost of a page, in words."""

    def __init__(self, page: int, pages: int, price: str) -> None:
        heading = _("Page 1 to {pages}").format(pages=fmt.number(pages))
        heading = f"{heading} ({price})" if price else heading
        super().__init__(heading, _("⏎ goes there · {escape} closes"), TextField(id="page-field"))
        self._pages = pages
        self._field.value = str(page)

    def on_mount(self) -> None:
        """Typing replaces the current page number."""
        self._field.select_all()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter goes to the page, if it exists."""
        event.stop()
        typed = event.value.strip()
        page = int(typed) if typed.isdecimal() and len(typed) <= 4 else 0
        if 1 <= page <= self._pages:
            self.dismiss(page)
        else:
            text = _("There is no such page: the last one is {pages}.")
            self._message.say(text.format(pages=fmt.number(self._pages)), "warn")
