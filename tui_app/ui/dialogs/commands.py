"""Dialogs in which a command is typed: the palette, and the line ``:``.

The palette finds an action by a word of it; the line has suggestions while typing, and earlier
lines with Up and Down.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import ClassVar, Final

from msgspec import Struct
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from tui_app.contract.folding import fold
from tui_app.contract.screening.completion import Completion
from tui_app.system.language import _
from tui_app.ui.dialogs.dialog import Dialog, RowsDialog
from tui_app.ui.remote.value import start
from tui_app.ui.screening.completing_field import CompletingField, Completions
from tui_app.ui.session import LineCommand, LineError, ScreenSession
from tui_app.ui.text.drawing import pad
from tui_app.ui.widgets.row_list import Piece, Row, RowLine, RowList
from tui_app.ui.widgets.text_field import TextField
from tui_app.ui.widgets.text_pane import TextPane

_LINES_AROUND: Final = 9
"""Rows of the screen around the entries: frame, title, field, and the help line."""
_TITLES: Final = (14, 18)
"""The least and the greatest width of titles, so that help texts line up."""


class PaletteEntry(Struct, frozen=True, kw_only=True):
    """One line of the palette. ``reason`` says why it can do nothing now."""

    title: str
    about: str = ""
    keys: str = ""
    reason: str = ""
    run: Callable[[], object] | None = None
    prefix: str = ""
    """If chosen, this text goes into the field and the user types on."""

    def rank(self, words: list[str]) -> int | None:
        """How well the typed words match, 0 best; ``None`` when they do not."""
        title = fold(self.title)
        whole = f"{title} {fold(self.about)}"
        if not all(word in whole for word in words):
            return None
        if title.startswith(" ".join(words)):
            return 0
        return 1 if all(word in title for word in words) else 2


class PaletteScreen(RowsDialog[PaletteEntry]):
    """Letters are text here. Returns the chosen entry, or ``None``."""

    asked_width = 86
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+p", "close", show=False, id="palette"),
        Binding("f1", "read", show=False, id="manual"),
    ]

    def __init__(
        self, find: Callable[[str], list[PaletteEntry]], read_manual: Callable[[], object]
    ) -> None:
        """``find`` gives the entries that match a text, best first; all for an empty one.

        ``read_manual`` opens the manual over the palette.
        """
        super().__init__(_("Commands"), _("⏎ run · {escape} closes"))
        self._find_entries = find
        self._read_manual = read_manual
        self._field = TextField(
            placeholder=_("what to do, a tax id, a day, a theme"), id="palette-field"
        )
        self.rows.can_focus = False  # A click moves the cursor; typing goes on in the field.
        self._about = TextPane()
        self._shown: dict[str, PaletteEntry] = {}
        """By the keys of the rows: no two lists have a key in common."""
        self._searches = 0

    def compose_body(self) -> ComposeResult:
        """The field, the entries, and the help for the one under the cursor."""
        yield self._field
        yield self.rows
        yield self._about

    def on_mount(self) -> None:
        """Show all entries before anything is typed."""
        self._about.styles.height = 2
        self._field.focus()
        self._find("")

    def on_resize(self) -> None:
        """The list fills the available height, however many entries match."""
        self.rows.styles.height = max(1, min(20, self.size.height - _LINES_AROUND))

    def action_read(self) -> None:
        """Read the manual, and come back."""
        self._read_manual()

    def _find(self, typed: str) -> None:
        self._searches += 1
        found = enumerate(self._find_entries(typed))
        self._shown = {f"{self._searches}.{at}": entry for at, entry in found}
        least, most = _TITLES
        titles = (cell_len(entry.title) for entry in self._shown.values() if _has_help(entry))
        width = max((each for each in titles if each <= most), default=0)
        self.rows.show([_row(k, entry, max(least, width)) for k, entry in self._shown.items()])
        self._show_about()

    def _show_about(self) -> None:
        """Show in full the text that is cut in the row."""
        if row := self.rows.current:
            entry = self._shown[row.key]
            self._about.say(entry.reason or entry.about, "warn" if entry.reason else "dim")
        else:
            self._about.say(_("No matching command"), "dim")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search while typing."""
        event.stop()
        self._find(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter runs the command under the cursor."""
        event.stop()
        self.rows.open()

    def on_row_list_moved(self, event: RowList.Moved) -> None:
        """Describe the command that the cursor moved to."""
        event.stop()
        self._show_about()

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        """Run the command, or put its text into the field to type on."""
        event.stop()
        entry = self._shown.get(event.key)
        if entry is None:
            return  # the list has changed since
        if entry.prefix:
            self._field.value = entry.prefix
            self._field.action_end()
            self._field.focus()
        else:
            self.dismiss(entry)


def _has_help(entry: PaletteEntry) -> bool:
    return bool(entry.about or entry.reason)


def _row(key: str, entry: PaletteEntry, width: int) -> Row:
    style = "dim" if entry.reason else "text"
    title = pad(entry.title, width) if _has_help(entry) else entry.title
    # A dash before the dim text: not every theme has a dim colour.
    about = f"– {entry.reason}" if entry.reason else entry.about
    right = (Piece(entry.keys, "strong" if not entry.reason else "dim"),)
    left = (Piece(title, style), Piece(f"  {about}" if about else "", "dim"))
    return Row(key, (RowLine(left, right if entry.keys else ()),))


Suggest = Callable[[str, Iterable[tuple[str, str]]], tuple[Completion, ...]]
"""What to suggest for a line, from the completions of the command line and their meanings."""


class CommandLineDialog(Dialog[LineCommand]):
    """Returns the typed command, or ``None``. A wrong one stays in the field, with its error."""

    asked_width = 86
    DEFAULT_CSS = "CommandLineDialog CompletingField { height: 1; border: none; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", show=False, priority=True),
        Binding("up", "walk(1)", show=False, id="up"),
        Binding("down", "walk(-1)", show=False, id="down"),
    ]

    def __init__(
        self, session: ScreenSession, *, check: Callable[[LineCommand], None], suggest: Suggest
    ) -> None:
        """``check`` raises ``LineError`` for a command that the screen cannot run."""
        closing = _("Tab completes · ↑↓ suggestions, earlier lines · ⏎ runs · {escape} closes")
        super().__init__(_("Type a command, as on the command line"), closing)
        self._session = session
        self._check = check
        self._suggestions = suggest
        self._found: tuple[Completion, ...] = ()
        self._found_for = ""
        """The line that ``_found`` was found for."""
        self._completions = Completions()
        self._field = CompletingField(
            self._completions,
            placeholder="show 990000013 --section signals",
            id="line",
            complete=lambda line, _cursor: self._found if line == self._found_for else (),
        )
        self._message = TextPane()
        self._back = 0
        """How many lines ago the shown one was typed; 0: it is new."""

    def compose_body(self) -> ComposeResult:
        """The line, its suggestions, and its error."""
        yield self._field
        yield self._completions
        yield self._message

    def on_mount(self) -> None:
        """Type at once."""
        self._field.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Clear the message about the previous line, and suggest how this one goes on."""
        event.stop()
        self._message.say("")
        self._field.offer()
        start(self, self._suggest(), description="suggest a line")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Read the line; a wrong one can be corrected."""
        event.stop()
        typed = event.value.strip()
        if not typed:
            self.dismiss(None)
            return
        lines = self._session.lines_typed
        lines[:] = [*(line for line in lines if line != typed), typed]
        try:
            command = self._session.read_line(typed)
            self._check(command)
        except LineError as error:
            self._message.say(str(error), "bad")
        else:
            self.dismiss(command)

    def action_walk(self, by: int) -> None:
        """An earlier line, or a later one."""
        lines = self._session.lines_typed
        self._back = max(0, min(len(lines), self._back + by))
        with self.prevent(Input.Changed):  # its suggestions would take the next Up
            self._field.value = lines[-self._back] if self._back else ""
        self._field.cursor_position = len(self._field.value)

    def action_complete(self) -> None:
        """Take the suggestion under the cursor, once there are some."""
        start(self, self._suggest(takes=True), description="complete a line")

    async def _suggest(self, *, takes: bool = False) -> None:
        """Find what may follow, in a thread, and show it or take the first."""
        text = self._field.value
        if text != self._found_for:
            found = await asyncio.to_thread(self._session.complete_line, text)
            if text != self._field.value:
                return
            self._found_for, self._found = text, self._suggestions(text, found)
            self._field.offer()
        if takes:
            self._field.action_complete()
