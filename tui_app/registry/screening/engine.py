"""The page and the facets of a screen, from the store of one registry."""

from __future__ import annotations

import hashlib

from tui_app.contract.screening.criteria import Screen
from tui_app.contract.screening.language import write
from tui_app.contract.screening.page import ScreenFacets, ScreenPage
from tui_app.registry.screening.faceting import facets_of
from tui_app.registry.screening.ordering import page_of, read_cursor, write_cursor
from tui_app.registry.screening.page_request import PageRequest
from tui_app.registry.screening.rows import rows_of
from tui_app.registry.screening.selection import Selection, selected
from tui_app.registry.screening.store import Store


def page(store: Store, version: str, wanted: PageRequest) -> ScreenPage:
    """One page of the companies that match; ``version`` identifies the content.

    After a timeout there is only one page: others could repeat or omit companies.

    Raises ``InvalidParameter`` for a cursor of other content, criteria or order.
    """
    named = f"{version}\n{wanted.order}\n{write(wanted.screen)}"
    whose = hashlib.blake2b(named.encode(errors="replace"), digest_size=8).hexdigest()
    start = read_cursor(wanted.cursor, whose)
    found, is_whole = _found(store, wanted.screen)
    numbers, after = page_of(store, found, wanted.order, wanted.size, start)
    return ScreenPage(
        companies=rows_of(store, numbers),
        total_companies=len(found),
        total_is_exact=is_whole,
        next_cursor=None if after is None or not is_whole else write_cursor(after, whose),
    )


def facets(store: Store, screen: Screen) -> ScreenFacets:
    """The facets of the companies that match."""
    found, is_whole = _found(store, screen)
    return facets_of(store, found, is_partial=not is_whole)


def _found(store: Store, screen: Screen) -> Selection:
    """The selection, cached for further pages and facets if it is complete."""
    key = ("selection", write(screen))
    kept: Selection | None = store.kept.get(key)
    if kept is None:
        kept = selected(store, screen)
        size = len(kept.companies)
        if kept.is_whole:
            store.kept.put(key, kept, min(2 * size, len(store.everybody) // 8) + 1_000)
    return kept
