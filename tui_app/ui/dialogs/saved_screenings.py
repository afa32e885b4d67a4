"""Saved screens: opened, renamed and deleted; and a dialog to save one under a name."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from tui_app.contract.folding import fold
from tui_app.system.language import _
from tui_app.system.untyped import Work
from tui_app.ui.dialogs.dialog import FieldDialog, RowsDialog
from tui_app.ui.session import Act, ScreenSession
from tui_app.ui.text.drawing import pad, paragraph
from tui_app.ui.widgets.row_list import Piece, Row, RowLine, RowList
from tui_app.ui.widgets.text_field import TextField
from tui_app.ui.widgets.text_pane import TextPane
from tui_app.workspace.saved_screenings import SavedScreening
from tui_app.workspace.workspace import Workspace

_LINES_AROUND: Final = 2
"""Rows of the dialog around its list: the field or a message."""
_WIDTH: Final = 80
"""The width that the dialogs ask for."""
_Screenings = tuple[SavedScreening, ...]


def _all(workspace: Workspace) -> _Screenings:
    return workspace.screenings.all()


class SavedScreeningsDialog(RowsDialog[SavedScreening]):
    """Returns the screen to open, or ``None``."""

    asked_width = _WIDTH
    DEFAULT_CSS = "SavedScreeningsDialog TextField { height: 1; border: none; display: none; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "rename", show=False),
        Binding("d,delete", "delete", show=False),
        Binding("u", "undo", show=False, id="undo"),
    ]

    def __init__(self, session: ScreenSession) -> None:
        super().__init__(
            _("Saved screens"), _("{open} open · r rename · d delete · {escape} closes")
        )
        self._session = session
        self._screenings: _Screenings = ()
        self._field = TextField(placeholder=_("new name"), id="screen-name")
        self._message = TextPane()
        self._renaming = ""
        """The screen that the field renames."""
        self._deleted = 0
        """How many of the newest acts are deletions."""
        self._deleting = ""
        """The screen that the next press of d deletes."""

    def compose_body(self) -> ComposeResult:
        """One line per screen, the field for a new name, and a line for messages."""
        yield self.rows
        yield self._field
        yield self._message

    def on_mount(self) -> None:
        """Load the saved screens."""
        self.rows.focus()
        self._begin(self._read())

    def on_resize(self) -> None:
        """As many rows as fit."""
        self.fit_rows(_LINES_AROUND)

    async def _read(self) -> None:
        self._show(await self._session.workspace_thread.ask(_all, ()))

    def _show(self, screenings: _Screenings, name: str = "") -> None:
        self._screenings = screenings
        names = max((cell_len(screening.name) for screening in screenings), default=0)
        self.rows.show(
            [_row(screening, min(names, 40)) for screening in screenings], keep_cursor=True
        )
        self.fit_rows(_LINES_AROUND)
        if name:
            self.rows.move_to(name)
        none_yet = _("No screen is saved yet: {key} saves the one that is shown.")
        key = self._session.first_key("save_screen")
        self._say("" if screenings else none_yet.format(key=key))

    def _say(self, text: str, style: str = "dim") -> None:
        """Show a message; a pending question about deletion is withdrawn."""
        self._deleting = ""
        self._message.say(text, style)

    @property
    def _current(self) -> SavedScreening | None:
        row = self.rows.current
        return next((each for each in self._screenings if row and each.name == row.key), None)

    def action_move(self, by: int) -> None:
        """Move by rows, unless a screen is being renamed."""
        if not self._field.display:
            self._say("")
            super().action_move(by)

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        """Open the screen, on Enter or a second click."""
        event.stop()
        if self._current is not None:
            self.dismiss(self._current)

    def action_rename(self) -> None:
        """Ask for a new name."""
        if screening := self._current:
            self._field.value = self._renaming = screening.name
            self._field.display = True
            self._field.focus()
            self._say(self.with_keys(_("⏎ renames · {escape} cancels")))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Save the new name."""
        event.stop()
        self._begin(self._rename(self._renaming, event.value))
        self._close_field()

    async def _rename(self, name: str, new_name: str) -> None:
        saved = await self._session.workspace_thread.ask(
            lambda w: w.screenings.rename(name, new_name), ""
        )
        self._show(await self._session.workspace_thread.ask(_all, ()), saved)
        if not saved:
            self._say(_("Not renamed: a name needs a letter or a digit."), "warn")
        elif saved.endswith(")") and saved != " ".join(new_name.split()):
            text = _("That name is taken: it is called “{name}” now.")
            self._say(text.format(name=saved), "warn")

    def action_delete(self) -> None:
        """Delete the screen, on the second press."""
        screening = self._current
        if screening is None:
            return
        if self._deleting == screening.name:
            self._begin(self._delete(screening))
            return
        text = _("Delete “{name}”? d once more deletes it.")
        self._say(text.format(name=screening.name), "warn")
        self._deleting = screening.name

    async def _delete(self, screening: SavedScreening) -> None:
        workspace_thread = self._session.workspace_thread
        done = await workspace_thread.ask(
            lambda w: w.screenings.delete(screening.name, line=screening.line), instead=False
        )
        self._show(await workspace_thread.ask(_all, ()))
        if not done:
            self._say(_("Not deleted: another explorer has changed it."), "warn")
            return
        self._session.undo.add(
            lambda: _("“{name}” deleted").format(name=screening.name),
            lambda: workspace_thread.do(
                lambda w: w.screenings.save(screening.name, screening.line)
            ),
        )
        self._deleted += 1
        key = self._session.first_key("undo")
        self._say(_("“{name}” deleted · {key} undoes it").format(name=screening.name, key=key))

    def action_undo(self) -> None:
        """Restore the screen deleted last in this dialog."""
        if self._deleted:
            self._deleted -= 1
            self._begin(self._undo(self._session.undo.pop()))

    async def _undo(self, act: Act) -> None:
        act.undo()
        self._show(await self._session.workspace_thread.ask(_all, ()))
        self._say(_("Undone: {what}").format(what=act.what()))

    def _begin(self, work: Work) -> None:
        self._session.hold_keys(work)

    def _close_field(self) -> None:
        self._field.display = False
        self._say("")
        self.rows.focus()

    def action_close(self) -> None:
        """Close the field, or else the dialog."""
        if self._field.display:
            self._close_field()
        else:
            self.dismiss(None)


class ScreeningNameDialog(FieldDialog[str]):
    """Saves a line under a name and returns that name, or ``None``."""

    asked_width = _WIDTH
    DEFAULT_CSS = "ScreeningNameDialog TextField { height: 1; border: none; }"

    def __init__(self, session: ScreenSession, line: str, name: str) -> None:
        field = TextField(placeholder=_("name"), id="screen-name")
        super().__init__(_("Save the screen under a name"), _("⏎ saves · {escape} closes"), field)
        self._session = session
        self._line = line
        self._field.value = name
        self._line_of: dict[str, str] = {}

    def compose_body(self) -> ComposeResult:
        """The name, and what saving would replace."""
        yield TextPane(lambda width: paragraph(self._line, width, "dim"))
        yield from super().compose_body()

    def on_mount(self) -> None:
        """Load the names in use."""
        self._session.hold_keys(self._read())

    async def _read(self) -> None:
        nothing: _Screenings = ()
        screenings = await self._session.workspace_thread.ask(_all, nothing)
        self._line_of = {fold(screening.name): screening.line for screening in screenings}
        self._show_replaced()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say whether the new name is in use."""
        event.stop()
        self._show_replaced()

    def _show_replaced(self) -> None:
        existing = self._line_of.get(fold(self._field.value), "")
        text = (
            _("Replaces: {line}").format(line=existing)
            if existing and existing != self._line
            else ""
        )
        self._message.say(text, "warn")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Save it."""
        event.stop()
        self._session.hold_keys(self._save(event.value))

    async def _save(self, name: str) -> None:
        existing = self._line_of.get(fold(name), "")
        saved = await self._session.workspace_thread.ask(
            lambda w: w.screenings.save(name, self._line, base=existing), ""
        )
        if saved:
            self.dismiss(saved)
        else:
            text = _("Not saved: a name needs a letter or a digit, and no person's code.")
            self._message.say(text, "bad")


def _row(screening: SavedScreening, names: int) -> Row:
    left = (Piece(pad(screening.name, names), "strong"), Piece(f"  {screening.line}", "dim"))
    return Row(screening.name, (RowLine(left),))
