"""The companies looked at in this session, in order, for going back and forward."""

from __future__ import annotations

from tui_app.ui.panes.entry import CompanyEntry

_LONGEST = 500


class VisitedCompanies:
    """The current position in the visited companies; a new company drops those ahead."""

    def __init__(self) -> None:
        self._entries: list[CompanyEntry] = []
        self._position = -1

    def add(self, entry: CompanyEntry) -> None:
        """A company is looked at; the current one is not added twice."""
        if self._entries and self._entries[self._position].tax_id == entry.tax_id:
            self._entries[self._position] = entry
            return
        self._entries = [*self._entries[: self._position + 1], entry][-_LONGEST:]
        self._position = len(self._entries) - 1

    @property
    def here(self) -> CompanyEntry | None:
        """The current company."""
        return self._entries[self._position] if self._entries else None

    @property
    def latest(self) -> tuple[CompanyEntry, ...]:
        """All of them, the latest first."""
        return tuple(reversed(self._entries))

    def company_at(self, by: int) -> CompanyEntry | None:
        """The company ``by`` steps away, if there is one."""
        at = self._position + by
        return self._entries[at] if 0 <= at < len(self._entries) else None

    def go(self, by: int) -> CompanyEntry | None:
        """Move ``by`` steps and return the company there."""
        if entry := self.company_at(by):
            self._position += by
            return entry
        return None
