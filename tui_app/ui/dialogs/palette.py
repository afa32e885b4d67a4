"""The command palette: type a word of what you want to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from msgspec import Struct
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input

from tui_app.contract.folding import fold
from tui_app.language import _
from tui_app.ui.dialogs.dialog import Dialog
from tui_app.ui.text.cells import pad
from tui_app.ui.text.drawing import paragraph
from tui_app.ui.widgets.field import Field
from tui_app.ui.widgets.row_list import Line, Piece, Row, RowList
from tui_app.ui.widgets.text_pane import TextPane

_BESIDE: Final = 9
"""Rows of the screen beside the commands: frame, title, field, what is said below."""
_TITLE: Final = 14
"""Cells of a title that what it does stands beside."""


class Command(Struct, frozen=True, kw_only=True):
    """One line of the palette. ``reason`` says why it can do nothing now."""

    title: str
    about: str = ""
    keys: str = ""
    reason: str = ""
    run: Callable[[], object] | None = None
    begins: str = ""
    """Text that choosing it puts into the field, where more has to be typed."""

    def rank(self, words: list[str]) -> int | None:
        """How well typed words fit, best first; ``None`` when they do not."""
        title = fold(self.title)
        whole = f"{title} {fold(self.about)}"
        if not all(word in whole for word in words):
            return None
        if title.startswith(" ".join(words)):
            return 0
        return 1 if all(word in title for word in words) else 2


class PaletteScreen(Dialog[Command], inherit_bindings=False):
    """Letters are text here. Gives back the command that was chosen, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+p", "close", show=False),
        Binding("down", "move(1)", show=False),
        Binding("up", "move(-1)", show=False),
        Binding("pagedown", "move(9)", show=False),
        Binding("pageup", "move(-9)", show=False),
    ]

    def __init__(self, find: Callable[[str], list[Command]]) -> None:
        """``find`` gives what fits a typed text, best first; everything for none."""
        super().__init__(_("Commands"), _("⏎ run · Esc closes"))
        self._find_commands = find
        self._field = Field(
            placeholder=_("what to do, a tax id, a day, a theme"), id="palette-field"
        )
        self._rows = RowList(lines_per_row=1)
        self._rows.can_focus = False  # A click moves the cursor; typing goes on in the field.
        self._about = TextPane()
        self._found: list[Command] = []

    def compose_body(self) -> ComposeResult:
        """Field, commands, and all about the one under the cursor."""
        yield self._field
        yield self._rows
        yield self._about

    def widest(self, available: int) -> int:
        """What is typed has no width of its own."""
        return min(available, 86)

    def on_mount(self) -> None:
        """Everything there is, before anything is typed."""
        self._about.styles.height = 2
        self.query_one(".dialog-body").can_focus = False
        self._field.focus()
        self._find("")

    def on_resize(self) -> None:
        """The list is as high as there is room, whatever is found."""
        self._rows.styles.height = max(1, min(20, self.size.height - _BESIDE))

    def _find(self, typed: str) -> None:
        self._found = self._find_commands(typed)
        self._rows.show([_row(index, command) for index, command in enumerate(self._found)])
        self._tell()

    def _tell(self) -> None:
        """What the list has no room for."""
        if self._found:
            command = self._found[self._rows.cursor]
            text, style = command.reason or command.about, "warn" if command.reason else "dim"
        else:
            text, style = _("No matching command"), "dim"

        def draw(width: int) -> Content:
            return paragraph(text, width, style)

        self._about.draw(draw)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Find while typing."""
        event.stop()
        self._find(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter does what is under the cursor."""
        event.stop()
        self._rows.open()

    def action_move(self, by: int) -> None:
        """The field keeps the keys."""
        self._rows.move(by)

    def on_row_list_moved(self, event: RowList.Moved) -> None:
        """Another command is under the cursor."""
        event.stop()
        self._tell()

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        """Done, or begun: then more is typed."""
        event.stop()
        command = self._found[int(event.key)]
        if command.begins:
            self._field.value = command.begins
            self._field.action_end()
            self._field.focus()
        else:
            self.dismiss(command)


def _row(index: int, command: Command) -> Row:
    style = "dim" if command.reason else "text"
    title = pad(command.title, _TITLE) if command.about or command.reason else command.title
    # A dash beside the dim text: not every theme has a dim colour.
    said = f"– {command.reason}" if command.reason else command.about
    about = f"  {said}" if said else ""
    right = (Piece(command.keys, "strong" if not command.reason else "dim"),)
    left = (Piece(title, style), Piece(about, "dim"))
    return Row(str(index), (Line(left, right if command.keys else ()),))
