"""The pages and the facets of screens of one registry."""

from __future__ import annotations

from typing import Final

import msgspec
from pyroaring import FrozenBitMap

from tui_app.contract.screening.criteria import Criteria
from tui_app.contract.screening.language import write
from tui_app.contract.screening.page import (
    OF_STATEMENTS,
    ScreeningFacets,
    ScreeningPage,
    ScreeningRow,
)
from tui_app.registry.company_registry import RegistryInfo
from tui_app.registry.cursors import list_id, read_cursor, write_cursor
from tui_app.registry.screening.bitmap_index import BitmapIndex, RegistryCache
from tui_app.registry.screening.faceting import facets_of
from tui_app.registry.screening.ordering import PageStart, page_of
from tui_app.registry.screening.places import in_place
from tui_app.registry.screening.rows import rows_of
from tui_app.registry.screening.selection import Selection, selected
from tui_app.registry.sql import Read
from tui_app.registry.statement_sets import missing_sets

SECONDS: float = 0.5
"""The time limit of an answer, in seconds. Most need a hundredth of it."""


_KINDS: Final = "SELECT kind FROM {s}source"
_FIGURE_ORDERS: Final = frozenset(
    field.encode_name
    for field in msgspec.structs.fields(ScreeningRow)
    if field.name in OF_STATEMENTS
)
_FIGURE_CRITERIA: Final = frozenset(
    ("turnover", "profit", "employees", "equity", "margin", "growth", "losses", "public-share")
)


class ScreeningEngine:
    """Screens of one registry, for any number of threads; data are cached on first use."""

    def __init__(self, info: RegistryInfo, *, has_contracts: bool = False) -> None:
        self._has_contracts = has_contracts
        self.version = info.version
        self._cache = RegistryCache()

    def index(self, read: Read) -> BitmapIndex:
        """The index of the registry, for one answer."""
        return BitmapIndex(read, self._cache, SECONDS, has_contracts=self._has_contracts)

    def page(
        self, read: Read, criteria: Criteria, order: str, size: int, cursor: str
    ) -> ScreeningPage:
        """One page of the companies that match.

        After a timeout there is only one page: others could repeat or omit companies.

        Raises ``InvalidParameter`` for a cursor of other content, criteria or order.
        """
        index = self.index(read)
        this = list_id(self.version, order, write(criteria))
        start = PageStart(*read_cursor(cursor, this, 2))
        found, is_whole = self._selection(index, criteria)
        numbers, after = page_of(index, found, order, size, start)
        uses_figures = order.removeprefix("-") in _FIGURE_ORDERS or any(
            each.field in _FIGURE_CRITERIA for each in criteria
        )
        return ScreeningPage(
            companies=rows_of(index, numbers),
            total_companies=len(found),
            total_is_exact=is_whole,
            next_cursor=None if after is None or not is_whole else write_cursor(this, *after),
            missing_statements=self._missing_sets(read) if uses_figures else (),
        )

    def facets(self, read: Read, criteria: Criteria) -> ScreeningFacets:
        """The facets of the companies that match."""
        index = self.index(read)
        found, is_whole = self._selection(index, criteria)
        return facets_of(index, found, is_partial=not is_whole)

    def in_place(self, read: Read, text: str) -> FrozenBitMap | None:
        """The companies at a place that a text names; ``None`` if it names none."""
        return in_place(BitmapIndex(read, self._cache, SECONDS), text)

    def _missing_sets(self, read: Read) -> tuple[str, ...]:
        found: tuple[str, ...] | None = self._cache.get(("missing sets",))
        if found is None:
            found = missing_sets(kind for (kind,) in read(_KINDS, ()))
            self._cache.put(("missing sets",), found, len(found))
        return found

    def _selection(self, index: BitmapIndex, criteria: Criteria) -> Selection:
        """The selection, cached for further pages and facets if it is complete."""
        key = ("selection", write(criteria))
        cached: Selection | None = self._cache.get(key)
        if cached is not None:
            return cached
        found = selected(index, criteria)
        if found.is_whole:
            size = min(2 * len(found.companies), len(index.all_companies) // 8) + 1_000
            self._cache.put(key, found, size)
        return found
