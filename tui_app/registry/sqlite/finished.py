"""Opens finished SQLite files of ours, which never change: they are only ever replaced."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from tui_app.registry.sql import Read
from tui_app.system.untyped import DbRow


class FileMark(NamedTuple):
    """What the header of a file says: whose file it is, and of which version."""

    application: int
    version: int


def mark_of(connection: sqlite3.Connection, schema: str = "main") -> FileMark:
    """The mark of an open file, or of one that is attached as ``schema``."""
    names = ("application_id", "user_version")
    rows = (connection.execute(f"PRAGMA {schema}.{name}").fetchone() for name in names)
    return FileMark(*(number for (number,) in rows))


def uri_of(path: Path) -> str:
    """The URI of a finished file, to open or attach it without locks."""
    return f"{path.absolute().as_uri()}?mode=ro&immutable=1"


def finished(path: Path) -> closing[sqlite3.Connection]:
    """A connection to a finished file, closed at the end of the block; raises ``sqlite3.Error``."""
    return closing(sqlite3.connect(uri_of(path), uri=True))


def reader(connection: sqlite3.Connection) -> Read:
    """Runs the statements that all engines share on one connection."""

    def read(statement: str, values: Sequence[object]) -> list[DbRow]:
        return connection.execute(statement.replace("{s}", ""), values).fetchall()

    return read
