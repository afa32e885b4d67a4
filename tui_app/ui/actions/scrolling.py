"""Moving through rows or text, whichever has the focus."""

from __future__ import annotations

from typing import Final

from tui_app.language import N_
from tui_app.ui.actions import prices
from tui_app.ui.actions.base import Action, Explorer
from tui_app.ui.widgets.row_list import RowList

_ALL: Final = 1_000_000
"""More than the number of lines of any text."""


class _RowMove(Action):
    """A move through rows: the company where the cursor comes to rest may be loaded."""

    def target(self, rows: RowList) -> int:
        """The index of the row to go to; values past the ends mean the end."""
        raise AssertionError(f"{type(self).__name__} goes nowhere")

    def price(self, explorer: Explorer) -> int | None:
        """The profile of that company; nothing among court cases, in text, and where no
        company is shown beside the list.
        """
        rows = focused_rows(explorer)
        if rows is not explorer.list.rows or not rows.rows or explorer.list.wants_all_room:
            return None
        index = max(0, min(self.target(rows), len(rows.rows) - 1))
        return 0 if index == rows.cursor else prices.of_resting(explorer, rows.rows[index].key)


class _Move(_RowMove):
    """Move by rows or lines."""

    by = 0

    def target(self, rows: RowList) -> int:
        """This many rows on."""
        return rows.cursor + self.by

    def run(self, explorer: Explorer) -> None:
        """Move whatever has the focus."""
        if rows := focused_rows(explorer):
            rows.cursor = self.target(rows)
        elif not explorer.pane.move_cursor(self.by) and explorer.focused:
            explorer.focused.scroll_relative(y=self.by, animate=False)


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


class _MovePage(_RowMove):
    """Move by one view."""

    by = 0

    def target(self, rows: RowList) -> int:
        """As many rows on as are in view."""
        return rows.cursor + self.by * rows.in_view

    def run(self, explorer: Explorer) -> None:
        """Move whatever has the focus."""
        if rows := focused_rows(explorer):
            rows.cursor = self.target(rows)
            return
        height = max(1, explorer.focused.size.height - 1) if explorer.focused else 1
        if not explorer.pane.move_cursor(self.by * height) and explorer.focused:
            explorer.focused.scroll_relative(
                y=self.by * height, animate=explorer.program.settings.animations
            )


class PageDown(_MovePage):
    """One view down."""

    name, keys, by = "page_down", "pagedown,ctrl+d", 1
    label, help = N_("screen down"), N_("One screen down")


class PageUp(_MovePage):
    """One view up."""

    name, keys, by = "page_up", "pageup,ctrl+u", -1
    label, help = N_("screen up"), N_("One screen up")


class Top(_RowMove):
    """To the first row."""

    name, keys = "top", "home,g"
    label, help = N_("top"), N_("To the first row")

    def target(self, rows: RowList) -> int:
        """The first."""
        return 0

    def run(self, explorer: Explorer) -> None:
        """Move whatever has the focus."""
        if rows := focused_rows(explorer):
            rows.cursor = self.target(rows)
        elif not explorer.pane.move_cursor(-_ALL) and explorer.focused:
            explorer.focused.scroll_home(animate=explorer.program.settings.animations)


class Bottom(_RowMove):
    """To the last row."""

    name, keys = "bottom", "end,G"
    label, help = N_("bottom"), N_("To the last row")

    def target(self, rows: RowList) -> int:
        """The last."""
        return len(rows.rows) - 1

    def run(self, explorer: Explorer) -> None:
        """Move whatever has the focus."""
        if rows := focused_rows(explorer):
            rows.cursor = self.target(rows)
        elif not explorer.pane.move_cursor(_ALL) and explorer.focused:
            explorer.focused.scroll_end(animate=explorer.program.settings.animations)


def focused_rows(explorer: Explorer) -> RowList | None:
    """The rows that keys move: those of the focused pane, or those that a field filters."""
    target = explorer.row_pane
    return target if isinstance(target, RowList) else None
