"""Reads the sources of a contracts file, and checks that the file can be read."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

import msgspec

from tui_app.registry.contracts.tables import APPLICATION_ID, SCHEMA_VERSION
from tui_app.registry.errors import RegistryError
from tui_app.registry.sqlite.finished import finished, mark_of
from tui_app.registry.sqlite.sources import SourceInfo, sources_in
from tui_app.system.language import N_, _

DAMAGED: Final = N_("{contracts} is damaged ({error}). Move it away, and import its files again.")


def sources_beside(registry: Path) -> Path:
    """The name under which ``kept_sources`` keeps the procurement files beside a registry."""
    registry = registry.resolve()
    return registry.with_name(f"{registry.name}.contracts")


def contract_sources(contracts: Path | None) -> list[SourceInfo]:
    """The procurement files from which the contracts were built; none without contracts.

    Raises ``RegistryError``.
    """
    if contracts is None:
        return []
    try:
        with finished(contracts) as connection:
            require_readable(connection, contracts, "main")
            return sources_in(connection)
    except (sqlite3.Error, msgspec.MsgspecError) as error:
        raise RegistryError(_(DAMAGED).format(contracts=contracts, error=error)) from error


def require_readable(connection: sqlite3.Connection, contracts: Path, schema: str) -> None:
    """Raise ``RegistryError`` for a file that this program cannot read."""
    if mark_of(connection, schema) != (APPLICATION_ID, SCHEMA_VERSION):
        raise RegistryError(
            _(
                "{contracts} was not made by this firmeterm: move it away, and import the"
                " procurement files again."
            ).format(contracts=contracts)
        )
