"""What a list tells when its rows changed under a cursor that stays."""

from __future__ import annotations

from textual.message import Message

from tui_app.ui.panes.base import DataPane
from tui_app.ui.widgets.row_list import RowList


class Rearranged(Message):
    """Rows changed under a cursor that stays; ``missed``: it was to go where there is none."""

    def __init__(self, pane: DataPane, rows: RowList, *, missed: bool = False) -> None:
        super().__init__()
        self.pane = pane
        self.missed = missed
        self._rows = rows
        self._row = rows.current

    @property
    def is_past(self) -> bool:
        """Whether the cursor was moved since, which tells where it stands."""
        now = self._rows.current
        return now is None or self._row is None or now.key != self._row.key
