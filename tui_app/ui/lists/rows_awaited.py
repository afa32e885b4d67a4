"""Keys before the rows that they are for: Enter and Down in a field wait for its answer."""

from __future__ import annotations

from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from tui_app.system.language import _
from tui_app.ui.panes.base import DataPane
from tui_app.ui.widgets.row_list import RowList


class RowsAwaited(DataPane):
    """The part of a list that waits: the keys after Enter or Down act once the rows are there."""

    rows: RowList

    def __init__(self, *, id: str, classes: str) -> None:
        super().__init__(id=id, classes=classes)
        self._enter_waits = self._enter_opens = False
        """Whether Enter waits for an answer, and then opens the first company."""
        self._walks = 0
        """How many rows to go once the awaited rows are there."""

    class EnterAnswered(Message):
        """The answer that Enter waited for came, or will not come.

        ``opens``: Enter opens the first company now.
        """

        def __init__(self, pane: RowsAwaited, *, opens: bool) -> None:
            super().__init__()
            self.pane = pane
            self.opens = opens

    @property
    def entry_point(self) -> Widget:
        """The widget to focus when the user presses the list's key."""
        return self.focus_target

    @property
    def field_above(self) -> Input | None:
        """The field above the rows, to which Up leads from the first row."""
        target = self.entry_point
        return target if isinstance(target, Input) else None

    @property
    def is_awaited(self) -> bool:
        """Whether the rows of the text in the field are not there yet."""
        return False

    def walk_from_field(self, by: int) -> None:
        """Go from the field to a row, once the rows of its text are there."""
        if self.is_awaited:
            self.screen.set_focus(self.rows)
            self._walks = by
            self.await_answer(opens=False)
        elif self.rows.rows and (by > 0 or self.rows.cursor):
            self.screen.set_focus(self.rows)
            self.rows.move(by)

    @property
    def kept_enter(self) -> str:
        """What Enter will do once the awaited rows are there; empty if it is not kept."""
        return _("⏎ opens the first result") if self._enter_waits and self._enter_opens else ""

    def await_answer(self, *, opens: bool) -> None:
        """Wait for the answer before Enter takes effect; keys after it wait, too.

        ``opens``: Enter then opens a company.
        """
        self._enter_waits, self._enter_opens = True, opens
        self.session.hold_keys("answer")

    def await_rows(self) -> None:
        """Let the following keys wait for the rows that were requested."""
        if self.is_loading:
            self.await_answer(opens=False)

    def cancel_wait(self) -> None:
        """Stop waiting: Enter opens nothing."""
        self._enter_waits = False

    def end_wait(self, *, found: bool) -> None:
        """End the wait of Enter: the answer arrived, or is not awaited any more."""
        if self._enter_waits:
            opens, self._enter_waits = self._enter_opens and found, False
            if found and self._walks:
                self.rows.move(self._walks)
            self._walks = 0
            self.post_message(self.EnterAnswered(self, opens=opens))
