"""Runs the statements that all engines share on a registry file."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from tui_app.registry.sql import Read


def reader(connection: sqlite3.Connection) -> Read:
    """Runs statements on one connection."""

    # Any: a row of a query.
    def read(statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        return connection.execute(statement.replace("{s}", ""), values).fetchall()

    return read
