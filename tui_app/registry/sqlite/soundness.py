"""Finds damage in what lies beside a registry, and says what to do about it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tui_app.registry.contracts import files as contracts_of
from tui_app.registry.errors import RegistryError
from tui_app.registry.history import snapshots as history_of
from tui_app.registry.sqlite.checksum import damage_in
from tui_app.system.language import N_, _

NO_INDEX: Final = N_("{index} cannot be read ({error}). Import any file again: it is written anew.")


def require_sound(history: Path | None, contracts: Path | None, index: Path | None) -> None:
    """Read all of these files; raises ``RegistryError``, which names a damaged one."""
    history_of.snapshots_of(history)
    contracts_of.contract_sources(contracts)
    for path, text in (
        (history, history_of.DAMAGED),
        (contracts, contracts_of.DAMAGED),
        (index, NO_INDEX),
    ):
        if path is not None and (why := damage_in(path)):
            raise RegistryError(_(text).format(history=path, contracts=path, index=path, error=why))
