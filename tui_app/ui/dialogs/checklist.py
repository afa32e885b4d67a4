"""A dialog to tick any number of options."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from tui_app.system.language import _
from tui_app.ui.dialogs.choice import rows_of
from tui_app.ui.dialogs.dialog import RowsDialog
from tui_app.ui.panes.action import Checklist
from tui_app.ui.text.drawing import width_of
from tui_app.ui.widgets.row_list import RowList


class ChecklistScreen(RowsDialog[tuple[str, ...]]):
    """Returns the names of the ticked options; ``None`` if the user left with Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("space", "tick", show=False)]

    def __init__(self, checklist: Checklist) -> None:
        super().__init__(
            checklist.title, _("key or Space: show or hide · {open} keeps · {escape} cancels")
        )
        self._choices = list(checklist.choices)
        for choice in self._choices:
            if choice.letter:
                self.bind_key(choice.letter, f"tick('{choice.name}')")

    def compose_body(self) -> ComposeResult:
        """One line per option."""
        yield self.rows

    def on_mount(self) -> None:
        """The cursor starts at the first option."""
        self.rows.show(rows_of(self._choices, ticked=True))
        self.rows.focus()

    def on_resize(self) -> None:
        """As many rows as fit."""
        self.fit_rows()

    def widest(self, available: int) -> int:
        """The longest option."""
        lines = (line for row in self.rows.rows for line in row.lines)
        return max((width_of(line.left) for line in lines), default=0)

    def action_tick(self, name: str = "") -> None:
        """Toggle an option: the one with this name, or the one under the cursor."""
        row = self.rows.current
        ticked = name or (row.key if row else "")
        self._choices = [
            replace(choice, chosen=not choice.chosen) if choice.name == ticked else choice
            for choice in self._choices
        ]
        self.rows.show(rows_of(self._choices, ticked=True), keep_cursor=True)

    def action_take(self) -> None:
        """Return the ticked options."""
        self.dismiss(tuple(choice.name for choice in self._choices if choice.chosen))

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        """Tick with a second click."""
        event.stop()
        self.action_tick(event.key)
