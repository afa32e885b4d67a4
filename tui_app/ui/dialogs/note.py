"""The editor for a note: several lines, saved while typing."""

from __future__ import annotations

import asyncio
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import TextArea

from tui_app.system.language import _
from tui_app.ui.dialogs.dialog import Dialog
from tui_app.ui.panes.company import CompanyEntry, to_summary
from tui_app.ui.remote.value import Debounce, start
from tui_app.ui.session import ScreenSession
from tui_app.ui.widgets.text_pane import TextPane
from tui_app.workspace.notes import cleaned
from tui_app.workspace.workspace import Workspace

_REST: Final = 0.3
"""Seconds after the last key before a note is saved."""

_LONGEST_WAIT: Final = 0.8
"""Seconds of steady typing after which it is saved, so that a killed program loses little."""


class NoteScreen(Dialog[None]):
    """The editor; text that another explorer writes at the same time is merged in."""

    asked_width = 76
    DEFAULT_CSS = """
    NoteScreen TextArea { height: 12; border: none; padding: 0; background: $panel; }
    NoteScreen.-low TextArea { height: 6; }
    """
    # Otherwise the editor takes Esc: where Tab is text, Esc leaves the editor.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", show=False, priority=True, id="escape")
    ]

    def __init__(self, session: ScreenSession, entry: CompanyEntry) -> None:
        super().__init__(
            _("Note on {company}").format(company=entry.name or entry.tax_id),
            _("{escape} saves and closes"),
        )
        self._session = session
        self._entry = entry
        self._base = ""
        """The stored text that the edited text is based on."""
        self._text_before: str | None = None
        """The note before it was edited here; ``None`` while it is not loaded."""
        self._saved_text = ""
        """The text at the last save."""
        # Tab is text here.
        self._text = TextArea(
            soft_wrap=True, show_line_numbers=False, tab_behavior="indent", id="note-text"
        )
        self._text.cursor_blink = False
        self._state = TextPane()
        self._resting = Debounce(self)
        self._save_deadline = Debounce(self)
        self._is_ready = False
        self._saving = asyncio.Lock()
        self._may_be_lost = False
        """Whether the user was told that closing loses the last changes."""

    def compose_body(self) -> ComposeResult:
        """The text, and whether it is saved."""
        yield self._text
        yield self._state

    def on_mount(self) -> None:
        """Load the note; it cannot be edited before that."""
        self._text.read_only = True
        self._text.focus()
        self._state.say(_("Loading…"), "dim")
        start(self, self._read(), description="read a note")

    async def _read(self) -> None:
        tax_id = self._entry.tax_id
        stored = await self._session.workspace_thread.ask(
            lambda workspace: workspace.notes.text(tax_id), ""
        )
        self._base = self._saved_text = self._text_before = stored
        self._text.text = self._session.workspace_thread.unsaved.pop(tax_id, stored)
        self._text.move_cursor(self._text.document.end)
        self._text.read_only = False
        self._is_ready = True
        self._state.say(_("Saved as you type"), "dim")
        self._save_if_changed()

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Save after a pause in typing, or after typing for long."""
        event.stop()
        self._save_if_changed()

    def _save_if_changed(self) -> None:
        if not self._is_ready or self._text.text == self._saved_text:
            return
        self._resting.call(_REST, self._save)
        if not self._save_deadline.is_waiting:
            self._save_deadline.call(_LONGEST_WAIT, self._save)

    def _save(self) -> None:
        self._resting.cancel()
        self._save_deadline.cancel()
        if self._is_ready:
            start(self, self._store(), description="save a note")

    async def _store(self) -> bool:
        """Save the text; returns whether that worked."""
        entry, invented = self._entry, self._session.source.invented
        # One save after another: each is based on the result of the previous one.
        async with self._saving:
            text, base = self._text.text, self._base

            def work(workspace: Workspace) -> str:
                workspace.companies.remember(to_summary(entry), invented=invented)
                return workspace.notes.save(entry.tax_id, text, base=base)

            stored = await self._session.workspace_thread.ask(work, instead=None)
            if stored is None:
                self._state.say(_("Not saved"), "bad")
                return False
            self._saved_text = text
            if self._text.text == text:
                self._base = stored
                self._show_stored(stored)
            else:
                # The text typed meanwhile, without additions of another explorer to the stored
                # text.
                self._base = cleaned(text)
        if self._session.settings.private:
            self._state.say(_("Not kept: private session"), "dim")
        elif self._is_in_memory:
            self._session.workspace_thread.unsaved[entry.tax_id] = text
            self._state.say(_("Cannot be saved · printed when you quit"), "bad")
        else:
            self._state.say(_("Saved"), "dim")
        return True

    @property
    def _is_in_memory(self) -> bool:
        """Whether no file takes the note, although the user did not ask for that."""
        session = self._session
        return not (session.workspace_thread.is_kept or session.settings.private)

    def _show_stored(self, stored: str) -> None:
        """Show the stored text: another explorer may have changed it, or a part was not stored."""
        if stored != self._text.text:
            cursor = self._text.cursor_location
            self._saved_text = stored
            self._text.text = stored
            self._text.move_cursor(cursor)

    def action_close(self) -> None:
        """Save the last changes and close."""
        self._resting.cancel()
        self._save_deadline.cancel()
        start(self, self._store_and_close(), description="save a note and close")

    def action_quit(self) -> None:
        """Save the last changes and quit."""
        self._resting.cancel()
        self._save_deadline.cancel()
        work = self._store_and_close(and_quit=True)
        start(self, work, description="save a note and quit")

    async def _store_and_close(self, *, and_quit: bool = False) -> None:
        is_changed = self._is_ready and self._text.text != self._saved_text
        if is_changed and not await self._store() and not self._may_be_lost:
            self._may_be_lost = True
            text = _("Not saved · {escape} again closes; the text stays here until you quit")
            self._state.say(self.with_keys(text), "bad")
            return
        text = self._text.text
        if self._is_ready and (text != self._saved_text or (text and self._is_in_memory)):
            self._session.workspace_thread.unsaved[self._entry.tax_id] = text
        self._remember()
        self.dismiss(None)
        if and_quit:
            self.app.exit()

    def _remember(self) -> None:
        """Let the change be undone."""
        session, tax_id = self._session, self._entry.tax_id
        before, after = self._text_before, self._base
        if before is not None and after != before:
            company = self._entry.name or tax_id
            session.undo.add(
                lambda: _("Note on {company}").format(company=company),
                lambda: session.workspace_thread.do(
                    lambda workspace: workspace.notes.save(tax_id, before, base=after)
                ),
            )
