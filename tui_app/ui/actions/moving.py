"""Moving: panes, pages, back and forward; and through rows or text, whichever has the focus."""

from __future__ import annotations

from functools import partial
from typing import Final

from msgspec import Struct
from textual.widgets import Input

from tui_app.system.language import N_, _
from tui_app.ui.panes.action import Action, Intent, Pane
from tui_app.ui.remote.questions import Questions, price_label
from tui_app.ui.session import asks_by_itself
from tui_app.ui.two_panes.screen import TwoPaneScreen
from tui_app.ui.widgets.row_list import RowList

OPEN: Final = Action(
    name="open",
    keys="enter",
    label=N_("open"),
    help=N_("Open the company or court case under the cursor"),
    pane=Pane.LIST,
    footer=1,
    field=1,
    intent=lambda panes: panes.pane.enter(),
    do=lambda panes: _done(panes.pane.enter()),
    why_not=lambda panes: "" if panes.pane.enter() else _("Nothing is under the cursor."),
    questions_of=lambda panes: intent.questions if (intent := panes.pane.enter()) else (),
    says=lambda panes: intent.label if (intent := panes.pane.enter()) else _("open"),
)
"""Do what Enter means where the focus is."""


def _done(intent: Intent | None) -> None:
    if intent is not None:
        intent.run()


ESCAPE: Final = Action(
    name="escape",
    keys="escape",
    label=N_("back"),
    help=N_("Leave one level: filter, detail, list, search field"),
    footer=18,
    field=3,
    do=lambda panes: panes.leave_level(),
    # In a field Esc leaves it, so that letters are keys again.
    says=lambda panes: _("to the list") if isinstance(panes.focused, Input) else _("back"),
)

LEFT_PANE: Final = Action(
    name="left_pane",
    keys="left,h",
    label=N_("list"),
    help=N_("To the list"),
    do=lambda panes: panes.focus_list(),
)

RIGHT_PANE: Final = Action(
    name="right_pane",
    keys="right,l",
    label=N_("detail"),
    help=N_("To the company"),
    do=lambda panes: panes.focus_detail(),
    why_not=lambda panes: (
        "" if panes.detail.entry or panes.detail.shows_home else _("No company is open.")
    ),
)

FULL_WIDTH: Final = Action(
    name="full_width",
    keys="a",
    label=N_("full width"),
    help=N_("Give the pane with the focus the whole width; again or Esc: both panes"),
    footer=10,
    do=lambda panes: panes.switch_full_width(),
    why_not=lambda panes: (
        _("Each pane has the whole width here.") if panes.has_class("-narrow") else ""
    ),
    says=lambda panes: _("both panes") if panes.shows_one_pane else _("full width"),
)


def _why_no_page(by: int, panes: TwoPaneScreen) -> str:
    """Why no page is turned; ``by`` is 0 for any other page."""
    pane = panes.pane
    if not pane.paged:
        return _("Not paged")
    if by > 0 and pane.page >= pane.total_pages:
        return _("This is the last page.")
    if by < 0 and pane.page <= 1:
        return _("This is the first page.")
    return "" if by or pane.total_pages > 1 else _("This is the only page.")


def _questions_of_page(by: int, panes: TwoPaneScreen) -> Questions:
    """A page is a request, unless cached."""
    pane = panes.pane
    return () if _why_no_page(by, panes) else pane.questions_of_page(pane.page + by)


def _turn(name: str, key: str, by: int, label: str, help: str, footer: int = 0) -> Action:
    return Action(
        name=name,
        keys=key,
        label=label,
        help=help,
        pane=Pane.TAB,
        footer=footer,
        do=lambda panes: panes.pane.turn(by),
        why_not=partial(_why_no_page, by),
        questions_of=partial(_questions_of_page, by),
    )


def _ask_for_page(panes: TwoPaneScreen) -> None:
    """Ask for the number and show what a page costs; Enter there asks for the page."""
    from tui_app.ui.dialogs.one_field import PageScreen

    pane = panes.pane

    def turn(page: int | None) -> None:
        if page is not None and page != pane.page:
            pane.turn(page - pane.page)

    price = panes.answers.price(pane.questions_of_page(pane.total_pages))
    cost = price_label(price, panes.session.client) if price else ""
    panes.open_dialog(PageScreen(pane.page, pane.total_pages, cost), turn)


PAGES: Final = (
    _turn(
        "next_page", "n", 1, N_("next page"), N_("The next page of the list or of the court cases"),
        footer=5,
    ),
    _turn("previous_page", "p", -1, N_("previous page"), N_("The previous page")),
    Action(
        name="page",
        keys="P",
        label=N_("page…"),
        help=N_("Go to a page by its number"),
        pane=Pane.TAB,
        footer=6,
        do=_ask_for_page,
        why_not=partial(_why_no_page, 0),
    ),
)  # fmt: skip
"""Turning the pages of the focused pane."""


def _steps(by: int, panes: TwoPaneScreen) -> int:
    """How many companies to go; from a mere preview, back leads to the current company."""
    here, shown = panes.visited.here, panes.detail.entry
    is_preview = here is not None and (shown is None or shown.tax_id != here.tax_id)
    return 0 if is_preview and by < 0 else by


def _questions_of_visited(by: int, panes: TwoPaneScreen) -> Questions:
    entry = panes.visited.company_at(_steps(by, panes))
    return panes.detail.questions(entry.tax_id) if entry else ()


def _go(by: int, panes: TwoPaneScreen) -> None:
    """Show it beside the list and move the list's cursor; in a narrow terminal, in front."""
    if entry := panes.visited.go(_steps(by, panes)):
        panes.show_company(entry, _("opened before"))


def _visited(name: str, key: str, by: int, label: str, help: str) -> Action:
    return Action(
        name=name,
        keys=key,
        label=label,
        help=help,
        do=partial(_go, by),
        why_not=lambda panes: (
            "" if panes.visited.company_at(_steps(by, panes)) else _("No history yet")
        ),
        questions_of=partial(_questions_of_visited, by),
    )


BACK: Final = _visited(
    "back", "b", -1, N_("before"), N_("Back to the previous company in the history")
)
FORWARD: Final = _visited(
    "forward", "f", 1, N_("after"), N_("Forward to the next company in the history")
)


_ALL: Final = 1_000_000
"""More than the number of rows of any list and of lines of any text."""


class _Distance(Struct, frozen=True):
    """Rows, or views; down if positive."""

    by: int
    in_views: bool = False


def _questions_of_step(distance: _Distance, panes: TwoPaneScreen) -> Questions | None:
    """What resting on that company asks; nothing if no company would be loaded.

    Nothing is loaded among court cases, in text, and when no company is shown beside the list.
    """
    rows = focused_rows(panes)
    if rows is None or rows is not panes.list.rows or panes.list.wants_full_width:
        return None
    row = rows.row_after(distance.by * (rows.in_view if distance.in_views else 1))
    if row is None:
        return () if rows.rows else None
    client, asked = panes.session.client, panes.detail.questions(row.key)
    if client is None or not asks_by_itself(panes.session):
        return ()
    return asked if client.allowance.affords(panes.answers.price(asked)) else ()


def _move(distance: _Distance, panes: TwoPaneScreen) -> None:
    """Move the cursor of what has the focus; text without a cursor scrolls."""
    if rows := focused_rows(panes):
        by = distance.by * (rows.in_view if distance.in_views else 1)
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
        questions_of=partial(_questions_of_step, distance),
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
        questions_of=partial(_questions_of_step, _Distance(1)),
    ),
    Action(
        name="up",
        keys="up,k",
        label=N_("up"),
        help=N_("One row up"),
        do=_up,
        questions_of=partial(_questions_of_step, _Distance(-1)),
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
