"""Keeps the list's cursor and the company shown the same, or says why they differ."""

from __future__ import annotations

from textual.widget import Widget

from tui_app.language import _
from tui_app.ui.actions.base import Explorer
from tui_app.ui.panes.entry import CompanyEntry, Interest
from tui_app.ui.remote.debounce import Debounce
from tui_app.ui.timings import GLANCE
from tui_app.ui.widgets.row_list import RowList


class CursorSync:
    """Moves the cursor to the company, or shows the company under the cursor."""

    def __init__(self, explorer: Explorer, screen: Widget) -> None:
        self._explorer = explorer
        self._screen = screen
        self.glance: CompanyEntry | None = None
        """The company that is about to be previewed."""
        self._glancing = Debounce(screen)
        self._is_apart = False
        """Whether the company shown is not in the list, and the user was told."""

    def follow(self, entry: CompanyEntry, interest: Interest) -> None:
        """The list's cursor moved to a company."""
        self.forget_glance()
        self._is_apart = False
        detail = self._explorer.detail
        if interest is Interest.GLANCE and detail.is_requested:
            self.glance = entry
            self._glancing.call(GLANCE, self.glance_now)
        else:
            detail.show(entry, interest)

    def glance_now(self) -> None:
        """Show the pending preview at once: a key was pressed."""
        entry = self.glance
        self.forget_glance()
        if entry is not None:
            self._explorer.detail.show(entry, Interest.GLANCE)

    def forget_glance(self) -> None:
        """Drop the pending preview: another company is shown."""
        self.glance = None
        self._glancing.cancel()

    def lead(self, entry: CompanyEntry) -> None:
        """A company was opened, which need not be in the list: move the cursor to it."""
        self.forget_glance()
        self._explorer.detail.show(entry, Interest.OPEN)
        if not self._move_along() and self._explorer.list.entries:
            self._say_not_in_list(entry)

    def rearranged(self, *, missed: bool) -> None:
        """Rows changed under the cursor; ``missed``: its target row does not exist."""
        entry = self._explorer.detail.entry
        if missed and entry is not None:
            self._say_not_in_list(entry)
        elif not self._is_apart or self._move_along():
            self.meet()

    def meet(self) -> None:
        """Move the list's cursor to the company shown; if that is impossible, show the cursor's."""
        self._is_apart = False
        if self._explorer.list.wants_all_room or self.glance is not None or self._move_along():
            return
        if (entry := self._explorer.list.current) is not None:
            self._explorer.detail.show(entry, Interest.GLANCE)

    def _move_along(self) -> bool:
        """Put the list's cursor on the company shown; returns whether it is in the list."""
        entry = self._explorer.detail.entry
        with self._screen.prevent(RowList.Moved):
            return entry is not None and self._explorer.list.rows.move_to(entry.tax_id)

    def _say_not_in_list(self, entry: CompanyEntry) -> None:
        self._is_apart = True
        text = _("{company} is not in this list").format(company=entry.name or entry.tax_id)
        self._explorer.say(text, while_so=self._explorer.still_here())
