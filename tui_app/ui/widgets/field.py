"""A one-line text field that writes nothing while nobody types."""

from __future__ import annotations

from textual.widgets import Input


class Field(Input):
    """An input whose cursor stands still; typing replaces what stood in it when it was gone to."""

    def __init__(self, *, placeholder: str = "", id: str | None = None) -> None:
        super().__init__(placeholder=placeholder, id=id, compact=True)
        self.cursor_blink = False
