"""A dialog that asks to choose one of a few things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from tui_app.language import _
from tui_app.ui.screens.dialog import Dialog
from tui_app.ui.widgets.row_list import Line, Piece, Row, RowList


class Choice(NamedTuple):
    """An option: its name for programs, its letter, what it is, and a sample of it."""

    name: str
    letter: str
    label: str
    sample: str = ""


class ChoiceScreen(Dialog[str], inherit_bindings=False):
    """Letters choose at once; arrows and Enter do as well. Gives back the choice's name."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # No letters but those of the choices.
        Binding("escape", "close", show=False),
        Binding("down", "move(1)", show=False),
        Binding("up", "move(-1)", show=False),
        Binding("enter", "take", show=False),
    ]

    def __init__(self, title: str, choices: Sequence[Choice]) -> None:
        super().__init__(title, _("letter or Enter chooses · Esc closes"))
        self._choices = choices
        self._rows = RowList(lines_per_row=1)
        for choice in choices:
            self._bindings.bind(choice.letter, f"choose('{choice.name}')", show=False)

    def compose_body(self) -> ComposeResult:
        """One line a choice."""
        yield self._rows

    def on_mount(self) -> None:
        """The rows are as many as the choices."""
        self._rows.styles.height = len(self._choices)
        self._rows.show([_row(choice) for choice in self._choices])
        self._rows.focus()

    def action_move(self, by: int) -> None:
        """One up or down."""
        self._rows.move(by)

    def action_take(self) -> None:
        """The one under the cursor."""
        self._rows.open()

    def action_choose(self, name: str) -> None:
        """By its letter."""
        self.dismiss(name)

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        """By Enter or a second click."""
        event.stop()
        self.dismiss(event.key)


def _row(choice: Choice) -> Row:
    left = (Piece(f"{choice.letter}  ", "strong"), Piece(choice.label))
    return Row(choice.name, (Line((*left, Piece("  " + choice.sample, "dim"))),))
