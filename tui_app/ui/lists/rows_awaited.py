"""Keys before the rows that they are for: Enter and Down in a field wait for its answer."""

from __future__ import annotations

from tui_app.ui.panes.base import DataPane
from tui_app.ui.widgets.row_list import RowList
from tui_app.ui.widgets.text_field import TextField


class RowsAwaited(DataPane):
    """The part of a list that waits: the keys after Enter or Down act once the rows are there."""

    rows: RowList
    field_above: TextField | None = None
    """The field above the rows, to which Up leads from the first row."""
    will_open = False
    """Whether Enter opens the first company once the rows are there."""

    @property
    def is_awaited(self) -> bool:
        """Whether the rows of the text in the field are not there yet."""
        return False

    async def rows_come(self) -> bool:
        """Wait for the rows of the text in the field; returns whether they came."""
        return bool(self.rows.rows)

    def walk_from_field(self, by: int) -> None:
        """Go from the field to a row, once the rows of its text are there.

        The cursor will be on the first of awaited rows: no step up leads to it.
        """
        if self.is_awaited:
            if by > 0:
                self.screen.set_focus(self.rows)
                self.session.hold_keys(self._walk(by))
        elif self.rows.rows and (by > 0 or self.rows.cursor):
            self.screen.set_focus(self.rows)
            self.rows.move(by)

    async def _walk(self, by: int) -> None:
        if await self.rows_come():
            self.rows.move(by)

    def open_first(self) -> None:
        """Open the first company of the text in the field once its rows are there."""
        self.will_open = True
        self.session.hold_keys(self._open_first())

    async def _open_first(self) -> None:
        field = self.field_above
        typed = field.value if field else ""
        try:
            found = await self.rows_come()
        finally:
            self.will_open = False
        focused = self.screen.focused
        is_here = focused is None or self in focused.ancestors
        is_same = field is None or field.value == typed
        if found and is_here and is_same and (intent := self.enter()) is not None:
            self.post_message(self.IntentChosen(intent))

    def await_rows(self) -> None:
        """Let the following keys wait for the rows that were requested."""
        if self.is_loading:
            self.session.hold_keys(self.rows_come())
