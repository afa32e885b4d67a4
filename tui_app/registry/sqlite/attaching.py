"""Opens what lies beside a registry with the registry's own connections."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from tui_app.registry.contracts import files as contracts_of
from tui_app.registry.errors import RegistryError
from tui_app.registry.generation import Beside, beside_version
from tui_app.registry.history.layout import APPLICATION_ID, SCHEMA_VERSION
from tui_app.registry.sqlite.finished import mark_of, uri_of
from tui_app.registry.sqlite.soundness import NO_INDEX
from tui_app.system.language import _


class Attached(Struct, frozen=True):
    """What was opened beside a registry; ``number`` is that of its generation, 0 without one."""

    number: int = 0
    has_history: bool = False
    has_contracts: bool = False


def attach(connections: Sequence[sqlite3.Connection], registry: Path, version: str) -> Attached:
    """Open the history, the contracts and their index that belong to a registry of this version.

    A history that cannot be read is left out: ``firmeterm data check`` says what is wrong. Raises
    ``RegistryError`` for contracts that cannot be read.
    """
    number, files = beside_version(registry, version)
    has_history = [_attach_history(each, files) for each in connections]
    if files.contracts is not None:
        for connection in connections:
            _attach_contracts(connection, files.contracts)
    if files.index is not None:
        for connection in connections:
            _attach_index(connection, files.index)
    return Attached(number, all(has_history), files.contracts is not None)


def _attach_history(connection: sqlite3.Connection, files: Beside) -> bool:
    if files.history is None or not files.history.is_file():
        return False
    with suppress(sqlite3.Error):
        connection.execute("ATTACH ? AS past", (uri_of(files.history),))
        if mark_of(connection, "past") == (APPLICATION_ID, SCHEMA_VERSION):
            return True
    with suppress(sqlite3.Error):
        connection.execute("DETACH past")
    return False


def _attach_index(connection: sqlite3.Connection, index: Path) -> None:
    try:
        connection.execute("ATTACH ? AS joined", (uri_of(index),))
        connection.execute("SELECT count(*) FROM joined.sqlite_schema")
    except sqlite3.Error as error:
        raise RegistryError(_(NO_INDEX).format(index=index, error=error)) from error


def _attach_contracts(connection: sqlite3.Connection, contracts: Path) -> None:
    try:
        connection.execute("ATTACH ? AS money", (uri_of(contracts),))
        contracts_of.require_readable(connection, contracts, "money")
    except (sqlite3.Error, TypeError) as error:
        text = _(contracts_of.DAMAGED).format(contracts=contracts, error=error)
        raise RegistryError(text) from error
