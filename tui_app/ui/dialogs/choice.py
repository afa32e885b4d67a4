"""Dialogs to choose one of several options, or to tick any number of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar, Final

from msgspec.structs import replace
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen

from tui_app.system.language import _
from tui_app.ui.dialogs.dialog import RowsDialog
from tui_app.ui.frame import ActionRunner
from tui_app.ui.panes.action import Checklist, Choice, Menu
from tui_app.ui.terminal.capabilities import is_spoken
from tui_app.ui.text.drawing import pad, paragraph, width_of, wrap
from tui_app.ui.widgets.row_list import Piece, Row, RowLine, RowList
from tui_app.ui.widgets.text_pane import TextPane

_BORDER_AND_PADDING: Final = 8
"""Columns of a row around its text: its letter and edges."""


class ChoiceScreen(RowsDialog[str]):
    """A letter chooses at once; arrows and Enter work too. Returns the option's name."""

    def __init__(self, title: str, choices: Sequence[Choice]) -> None:
        lettered = _("key or {open} to choose · {escape} closes")
        plain = _("{open} to choose · {escape} closes")
        super().__init__(title, lettered if any(each.letter for each in choices) else plain)
        self._choices = choices
        self._whole = TextPane()
        for choice in choices:
            if choice.letter:
                self.bind_key(choice.letter, f"choose('{choice.name}')")

    def compose_body(self) -> ComposeResult:
        """One line per option, and the option under the cursor in full if it is cut."""
        yield self.rows
        if any(choice.whole for choice in self._choices):
            yield self._whole

    def on_mount(self) -> None:
        """The cursor starts at the first option."""
        self.rows.show(rows_of(self._choices))
        self.rows.focus()
        self._show_whole()

    def on_resize(self) -> None:
        """Show as many rows as options; they scroll if they do not all fit."""
        cut = (choice.whole for choice in self._choices if self._is_cut(choice))
        below = max((len(wrap(whole, self.available)) + 1 for whole in cut), default=0)
        self.fit_rows(below + 1)  # one line for the rest of a cut option

    def _show_whole(self) -> None:
        row = self.rows.current
        choice = next((c for c in self._choices if row and c.name == row.key), None)

        def draw(width: int) -> Content:
            if choice is None or not self._is_cut(choice):
                return Content()
            return Content("\n") + paragraph(choice.whole, width, "dim")

        self._whole.draw(draw)

    def widest(self, available: int) -> int:
        """The longest option."""
        rows = [line for row in self.rows.rows for line in row.lines]
        whole = max((cell_len(choice.whole) for choice in self._choices), default=0)
        lines = (width_of(line.left) + width_of(line.right) + 3 for line in rows)
        return max(*lines, whole + _BORDER_AND_PADDING if whole else 0, 0)

    def _is_cut(self, choice: Choice) -> bool:
        return cell_len(choice.whole) > self.available - _BORDER_AND_PADDING

    def on_row_list_moved(self, event: RowList.Moved) -> None:
        """The cursor moved to another option."""
        event.stop()
        self._show_whole()

    def action_choose(self, name: str) -> None:
        """Choose an option by its letter."""
        self.dismiss(name)

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        """Enter or a second click."""
        event.stop()
        self.dismiss(event.key)


def open_menu(screen: Screen[Any], runner: ActionRunner, menu: Menu) -> None:
    """Let the user choose on a screen; what costs too much waits for Enter."""

    def picked(name: str | None) -> None:
        choice = next((each for each in menu.choices if each.name == name), None)
        if choice is not None:
            runner.spend(choice.label, choice.price, partial(menu.choose, choice.name))

    screen.app.push_screen(ChoiceScreen(menu.title, menu.choices), picked)


def rows_of(choices: Sequence[Choice], *, ticked: bool = False) -> list[Row]:
    """Options as rows with aligned samples; ``ticked``: each with a box."""
    labels = max((cell_len(choice.label) for choice in choices), default=0)
    marked = any(choice.chosen for choice in choices)
    lettered = any(choice.letter for choice in choices)
    marks = ("[x] ", "[ ] ") if ticked else ("✓ ", "  ") if marked else ("", "")
    rows = [_row(choice, labels, lettered, marks) for choice in choices]
    return [_numbered(row, number) for number, row in enumerate(rows, 1)] if is_spoken() else rows


def _numbered(row: Row, number: int) -> Row:
    """Number the row, so that a screen reader says which choice it is."""
    first, *rest = row.lines
    return Row(row.key, (RowLine((Piece(f"{number}. "), *first.left), first.right), *rest))


def _row(choice: Choice, labels: int, lettered: bool, marks: tuple[str, str]) -> Row:
    mark = marks[0] if choice.chosen else marks[1]
    letter = f"{choice.letter:<1}  " if lettered else ""
    label = pad(choice.label, labels) if choice.sample else choice.label
    left = (Piece(mark + letter, "strong"), Piece(label), Piece("  " + choice.sample, "dim"))
    return Row(choice.name, (RowLine(left, (Piece(choice.note, "dim"),) if choice.note else ()),))


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
