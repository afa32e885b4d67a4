"""The base class of the lists of stored companies; they cost no request."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from tui_app.ui.lists.base import ListPane
from tui_app.ui.panes.company import CompanyEntry
from tui_app.ui.remote.value import start

if TYPE_CHECKING:
    from tui_app.workspace.workspace import Workspace

_LOOK_EVERY: Final = 2.0
"""Seconds between checks for changes by other explorers, while the list is shown."""


class StoredList(ListPane):
    """Reloads when the workspace changes; the cursor stays on its company."""

    mounts_at_start = True

    def __init__(self) -> None:
        super().__init__()
        self._read_for: str | None = None
        self._is_behind = False
        """Whether it was read while it was hidden: its rows are drawn once it is shown."""

    def on_mount(self) -> None:
        """Load the list, and check now and then for changes by other explorers."""
        super().on_mount()
        self.workspace_changed()
        self.set_interval(_LOOK_EVERY, self._look_for_others)

    def workspace_changed(self) -> None:
        """Load it again."""
        if self.is_attached:
            start(self, self.read_rows(), description=f"read the list {self.tab}", exclusive=True)

    def reload(self) -> None:
        """Load it again; no request is sent."""
        self.workspace_changed()

    async def _look_for_others(self) -> None:
        if self.display:
            await self.session.workspace_thread.look_for_others()

    @property
    def was_read(self) -> bool:
        """Whether the list was loaded."""
        return self._read_for is not None

    async def read_rows(self) -> None:
        """Read the rows now, and show them."""
        nothing: tuple[CompanyEntry, ...] = ()
        text = self.searched
        entries = await self.session.workspace_thread.ask(
            lambda workspace: tuple(self.read(workspace)), nothing
        )
        if (text, entries) != (self._read_for, self.entries):
            if text == self._read_for and self.display:
                self.cursor_target = self._row_in_place_of_current(entries)
            self._read_for = text
            self.show_entries(entries, keep_cursor=True)

    def show_entries(self, entries: Iterable[CompanyEntry], *, keep_cursor: bool = False) -> None:
        """Show other companies, or keep them for the rows of a list that is hidden."""
        self._is_behind = not self.display
        if self._is_behind:
            self.keep_entries(entries)
        else:
            super().show_entries(entries, keep_cursor=keep_cursor)

    def catch_up(self) -> None:
        """Draw what was read while the list was hidden: now it is shown."""
        if self._is_behind:
            self.cursor_target = self._row_in_place_of_current(self.entries)
            self.show_entries(self.entries, keep_cursor=True)

    def _row_in_place_of_current(self, entries: Iterable[CompanyEntry]) -> str:
        """Where the cursor goes if its company leaves the list: down, or else up; empty if not."""
        rows, at, left = self.rows.rows, self.rows.cursor, {entry.tax_id for entry in entries}
        if not rows or rows[at].key in left:
            return ""
        return next((row.key for row in (*rows[at:], *rows[at::-1]) if row.key in left), "")

    @abstractmethod
    def read(self, workspace: Workspace) -> Iterable[CompanyEntry]:
        """The companies; called in the workspace's thread."""
