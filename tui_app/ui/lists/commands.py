"""The commands of every list: sort, choose columns, mark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tui_app.system.language import N_, _
from tui_app.ui.lists.columns import COLUMNS, NAME, NOTE
from tui_app.ui.lists.orders import ORDERS
from tui_app.ui.panes.command import PaneCommand
from tui_app.ui.panes.menu import Checklist, Choice, Menu

if TYPE_CHECKING:
    from tui_app.ui.lists.base import ListPane

_LETTERS: Final = {
    "found": "f",
    "name": "n",
    "tax_id": "t",
    "company_id": "r",
    "company_type": "o",
    "status": "s",
    "county": "c",
    "locality": "l",
    NOTE: "k",
}


def sort_menu_of(pane: ListPane) -> Menu:
    """The columns to sort by; choosing the current one reverses it."""
    choices = []
    for index in pane.orders:
        order, now = ORDERS[index], index == pane.order
        direction = order.directions[not pane.reverse if now else 0]
        sample = _(direction) if direction else ""
        choices.append(Choice(str(index), _LETTERS[order.name], _(order.label), sample, chosen=now))
    return Menu(_("Sort"), choices, lambda name: pane.sort_by(int(name)))


def columns_menu_of(pane: ListPane) -> Checklist:
    """The available columns; the name is always shown."""
    shown = pane.shown_columns
    choices = [
        Choice(
            column.name,
            _LETTERS[column.name],
            _(pane.note_title) if column.name == NOTE and pane.note_title else _(column.title),
            chosen=column.name in shown,
        )
        for column in COLUMNS
        if column is not NAME and (column.name != NOTE or pane.note_title)
    ]
    return Checklist(_("Columns"), choices, pane.choose_columns)


LIST_COMMANDS: Final = (
    PaneCommand(
        name="sort",
        keys="s",
        label=N_("sort"),
        help=N_("Choose the sort order of the list"),
        run=lambda pane: pane.sort_menu(),
        reason=lambda pane: pane.why_empty(),
        footer=12,
    ),
    PaneCommand(
        name="reverse",
        keys="S",
        label=N_("reverse"),
        help=N_("Reverse the sort"),
        run=lambda pane: pane.reverse_order(),
        reason=lambda pane: pane.why_empty(),
        price=lambda pane, companies: pane.price_of_sorting(companies),
    ),
    PaneCommand(
        name="columns",
        keys="v",
        label=N_("columns"),
        help=N_("Choose the columns of the list"),
        run=lambda pane: pane.columns_menu(),
    ),
    PaneCommand(
        name="mark",
        keys="space",
        label=N_("mark"),
        help=N_("Mark the company under the cursor, for copy and export"),
        run=lambda pane: pane.mark(),
        reason=lambda pane: pane.why_empty(),
        footer=13,
    ),
    PaneCommand(
        name="unmark",
        keys="U",
        label=N_("clear marks"),
        help=N_("Clear marks"),
        run=lambda pane: pane.unmark(),
        reason=lambda pane: pane.why_no_marks(),
    ),
)

FACETS: Final[PaneCommand] = PaneCommand(
    name="screen_facets",
    keys="D",
    label=N_("facets"),
    help=N_("Go to the counts by county, form, activity, status and size, and back"),
    run=lambda pane: pane.toggle_facets(),
    price=lambda pane, companies: pane.price_of_facets(companies),
    footer=2,
)
"""The command of the Screen list."""
