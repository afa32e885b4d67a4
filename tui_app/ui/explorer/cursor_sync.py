"""Keeps the list's cursor and the current company together: each follows the other.

The detail pane owns the company. If a list hides that pane, the company under the cursor is still
the current one, so that no key acts on a hidden company.
"""

from __future__ import annotations

from tui_app.system.language import _
from tui_app.ui.panes.company import CompanyEntry, LoadLevel
from tui_app.ui.remote.value import Debounce
from tui_app.ui.timings import PREVIEW_DELAY
from tui_app.ui.two_panes.screen import TwoPaneScreen
from tui_app.ui.widgets.row_list import RowList


class CursorSync:
    """Moves the cursor to the company, or shows the company under the cursor."""

    def __init__(self, explorer: TwoPaneScreen) -> None:
        self._explorer = explorer
        self.preview: CompanyEntry | None = None
        """The company that is about to be previewed."""
        self._debounce = Debounce(explorer)
        self._origin = ""
        """Where the company came from, if it was not opened from the list."""

    def _join(self) -> None:
        """Light the row under the cursor again: it is, or will be, of the company shown."""
        self._explorer.list.rows.has_cursor = True
        if self._explorer.detail.origin:
            self._explorer.detail.came_from("")

    def cursor_moved(self, entry: CompanyEntry, level: LoadLevel) -> None:
        """Follow the list's cursor to a company."""
        if self.preview is not None:
            self.drop_preview()
        self._join()
        if level is LoadLevel.PREVIEW and self._explorer.detail.is_requested:
            self.preview = entry
            self._debounce.call(PREVIEW_DELAY, self.show_preview)
        else:
            self._show(entry, level)

    def show_preview(self) -> None:
        """Show the pending preview at once: a key was pressed."""
        entry = self.preview
        self.drop_preview()
        if entry is not None:
            self._show(entry, LoadLevel.PREVIEW)

    def _show(self, entry: CompanyEntry, level: LoadLevel) -> None:
        """Make a company the current one; behind a list with the full width nothing is loaded."""
        is_hidden = self._explorer.list.wants_full_width and level is not LoadLevel.OPEN
        self._explorer.detail.show(entry, LoadLevel.HIDDEN if is_hidden else level)

    def emptied(self) -> None:
        """Note that the list has no company under its cursor; an opened one stays shown."""
        self.drop_preview()
        self._explorer.detail.drop_preview(opened=self._explorer.list.wants_full_width)
        if self._explorer.detail.entry is not None:
            self._explorer.detail.came_from(self._origin or _("opened before"))

    def drop_preview(self) -> None:
        """Drop the pending preview: another company is shown."""
        self.preview = None
        self._debounce.cancel()

    def open_company(self, entry: CompanyEntry, origin: str) -> None:
        """Move the cursor to an opened company, which need not be in the list."""
        self.drop_preview()
        self._origin = origin
        self._explorer.detail.show(entry, LoadLevel.OPEN)
        if self._move_cursor():
            self._join()
        else:
            self._say_not_in_list(entry)

    def rearranged(self, *, missed: bool) -> None:
        """Rows changed under the cursor; ``missed``: the row it should move to does not exist."""
        entry = self._explorer.detail.entry
        if missed and entry is not None and not self._explorer.list.wants_full_width:
            self._say_not_in_list(entry)
        elif self._explorer.list.rows.has_cursor or self._move_cursor():
            self.synchronise()

    def synchronise(self) -> None:
        """Move the list's cursor to the company; if impossible, show the cursor's company."""
        self._join()
        if self.preview is not None or self._move_cursor():
            return
        if (entry := self._explorer.list.current) is not None:
            self._show(entry, LoadLevel.PREVIEW)
        elif self._explorer.list.wants_full_width:
            self._explorer.detail.drop_preview(opened=True)

    def _move_cursor(self) -> bool:
        """Put the list's cursor on the company; returns whether it is in the list."""
        entry = self._explorer.detail.entry
        with self._explorer.prevent(RowList.Moved):
            return entry is not None and self._explorer.list.rows.move_to(entry.tax_id)

    def _say_not_in_list(self, entry: CompanyEntry) -> None:
        self._explorer.list.rows.has_cursor = False
        self._explorer.detail.came_from(self._origin or _("opened before"))
        if not self._explorer.list.entries:
            return
        text = _("{company} is not in this list").format(company=entry.name or entry.tax_id)
        self._explorer.say(text, shown_while=self._explorer.still_here())
