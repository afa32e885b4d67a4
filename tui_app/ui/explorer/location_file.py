"""Loads the last location, and saves it in a thread: a slow disk must not delay a key."""

from __future__ import annotations

import asyncio
from pathlib import Path

from msgspec.structs import replace
from textual.dom import DOMNode

from tui_app.ui.remote.workers import start
from tui_app.workspace.saved_location import Loaded, SavedLocation, load_location, save_location


class LocationFile:
    """The file for one source; without a file nothing is saved. Only the newest location counts."""

    def __init__(self, node: DOMNode, file: Path | None) -> None:
        self._node = node
        self._file = file
        self._newest: SavedLocation | None = None
        self._saved: SavedLocation | None = None
        self._is_saving = False

    def load(self, *, resume: bool) -> Loaded:
        """The saved location; without ``resume`` only the arrangement of the lists."""
        if self._file is None:
            return Loaded(SavedLocation())
        loaded = load_location(self._file)
        if resume:
            self._newest = self._saved = loaded.location
            return loaded
        return Loaded(SavedLocation(columns=loaded.location.columns), loaded.notice)

    def save(self, location: SavedLocation) -> None:
        """Save this location soon."""
        self._newest = location
        if self._file is None or self._is_saving or location == self._saved:
            return
        self._is_saving = True
        start(self._node, self._save(), group="location", description="save the location")

    async def _save(self) -> None:
        try:
            await self._write()
        finally:
            self._is_saving = False

    async def _write(self) -> None:
        while self._file is not None and self._newest not in (None, self._saved):
            self._saved = newest = self._newest
            assert newest is not None  # noqa: S101 (narrows the condition above)
            await asyncio.to_thread(save_location, self._file, newest)

    async def finish(self, *, in_order: bool) -> None:
        """Save at the end of the program, which also ends the workers.

        After an end ``in_order`` the next session begins in the field: typing is search.
        """
        if in_order and self._newest is not None:
            self._newest = replace(self._newest, focus="field")
        await self._write()
