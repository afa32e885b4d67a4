"""The companies looked at in this session, in order, for going back and forward."""

from __future__ import annotations

from tui_app.ui.panes.entry import Entry

_LONGEST = 500


class History:
    """Where we are among what was looked at; a new company cuts off what lay ahead."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._place = -1

    def add(self, entry: Entry) -> None:
        """A company is looked at; the one we stand on is not added twice."""
        if self._entries and self._entries[self._place].tax_id == entry.tax_id:
            self._entries[self._place] = entry
            return
        self._entries = [*self._entries[: self._place + 1], entry][-_LONGEST:]
        self._place = len(self._entries) - 1

    @property
    def here(self) -> Entry | None:
        """The company we stand on."""
        return self._entries[self._place] if self._entries else None

    def can_go(self, by: int) -> bool:
        """Whether there is a company that way."""
        return 0 <= self._place + by < len(self._entries)

    def beside(self, by: int) -> Entry | None:
        """The company that way."""
        return self._entries[self._place + by] if self.can_go(by) else None

    def go(self, by: int) -> Entry | None:
        """The company that way, and stand there."""
        if entry := self.beside(by):
            self._place += by
            return entry
        return None
