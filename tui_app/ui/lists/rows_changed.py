"""The message of a list whose rows changed under the cursor."""

from __future__ import annotations

from textual.message import Message

from tui_app.ui.panes.base import DataPane
from tui_app.ui.widgets.row_list import RowList


class RowsChanged(Message):
    """Rows changed under the cursor; ``missed``: its target row does not exist."""

    def __init__(self, pane: DataPane, rows: RowList, *, missed: bool = False) -> None:
        super().__init__()
        self.pane = pane
        self.missed = missed
        self._rows = rows
        self._row = rows.current

    @property
    def is_past(self) -> bool:
        """Whether the cursor has moved since, which is reported by another message."""
        now = self._rows.current
        return now is None or self._row is None or now.key != self._row.key
