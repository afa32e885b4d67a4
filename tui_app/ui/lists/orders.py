"""The ways a list is sorted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Final, NamedTuple

from tui_app.contract.folding import fold
from tui_app.contract.identifiers import new_registry_number
from tui_app.contract.status import StatusGroup, classify_status
from tui_app.language import N_
from tui_app.ui.panes.entry import Entry


class Order(NamedTuple):
    """A way of sorting; its key is ``None`` where a company's value is not known."""

    label: str
    key: Callable[[Entry], str | int | None]


def _status(entry: Entry) -> int | None:
    return list(StatusGroup).index(classify_status(entry.status)) if entry.status else None


def _number(entry: Entry) -> str | None:
    """By year, then number, then county, in whichever form it is written."""
    written = entry.company_id or ""
    return new_registry_number(written) or fold(written) or None


ORDERS: Final = (
    Order(N_("as found"), lambda entry: 0),
    Order(N_("by name"), lambda entry: fold(entry.name) or None),
    Order(N_("by tax id"), lambda entry: entry.tax_id.rjust(10, "0")),
    Order(N_("by registry number"), _number),
    Order(N_("by legal form"), lambda entry: fold(entry.company_type or "") or None),
    Order(N_("by status"), _status),
    Order(
        N_("by place"),
        lambda entry: fold(f"{entry.county or ''} {entry.locality or ''}") or None,
    ),
)
"""The first one leaves the server's order."""


def offered(entries: Iterable[Entry]) -> tuple[int, ...]:
    """Which of the ``ORDERS`` some companies have values for; the first one always is."""
    companies = tuple(entries)
    return tuple(
        index
        for index, order in enumerate(ORDERS)
        if index == 0 or any(order.key(entry) is not None for entry in companies)
    )


def arranged(entries: Iterable[Entry], order: int, *, reverse: bool) -> list[Entry]:
    """Companies in one of the ``ORDERS``; those without a value come last either way."""
    keyed = [(ORDERS[order].key(entry), entry) for entry in entries]
    known = [(key, entry) for key, entry in keyed if key is not None]
    known.sort(key=itemgetter(0))
    if reverse:
        known.reverse()
    return [entry for _key, entry in known] + [entry for key, entry in keyed if key is None]
