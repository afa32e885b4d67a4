"""Moving through rows or text, whichever has the focus."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tui_app.system.language import N_
from tui_app.ui.actions.base import Action
from tui_app.ui.remote.questions import Questions
from tui_app.ui.widgets.row_list import RowList

if TYPE_CHECKING:
    from tui_app.ui.two_panes.screen import TwoPaneScreen

_ALL: Final = 1_000_000
"""More than the number of rows of any list and of lines of any text."""


class _Move(Action):
    """Move by rows or lines; the company where the cursor comes to rest may be loaded."""

    def __init__(
        self, name: str, keys: str, label: str, help: str, by: int, *, by_views: bool = False
    ) -> None:
        """``by`` counts rows, or views with ``by_views``; down if positive."""
        self.name, self.keys, self.label, self.help = name, keys, label, help
        self._by = by
        self._by_views = by_views

    def _distance_in(self, rows: RowList) -> int:
        return self._by * rows.in_view if self._by_views else self._by

    def questions(self, panes: TwoPaneScreen) -> Questions | None:
        """What resting on that company asks; nothing if no company would be loaded.

        Nothing is loaded among court cases, in text, and when no company is shown beside the list.
        """
        rows = focused_rows(panes)
        if rows is not panes.list.rows or panes.list.wants_full_width:
            return None
        row = rows.row_after(self._distance_in(rows))
        if row is None:
            return () if rows.rows else None
        client, asked = panes.session.client, panes.detail.questions(row.key)
        if client is None or not panes.detail.asks_by_itself:
            return ()
        return asked if client.allowance.affords(panes.answers.price(asked)) else ()

    def run(self, panes: TwoPaneScreen) -> None:
        """Move the cursor of what has the focus; text without a cursor scrolls."""
        if rows := focused_rows(panes):
            rows.move(self._distance_in(rows))
            return
        focused = panes.focused
        view = max(1, focused.size.height - 1) if focused else 1
        distance = self._by * view if self._by_views else self._by
        if not panes.pane.move_cursor(distance) and focused:
            animate = abs(distance) > 1 and panes.session.settings.animations
            focused.scroll_relative(y=distance, animate=animate)


class _Down(_Move):
    """One down."""

    field = 2

    def run(self, panes: TwoPaneScreen) -> None:
        """Go one down; below an empty list is the start page."""
        in_list = not (panes.detail_has_focus or panes.list.wants_full_width)
        if in_list and not panes.list.rows.rows and panes.detail.shows_home:
            panes.focus_detail()
        else:
            super().run(panes)


MOVES: Final[tuple[Action, ...]] = (
    _Down("down", "down,j", N_("down"), N_("One row down"), 1),
    _Move("up", "up,k", N_("up"), N_("One row up"), -1),
    _Move(
        "page_down", "pagedown,ctrl+d", N_("screen down"), N_("One screen down"), 1, by_views=True
    ),
    _Move("page_up", "pageup,ctrl+u", N_("screen up"), N_("One screen up"), -1, by_views=True),
    _Move("top", "home,g", N_("top"), N_("To the first row"), -_ALL),
    _Move("bottom", "end", N_("bottom"), N_("To the last row"), _ALL),
)


def focused_rows(panes: TwoPaneScreen) -> RowList | None:
    """The rows that keys move: those of the focused pane, or those that a field filters."""
    target = panes.row_pane
    return target if isinstance(target, RowList) else None
