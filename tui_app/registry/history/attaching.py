"""Opens the history beside a registry file, on the connections of the registry."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final

from tui_app.registry.history.layout import APPLICATION_ID, SCHEMA_VERSION, history_file

_NAME: Final = "past"
_INDEX: Final = f"SELECT registry FROM {_NAME}.past_index"


def attach_history(connection: sqlite3.Connection, registry: Path) -> None:
    """Attach the history beside a registry, if there is one that can be read.

    Otherwise the registry is still read: ``firmeterm data history info`` says what is wrong.
    """
    path = history_file(registry.resolve())
    if not path.is_file():
        return
    with suppress(sqlite3.Error):
        uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        connection.execute(f"ATTACH ? AS {_NAME}", (uri,))
        (application,) = connection.execute(f"PRAGMA {_NAME}.application_id").fetchone()
        (version,) = connection.execute(f"PRAGMA {_NAME}.user_version").fetchone()
        if (application, version) == (APPLICATION_ID, SCHEMA_VERSION):
            return
    with suppress(sqlite3.Error):
        connection.execute(f"DETACH {_NAME}")


def is_of(connection: sqlite3.Connection, version: str) -> bool:
    """Whether a history is attached whose index belongs to this version of the registry."""
    try:
        found: object = connection.execute(_INDEX).fetchone()
    except sqlite3.Error:
        return False
    return found == (version,)
