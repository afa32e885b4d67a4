"""Reads the screening tables of a registry file."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from tui_app.registry.screening.store import Read

_IS_THERE: Final = "SELECT count(*) FROM sqlite_schema WHERE name = 'screen_set_by_value'"


def is_there(connection: sqlite3.Connection) -> bool:
    """Whether the file has these tables: that of an older firmeterm does not."""
    (count,) = connection.execute(_IS_THERE).fetchone()
    return bool(count)


def reader(connection: sqlite3.Connection) -> Read:
    """The ``Read`` function of a ``Store``."""

    # Any: a row of a query.
    def read(statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        return connection.execute(statement.replace("{s}", ""), values).fetchall()

    return read
