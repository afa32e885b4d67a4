"""Moving through rows or text, whichever has the focus."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from textual.widgets import Input

from tui_app.system.language import N_
from tui_app.ui.panes.action import Action
from tui_app.ui.remote.questions import Questions
from tui_app.ui.widgets.row_list import RowList

if TYPE_CHECKING:
    from tui_app.ui.two_panes.screen import TwoPaneScreen

_ALL: Final = 1_000_000
"""More than the number of rows of any list and of lines of any text."""


class _Distance(NamedTuple):
    """Rows, or views; down if positive."""

    by: int
    in_views: bool = False

    def within(self, rows: RowList) -> int:
        """The distance in rows."""
        return self.by * rows.in_view if self.in_views else self.by


def _questions(distance: _Distance, panes: TwoPaneScreen) -> Questions | None:
    """What resting on that company asks; nothing if no company would be loaded.

    Nothing is loaded among court cases, in text, and when no company is shown beside the list.
    """
    rows = focused_rows(panes)
    if rows is None or rows is not panes.list.rows or panes.list.wants_full_width:
        return None
    row = rows.row_after(distance.within(rows))
    if row is None:
        return () if rows.rows else None
    client, asked = panes.session.client, panes.detail.questions(row.key)
    if client is None or not panes.detail.asks_by_itself:
        return ()
    return asked if client.allowance.affords(panes.answers.price(asked)) else ()


def _move(distance: _Distance, panes: TwoPaneScreen) -> None:
    """Move the cursor of what has the focus; text without a cursor scrolls."""
    if rows := focused_rows(panes):
        by = distance.within(rows)
        if panes.focused is not None and panes.focused is panes.list.field_above:
            panes.list.walk_from_field(by)
        else:
            rows.move(by)
        return
    focused = panes.focused
    view = max(1, focused.size.height - 1) if focused else 1
    lines = distance.by * view if distance.in_views else distance.by
    if not panes.pane.move_cursor(lines) and focused:
        animate = abs(lines) > 1 and panes.session.settings.animations
        focused.scroll_relative(y=lines, animate=animate)


def _down(panes: TwoPaneScreen) -> None:
    """Go one down, from a field to its rows; below an empty list is the start page."""
    in_list = not (panes.detail_has_focus or panes.list.wants_full_width)
    is_empty = not (panes.list.rows.rows or panes.list.is_awaited)
    if in_list and is_empty and panes.detail.shows_home:
        panes.focus_detail()
    else:
        _move(_Distance(1), panes)


def _up(panes: TwoPaneScreen) -> None:
    """Go one up; above the first row is the field, unless the key would type a letter there."""
    rows, field = focused_rows(panes), panes.list.field_above
    is_at_top = rows is not None and rows is panes.focused and rows.cursor == 0
    is_below_field = rows is panes.list.rows or panes.detail.shows_home
    if is_at_top and is_below_field and field is not None and not panes.is_letter_pressed:
        panes.focus_field(field)
    else:
        _move(_Distance(-1), panes)


def _moving(name: str, keys: str, label: str, help: str, distance: _Distance) -> Action:
    return Action(
        name=name,
        keys=keys,
        label=label,
        help=help,
        do=partial(_move, distance),
        questions_of=partial(_questions, distance),
    )


_SCREEN_DOWN: Final = _Distance(1, in_views=True)
_SCREEN_UP: Final = _Distance(-1, in_views=True)

MOVES: Final[tuple[Action, ...]] = (
    Action(
        name="down",
        keys="down,j",
        label=N_("down"),
        help=N_("One row down"),
        field=2,
        do=_down,
        questions_of=partial(_questions, _Distance(1)),
    ),
    Action(
        name="up",
        keys="up,k",
        label=N_("up"),
        help=N_("One row up"),
        do=_up,
        questions_of=partial(_questions, _Distance(-1)),
    ),
    _moving("page_down", "pagedown,ctrl+d", N_("screen down"), N_("One screen down"), _SCREEN_DOWN),
    _moving("page_up", "pageup,ctrl+u", N_("screen up"), N_("One screen up"), _SCREEN_UP),
    _moving("top", "home,g", N_("top"), N_("To the first row"), _Distance(-_ALL)),
    _moving("bottom", "end", N_("bottom"), N_("To the last row"), _Distance(_ALL)),
)


def focused_rows(panes: TwoPaneScreen) -> RowList | None:
    """The rows that keys move: those of the focused pane, or those that a field filters."""
    target = panes.focused
    if target is None or isinstance(target, Input):
        in_detail = panes.detail_in_front
        target = panes.detail.section.focus_target if in_detail else panes.list.rows
    return target if isinstance(target, RowList) else None
