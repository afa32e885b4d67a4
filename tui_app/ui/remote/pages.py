"""Which page of a listing is asked for, and which one is shown."""

from __future__ import annotations


class Pages:
    """Pages are counted from 1, and asked for by number, or by the cursor that leads to each.

    A page that fails leaves the one before on the screen, and the next is counted from that.
    """

    def __init__(self, page: int = 1) -> None:
        self.asked = self.shown = page
        self.subject: object = None
        """What the listing is of: a day, a line of criteria."""
        self.subject_shown: object = None
        self._cursors = [""]

    def ask(self, page: int, subject: object = None) -> None:
        """Another page is asked for; another subject has other cursors."""
        if subject != self.subject:
            self.subject, self._cursors = subject, [""]
        self.asked = page

    def arrived(self, next_cursor: str | None = None) -> None:
        """The page is shown now; a cursor leads to the next one."""
        self.shown, self.subject_shown = self.asked, self.subject
        self._cursors = [*self._cursors[: self.asked], *([next_cursor] if next_cursor else ())]

    def failed(self) -> None:
        """The rows of the old page are still shown; the next page is counted from that."""
        if self.subject_shown == self.subject:
            self.asked = self.shown

    @property
    def known(self) -> int:
        """How many pages there are as far as cursors lead: one more than shown, if it has one."""
        return max(self.asked, len(self._cursors))

    def has_cursor(self, page: int) -> bool:
        """Whether a cursor leads to a page."""
        return 1 <= page <= len(self._cursors)

    def cursor(self, page: int) -> str:
        """The cursor that leads to a page; empty for the first one."""
        return self._cursors[page - 1]

    def after(self, by: int, last: int) -> int:
        """The page ``by`` pages on; 0: none. From beyond the last page, back is the last one."""
        page = self.asked + by if by > 0 else min(self.asked + by, last)
        return page if 1 <= page <= last else 0
