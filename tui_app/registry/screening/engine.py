"""The two answers of screening, from the store of one registry."""

from __future__ import annotations

import hashlib

from pyroaring import FrozenBitMap

from tui_app.contract.screening.criteria import Screen
from tui_app.contract.screening.language import write
from tui_app.contract.screening.page import ScreenFacets, ScreenPage
from tui_app.registry.screening.faceting import facets_of
from tui_app.registry.screening.ordering import page_of, read_cursor, write_cursor
from tui_app.registry.screening.rows import rows_of
from tui_app.registry.screening.selection import selected
from tui_app.registry.screening.store import Store
from tui_app.registry.screening.wanted import Wanted


def page(store: Store, version: str, wanted: Wanted) -> ScreenPage:
    """One page of the companies that fulfil the criteria; ``version`` names the content.

    Raises ``InvalidParameter`` for a cursor of other content, criteria or order.
    """
    named = f"{version}\n{wanted.order}\n{write(wanted.screen)}"
    whose = hashlib.blake2b(named.encode(errors="replace"), digest_size=8).hexdigest()
    start = read_cursor(wanted.cursor, whose)
    found = _found(store, wanted.screen)
    numbers, after = page_of(store, found, wanted.order, wanted.size, start)
    return ScreenPage(
        companies=rows_of(store, numbers),
        total_companies=len(found),
        total_is_exact=True,
        next_cursor=None if after is None else write_cursor(after, whose),
    )


def facets(store: Store, screen: Screen) -> ScreenFacets:
    """How the companies that fulfil the criteria divide."""
    return facets_of(store, _found(store, screen))


def _found(store: Store, screen: Screen) -> FrozenBitMap:
    """The selection, kept for its other pages and its facets."""

    def make() -> tuple[FrozenBitMap, int]:
        found = selected(store, screen)
        return found, min(2 * len(found), len(store.everybody) // 8) + 1_000

    return store.kept.find(("selection", write(screen)), make)
