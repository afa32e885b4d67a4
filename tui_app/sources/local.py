"""Opens the companies on this machine for a program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tui_app.client.errors import UnreachableError
from tui_app.config import settings as configuration
from tui_app.config.settings import Settings
from tui_app.sources.source import connect
from tui_app.system.language import N_, _

if TYPE_CHECKING:
    from tui_app.client.companies import Companies


def open_local(registry: Path | str | None = None, *, sample: bool = False) -> Companies:
    """A client for a registry in a file, for the imported one, or for the sample.

    Nothing leaves the machine, and nothing costs. Blocks for some milliseconds.

    Raises ``UnreachableError`` if there is no such registry, and ``ValueError`` if both a registry
    and the sample are requested.
    """
    if sample:
        if registry is not None:
            raise ValueError(_("Choose the sample or a registry, not both."))
        # Private: programs do not use up the sample's demonstration allowance.
        return connect(Settings(private=True))
    location = str(registry) if registry is not None else configuration.local_registry(Settings())
    if not location:
        raise UnreachableError(
            N_("No registry has been imported on this machine."),
            N_("Import one with firmeterm data import, or use open_local(sample=True)."),
        )
    return connect(Settings(registry=location))
