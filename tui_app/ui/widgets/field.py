"""A one-line text field that writes nothing while nobody types."""

from __future__ import annotations

from textual.geometry import Size
from textual.reactive import Reactive
from textual.widgets import Input


class Field(Input):
    """An input whose cursor stands still; typing replaces what stood in it when it was gone to."""

    # A letter more is no reason to lay the whole screen out again, as it is in Textual.
    virtual_size = Reactive(Size(0, 0), layout=False)

    def __init__(self, *, placeholder: str = "", id: str | None = None) -> None:
        super().__init__(placeholder=placeholder, id=id, compact=True)
        self.cursor_blink = False
