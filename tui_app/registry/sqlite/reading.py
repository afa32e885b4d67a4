"""Runs the statements that all engines share on a registry file."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from tui_app.registry.sql import Read
from tui_app.system.untyped import DbRow


def reader(connection: sqlite3.Connection) -> Read:
    """Runs statements on one connection."""

    def read(statement: str, values: Sequence[object]) -> list[DbRow]:
        return connection.execute(statement.replace("{s}", ""), values).fetchall()

    return read
