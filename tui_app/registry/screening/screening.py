"""Screening of one registry, for any number of threads; data are loaded on first use."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from tui_app.contract.screening.criteria import Screen
from tui_app.contract.screening.page import ScreenFacets, ScreenPage
from tui_app.registry.company_registry import RegistryInfo
from tui_app.registry.screening.page_request import PageRequest

if TYPE_CHECKING:
    from tui_app.registry.screening.store import Read, RegistryCache, Store


SECONDS: float = 1.0
"""The time limit of an answer, in seconds. Most need a hundredth of it."""


class Screening:
    """The in-memory data of one registry for screening; empty before the first request."""

    def __init__(self, info: RegistryInfo) -> None:
        self._info = info
        self._kept: RegistryCache | None = None
        self._lock = threading.Lock()

    def page(self, read: Read, wanted: PageRequest) -> ScreenPage:
        """One page; see ``engine.page``."""
        from tui_app.registry.screening.engine import page

        return page(self._store(read), self._info.version, wanted)

    def facets(self, read: Read, screen: Screen) -> ScreenFacets:
        """The facets of the companies that match the criteria."""
        from tui_app.registry.screening.engine import facets

        return facets(self._store(read), screen)

    def _store(self, read: Read) -> Store:
        from tui_app.registry.screening.store import RegistryCache, Store

        with self._lock:
            if self._kept is None:
                self._kept = RegistryCache(self._info.companies)
        return Store(read, self._kept, SECONDS)
