"""The menus of a list: its order, and its columns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final

from msgspec.structs import replace

from tui_app.system.language import _
from tui_app.ui.lists.columns import COLUMNS, NAME, NOTE
from tui_app.ui.lists.orders import ORDERS
from tui_app.ui.panes.action import Checklist, Choice, Menu

_LETTERS: Final = {
    "found": "f",
    "name": "n",
    "tax_id": "t",
    "company_id": "r",
    "company_type": "o",
    "status": "s",
    "county": "c",
    "locality": "l",
    "note": "k",
    "turnover": "v",
}


def sort_menu(
    orders: Iterable[int], current: int, *, reverse: bool, choose: Callable[[int], None]
) -> Menu:
    """The ``ORDERS`` to sort by; choosing the current one reverses it."""
    choices = []
    for index in orders:
        order, now = ORDERS[index], index == current
        direction = order.directions[not reverse if now else 0]
        sample = _(direction) if direction else ""
        choices.append(Choice(str(index), _LETTERS[order.name], _(order.label), sample, chosen=now))
    return Menu(_("Sort"), choices, lambda name: choose(int(name)))


def with_room(choices: Iterable[Choice], placed: Collection[str]) -> list[Choice]:
    """The choices of columns; those that are chosen and have no room now say so."""
    return [
        replace(each, sample=_("no room at this width"))
        if each.chosen and each.name not in placed
        else each
        for each in choices
    ]


def columns_menu(
    shown: Collection[str],
    placed: Collection[str],
    note_title: str,
    choose: Callable[[tuple[str, ...]], None],
) -> Checklist:
    """The available columns; the name is always shown. A list without notes has no note title."""
    choices = (
        Choice(
            column.name,
            _LETTERS[column.name],
            _(note_title if column.name == NOTE else column.title),
            chosen=column.name in shown,
        )
        for column in COLUMNS
        if column is not NAME and (column.name != NOTE or note_title)
    )
    return Checklist(_("Columns"), with_room(choices, placed), choose)
