"""Moving through rows or text, whichever has the focus."""

from __future__ import annotations

from typing import ClassVar, Final

from tui_app.language import N_
from tui_app.ui.actions import prices
from tui_app.ui.actions.base import Action, Explorer
from tui_app.ui.widgets.row_list import RowList

_ALL: Final = 1_000_000
"""More than the number of rows of any list and of lines of any text."""


class _Move(Action):
    """Move by rows or lines; the company where the cursor comes to rest may be loaded."""

    by: ClassVar[int]
    """How far, down where positive."""
    by_views: ClassVar[bool] = False
    """Whether ``by`` counts views rather than rows."""

    def _distance(self, view: int) -> int:
        return self.by * view if self.by_views else self.by

    def price(self, explorer: Explorer) -> int | None:
        """The profile of that company; nothing among court cases, in text, and where no
        company is shown beside the list.
        """
        rows = focused_rows(explorer)
        if rows is not explorer.list.rows or not rows.rows or explorer.list.wants_full_width:
            return None
        index = rows.validate_cursor(rows.cursor + self._distance(rows.in_view))
        return 0 if index == rows.cursor else prices.of_resting(explorer, rows.rows[index].key)

    def run(self, explorer: Explorer) -> None:
        """Move the cursor of what has the focus; text without a cursor scrolls."""
        if rows := focused_rows(explorer):
            rows.move(self._distance(rows.in_view))
            return
        focused = explorer.focused
        distance = self._distance(max(1, focused.size.height - 1) if focused else 1)
        if not explorer.pane.move_cursor(distance) and focused:
            animate = abs(distance) > 1 and explorer.program.settings.animations
            focused.scroll_relative(y=distance, animate=animate)


class Down(_Move):
    """One down."""

    name, keys, by = "down", "down,j", 1
    label, help = N_("down"), N_("One row down")
    field = 2

    def run(self, explorer: Explorer) -> None:
        """Below an empty list is the start page."""
        in_list = not explorer.detail_has_focus
        if in_list and not explorer.list.rows.rows and explorer.detail.shows_home:
            explorer.focus_detail()
        else:
            super().run(explorer)


class Up(_Move):
    """One up."""

    name, keys, by = "up", "up,k", -1
    label, help = N_("up"), N_("One row up")


class PageDown(_Move):
    """One view down."""

    name, keys, by, by_views = "page_down", "pagedown,ctrl+d", 1, True
    label, help = N_("screen down"), N_("One screen down")


class PageUp(_Move):
    """One view up."""

    name, keys, by, by_views = "page_up", "pageup,ctrl+u", -1, True
    label, help = N_("screen up"), N_("One screen up")


class Top(_Move):
    """To the first row."""

    name, keys, by = "top", "home,g", -_ALL
    label, help = N_("top"), N_("To the first row")


class Bottom(_Move):
    """To the last row."""

    name, keys, by = "bottom", "end,G", _ALL
    label, help = N_("bottom"), N_("To the last row")


def focused_rows(explorer: Explorer) -> RowList | None:
    """The rows that keys move: those of the focused pane, or those that a field filters."""
    target = explorer.row_pane
    return target if isinstance(target, RowList) else None
