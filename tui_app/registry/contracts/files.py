"""Reads the sources of a contracts file, and checks that the file can be read."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from tui_app.registry.contracts.tables import APPLICATION_ID, SCHEMA_VERSION
from tui_app.registry.errors import RegistryError
from tui_app.registry.sqlite.sources import SourceInfo, sources_in


def read_only(path: Path) -> str:
    """The URI of a finished file, which is only ever replaced."""
    return f"{path.absolute().as_uri()}?mode=ro&immutable=1"


def sources_of(contracts: Path) -> list[SourceInfo]:
    """The procurement files from which the contracts were built; empty without such a file.

    Raises ``RegistryError``.
    """
    if not contracts.exists():
        return []
    try:
        with closing(sqlite3.connect(read_only(contracts), uri=True)) as connection:
            require_readable(connection, contracts, "main")
            return sources_in(connection)
    except (sqlite3.Error, ValueError) as error:
        raise RegistryError(f"{contracts} is damaged ({error}). Import its files again.") from error


def require_readable(connection: sqlite3.Connection, contracts: Path, schema: str) -> None:
    """Raise ``RegistryError`` for a file that this program cannot read."""
    (application,) = connection.execute(f"PRAGMA {schema}.application_id").fetchone()
    (version,) = connection.execute(f"PRAGMA {schema}.user_version").fetchone()
    if application != APPLICATION_ID or version != SCHEMA_VERSION:
        raise RegistryError(
            f"{contracts} was not made by this firmeterm: move it away, and import the procurement"
            " files again."
        )
