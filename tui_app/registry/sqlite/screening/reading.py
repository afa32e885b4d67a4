"""Screening over the connections of one registry file."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from tui_app.contract.screening.criteria import Screen
from tui_app.contract.screening.page import ScreenFacets, ScreenPage
from tui_app.registry.company_registry import RegistryInfo

if TYPE_CHECKING:
    from tui_app.registry.screening.store import Kept, Store
    from tui_app.registry.screening.wanted import Wanted

_IS_THERE: Final = "SELECT count(*) FROM sqlite_schema WHERE name = 'screen_set_by_value'"


def is_there(connection: sqlite3.Connection) -> bool:
    """Whether the file has what screening needs: one of an older firmeterm has not."""
    (count,) = connection.execute(_IS_THERE).fetchone()
    return bool(count)


class Screening:
    """What is kept in memory of one file for screening; nothing before the first question."""

    def __init__(self, info: RegistryInfo) -> None:
        self._info = info
        self._kept: Kept | None = None
        self._lock = threading.Lock()

    def page(self, connection: sqlite3.Connection, wanted: Wanted) -> ScreenPage:
        """One page; see ``engine.page``."""
        from tui_app.registry.screening.engine import page

        return page(self._store(connection), self._info.version, wanted)

    def facets(self, connection: sqlite3.Connection, screen: Screen) -> ScreenFacets:
        """How the companies that fulfil the criteria divide."""
        from tui_app.registry.screening.engine import facets

        return facets(self._store(connection), screen)

    def _store(self, connection: sqlite3.Connection) -> Store:
        from tui_app.registry.screening.store import Kept, Store

        with self._lock:
            if self._kept is None:
                self._kept = Kept(self._info.companies)

        # Any: a row of a query.
        def read(statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
            return connection.execute(statement.replace("{s}", ""), values).fetchall()

        return Store(read, self._kept)
