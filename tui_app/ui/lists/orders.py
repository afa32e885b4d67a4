"""The orders of a list."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Final

from msgspec import Struct

from tui_app.contract.folding import fold
from tui_app.contract.registry_numbers import new_registry_number
from tui_app.contract.status import StatusGroup, classify_status
from tui_app.system.language import N_, _
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
