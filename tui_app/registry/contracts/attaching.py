"""Opens the contracts beside a registry file with the registry's own connections."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from tui_app.registry.contracts.files import read_only, require_readable
from tui_app.registry.contracts.tables import contracts_of, index_of
from tui_app.registry.errors import RegistryError


class AttachedContracts(Struct, frozen=True):
    """Opened contracts: their version, and whether companies can be screened by them."""

    version: str
    has_index: bool


def attach(
    connections: Iterable[sqlite3.Connection], registry: Path, version: str
) -> AttachedContracts | None:
    """Open the contracts beside a registry of this version, if there are any.

    Raises ``RegistryError`` for contracts that cannot be read.
    """
    contracts, index = contracts_of(registry.resolve()), index_of(registry.resolve())
    if not contracts.exists():
        return None
    found = None
    for connection in connections:
        try:
            connection.execute("ATTACH ? AS money", (read_only(contracts),))
            require_readable(connection, contracts, "money")
            (money,) = connection.execute("SELECT version FROM money.money_build").fetchone()
        except (sqlite3.Error, TypeError) as error:
            raise RegistryError(
                f"{contracts} is damaged ({error}). Move it away, and import its files again."
            ) from error
        found = AttachedContracts(money, _attach_index(connection, index, (version, money)))
    return found


def _attach_index(connection: sqlite3.Connection, index: Path, of: tuple[str, str]) -> bool:
    """Open the index, if there is one of this registry and these contracts; whether there was."""
    if not index.exists():
        return False
    with suppress(sqlite3.Error):
        connection.execute("ATTACH ? AS money_index", (read_only(index),))
        return bool(connection.execute("SELECT * FROM money_index.money_index").fetchone() == of)
    return False


def contracts_identity(registry: Path) -> tuple[int, ...]:
    """Distinguishes the contracts beside a registry from the next; empty without any."""
    found: list[int] = []
    for path in (contracts_of(registry), index_of(registry)):
        with suppress(OSError):
            known = path.stat()
            found += (known.st_ino, known.st_mtime_ns, known.st_size)
    return tuple(found)
