"""The editor for a note: several lines, saved while typing."""

from __future__ import annotations

import asyncio
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import TextArea

from tui_app.language import _
from tui_app.ui.context import Program
from tui_app.ui.dialogs.dialog import Dialog
from tui_app.ui.panes.entry import Entry, to_summary
from tui_app.ui.remote.debounce import Debounce
from tui_app.ui.remote.workers import start
from tui_app.ui.text.cells import fit
from tui_app.ui.text.drawing import styled
from tui_app.ui.widgets.text_pane import TextPane
from tui_app.workspace.workspace import Workspace

_REST: Final = 0.3
"""Seconds after the last key before a note is saved."""

_LONGEST_WAIT: Final = 0.8
"""Seconds of steady typing after which it is saved: a killed program loses less than one."""


class NoteScreen(Dialog[None]):
    """Text that another explorer writes at the same time is merged in."""

    DEFAULT_CSS = """
    NoteScreen TextArea { height: 12; border: none; padding: 0; background: $panel; }
    NoteScreen.-low TextArea { height: 6; }
    """
    # Letters and Tab are text here.
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", show=False)]

    def __init__(self, program: Program, entry: Entry) -> None:
        super().__init__(
            _("Note on {company}").format(company=entry.name or entry.tax_id),
            _("Esc saves and closes"),
        )
        self._program = program
        self._entry = entry
        self._base = ""
        """The stored text that the edited text is based on."""
        self._saved_text = ""
        """The text at the last save."""
        self._text = TextArea(soft_wrap=True, show_line_numbers=False, id="note-text")
        self._text.cursor_blink = False
        self._state = TextPane(lambda width: styled(fit(self._told, width), "dim"))
        self._told = _("Loading…")
        self._resting = Debounce(self)
        self._never_resting = Debounce(self)
        self._is_ready = False
        self._saving = asyncio.Lock()

    def compose_body(self) -> ComposeResult:
        """The text, and whether it is saved."""
        yield self._text
        yield self._state

    def widest(self, available: int) -> int:
        """The note may use the full width."""
        return min(available, 76)

    def on_mount(self) -> None:
        """Load the note; it cannot be edited before that."""
        self._text.read_only = True
        self._text.focus()
        start(
            self,
            self._read(),
            group="note",
            description="read a note",
        )

    async def _read(self) -> None:
        tax_id = self._entry.tax_id
        kept = await self._program.workspace_thread.ask(
            lambda workspace: workspace.notes.text(tax_id), ""
        )
        self._base = self._saved_text = kept
        self._text.text = kept
        self._text.move_cursor(self._text.document.end)
        self._text.read_only = False
        self._is_ready = True
        self._tell(_("Saved as you type"))

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Save after a pause in typing, or after typing for long."""
        event.stop()
        if not self._is_ready or self._text.text == self._saved_text:
            return
        self._resting.call(_REST, self._save)
        if not self._never_resting.is_waiting:
            self._never_resting.call(_LONGEST_WAIT, self._save)

    def _save(self) -> None:
        self._resting.cancel()
        self._never_resting.cancel()
        if self._is_ready:
            start(
                self,
                self._saved(self._text.text),
                group="note",
                description="save a note",
            )

    async def _saved(self, text: str) -> None:
        entry, invented = self._entry, self._program.source.invented
        # One save after another: each is based on the result of the one before.
        async with self._saving:
            base = self._base

            def work(workspace: Workspace) -> str:
                workspace.companies.remember(to_summary(entry), invented=invented)
                return workspace.notes.save(entry.tax_id, text, base=base)

            kept = await self._program.workspace_thread.ask(work, text)
            self._base = kept
            self._saved_text = text
        if kept not in (text, self._text.text) and self._text.text == text:
            # Another explorer wrote too, or a part must not be stored: show the stored text.
            place = self._text.cursor_location
            self._text.text = kept
            self._text.move_cursor(place)
            self._saved_text = kept
        self._tell(_("Not kept: private session") if self._private else _("Saved"))

    @property
    def _private(self) -> bool:
        return self._program.settings.private

    def _tell(self, text: str) -> None:
        self._told = text
        self._state.draw(lambda width: styled(fit(text, width), "dim"))

    def draw(self, width: int) -> Content:
        """No text beside the editor."""
        return Content()

    def action_close(self) -> None:
        """Save the last changes and close."""
        self._resting.cancel()
        self._never_resting.cancel()
        start(
            self,
            self._save_and_close(),
            group="note",
            description="save a note and close",
        )

    async def _save_and_close(self) -> None:
        if self._is_ready and self._text.text != self._saved_text:
            await self._saved(self._text.text)
        self.dismiss(None)
