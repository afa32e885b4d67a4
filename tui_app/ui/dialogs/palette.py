"""The command palette: find an action by typing a word of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from msgspec import Struct
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from tui_app.contract.folding import fold
from tui_app.system.language import _
from tui_app.ui.dialogs.dialog import RowsDialog
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
