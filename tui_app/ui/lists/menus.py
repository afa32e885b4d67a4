"""What every list can do: its orders, the menus of order and columns, and its actions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from operator import attrgetter, itemgetter, methodcaller
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tui_app.contract.folding import fold
from tui_app.contract.registry_numbers import new_registry_number
from tui_app.contract.status import StatusGroup, classify_status
from tui_app.system.language import N_, _
from tui_app.ui.lists.columns import COLUMNS, NAME, NOTE
from tui_app.ui.panes.action import Action, Checklist, Choice, Menu
from tui_app.ui.panes.company import CompanyEntry


class Order(Struct, frozen=True):
    """An order; its key is ``None`` for a company without a value.

    ``name`` is also the name of the column. ``directions`` describe in words which companies come
    first, forwards and backwards.
    """

    name: str
    label: str
    key: Callable[[CompanyEntry], str | int | None]
    directions: tuple[str, str] = (N_("A to Z"), N_("Z to A"))


def _status(entry: CompanyEntry) -> int | None:
    return list(StatusGroup).index(classify_status(entry.status)) if entry.status else None


def _number(entry: CompanyEntry) -> str | None:
    """Sorts by year, then number, then county, in either format of the number."""
    written = entry.company_id or ""
    return new_registry_number(written) or fold(written) or None


_BY_NUMBER: Final = (N_("lowest first"), N_("highest first"))

ORDERS: Final = (
    Order("found", N_("as found"), lambda entry: 0, ("", N_("last first"))),
    Order("name", N_("by name"), lambda entry: fold(entry.name) or None),
    Order("tax_id", N_("by tax id"), lambda entry: entry.tax_id.rjust(10, "0"), _BY_NUMBER),
    Order(
        "company_id", N_("by registry number"), _number, (N_("oldest first"), N_("newest first"))
    ),
    Order(
        "company_type", N_("by legal form"), lambda entry: fold(entry.company_type or "") or None
    ),
    Order("status", N_("by status"), _status, (N_("active first"), N_("active last"))),
    Order("county", N_("by county"), lambda entry: fold(entry.county or "") or None),
    Order("locality", N_("by locality"), lambda entry: fold(entry.locality or "") or None),
)
"""The first one keeps the server's order."""


def order_named(name: str) -> int:
    """The index of an order in ``ORDERS``; 0 for an unknown name."""
    return next((at for at, order in enumerate(ORDERS) if order.name == name), 0)


def as_text(order: int, *, reverse: bool) -> str:
    """An order in words, other than the server's."""
    text = _("sorted {order}, {way}") if order else _("{order}, {way}")
    direction = _(ORDERS[order].directions[reverse])
    return text.format(order=_(ORDERS[order].label), way=direction)


def offered(entries: Iterable[CompanyEntry]) -> tuple[int, ...]:
    """The ``ORDERS`` for which some companies have values; the first is always included."""
    companies = tuple(entries)
    return tuple(
        index
        for index, order in enumerate(ORDERS)
        if index == 0 or any(order.key(entry) is not None for entry in companies)
    )


def arranged(entries: Iterable[CompanyEntry], order: int, *, reverse: bool) -> list[CompanyEntry]:
    """Companies in one of the ``ORDERS``; those without a value come last in both directions."""
    if not order:
        return list(entries)[:: -1 if reverse else 1]
    keyed = [(ORDERS[order].key(entry), entry) for entry in entries]
    known = [(key, entry) for key, entry in keyed if key is not None]
    known.sort(key=itemgetter(0))
    if reverse:
        known.reverse()
    return [entry for _key, entry in known] + [entry for key, entry in keyed if key is None]


_LETTERS: Final = {
    "found": "f", "name": "n", "tax_id": "t", "company_id": "r", "company_type": "o", "status": "s",
    "county": "c", "locality": "l", "note": "k", "turnover": "v",
}  # fmt: skip


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


LIST_ACTIONS: Final = (
    Action(
        name="sort",
        keys="s",
        label=N_("sort"),
        help=N_("Choose the sort order of the list"),
        do=methodcaller("sort_menu"),
        why_not=methodcaller("why_no_order"),
        footer=12,
    ),
    Action(
        name="reverse",
        keys="S",
        label=N_("reverse"),
        help=N_("Reverse the sort"),
        do=methodcaller("reverse_order"),
        why_not=methodcaller("why_no_order"),
        questions_of=methodcaller("questions_of_reversal"),
    ),
    Action(
        name="columns",
        keys="v",
        label=N_("columns"),
        help=N_("Choose the columns of the list"),
        do=methodcaller("columns_menu"),
    ),
    Action(
        name="mark",
        keys="space",
        label=N_("mark"),
        help=N_("Mark the company under the cursor, for copy and export"),
        do=methodcaller("mark"),
        why_not=methodcaller("why_empty"),
        footer=13,
    ),
    Action(
        name="unmark",
        keys="U",
        label=N_("clear marks"),
        help=N_("Clear marks"),
        do=methodcaller("unmark"),
        why_not=methodcaller("why_no_marks"),
    ),
)

FACETS: Final[Action] = Action(
    name="screen_facets",
    keys="D",
    label=N_("facets"),
    help=N_("Go to the counts beside the companies, which narrow the list, and back"),
    do=methodcaller("toggle_facets"),
    why_not=attrgetter("why_not_asked"),
    questions_of=methodcaller("questions_of_facets"),
    footer=2,
)
"""The action of the lists with facets."""
