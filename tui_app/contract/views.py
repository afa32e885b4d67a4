"""The tabs of a company and the lists of companies: one name for each, in every room.

The name is for programs: keys of the settings, ``--tab``, ``--section``, ``--list``. The title is
for people, on the screen and in headings.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from tui_app.contract import operations as ops
from tui_app.contract.operations import Operation
from tui_app.system.language import N_


class ViewName(Struct, frozen=True):
    """A tab or a list: its name, its title, marked for translation, and the operations it shows."""

    name: str
    title: str
    operations: tuple[Operation[object], ...] = ()

    @property
    def has_pages(self) -> bool:
        """Whether it shows one page of its rows at a time, by number."""
        return any(each.paging for each in self.operations)


OVERVIEW: Final = ViewName("overview", N_("Overview"), (ops.PROFILE,))
FINANCE: Final = ViewName("finance", N_("Finance"), (ops.FINANCIAL,))
CASES: Final = ViewName("cases", N_("Cases"), (ops.COURT_CASES,))
CONTACT: Final = ViewName(
    "contact", N_("Contact"), (ops.PHONES, ops.EMAILS, ops.WEBSITES, ops.ADMINISTRATORS)
)
SIGNALS: Final = ViewName("signals", N_("Signals"), (ops.PEERS,))
EVENTS: Final = ViewName("events", N_("Events"), (ops.HISTORY,))
LINKS: Final = ViewName("links", N_("Links"), (ops.CONNECTIONS,))
MONEY: Final = ViewName("money", N_("Money"), (ops.PUBLIC_MONEY, ops.CONTRACTS))

TABS: Final = (OVERVIEW, FINANCE, CASES, CONTACT, SIGNALS, EVENTS, LINKS, MONEY)
"""In the order of their keys, 1, 2, …"""

SEARCH: Final = ViewName("search", N_("Search"), (ops.AUTOCOMPLETE,))
NEW: Final = ViewName("new", N_("New"), (ops.REGISTERED,))
SCREEN: Final = ViewName("screen", N_("Screen"), (ops.SCREEN,))
CHANGES: Final = ViewName("changes", N_("Changes"), (ops.CHANGES,))
WATCH: Final = ViewName("watch", N_("Watch"))
VISITED: Final = ViewName("visited", N_("Visited"))

LISTS: Final = (SEARCH, NEW, SCREEN, CHANGES, WATCH, VISITED)


def names_taken(views: Iterable[ViewName]) -> dict[str, ViewName]:
    """Each word that may be typed for a view: its own name, and those of its operations.

    An operation that several show means the first of them.
    """
    found = tuple(views)
    by_operation = {
        each.name.replace("_", "-"): view for view in reversed(found) for each in view.operations
    }
    return {**{view.name: view for view in found}, **by_operation}
