"""The requests of a user at the screen where a clock or a restart decides: see ``requests``."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, NamedTuple
from unittest.mock import patch

import httpx

from tests.sample import landmarks
from tests.ui.user import User, explore, program
from tui_app.client.companies import Companies
from tui_app.client.connection import Connection
from tui_app.client.secret import Secret
from tui_app.config.settings import Settings
from tui_app.service.embedded import Embedded
from tui_app.service.log import LogEntry

_ADDRESS: Final = "http://127.0.0.1"
_EIGHT_LETTERS: Final = "petroter"


class Spent(NamedTuple):
    """What was done, the requests that arrived, and the most allowed."""

    what: str
    arrived: int
    most: int


async def at_screen(embedded: Embedded, entries: list[LogEntry], folder: Path) -> list[Spent]:
    """Each rule of thrift once; a place to come back to lies in ``folder``."""

    def arrived() -> int:
        return sum(1 for entry in entries if entry.operation)

    spent = []
    homes = {f"XDG_{kind}_HOME": str(folder) for kind in ("CONFIG", "STATE", "DATA", "CACHE")}
    with patch.dict(os.environ, homes):
        for seconds in (0.3, 0.45):
            before = arrived()
            async with _session(embedded) as user:
                await _type_slowly(user, seconds)
            name = f"eight letters, one each {seconds} s"
            spent.append(Spent(name, arrived() - before, 2))
        before = arrived()
        async with _session(embedded, folder / "place.json") as user:
            await user.search(f"RO {landmarks.SHOWPIECE}")
            await user.press("enter")
        spent.append(Spent("a pasted tax id, opened", arrived() - before, 1))
        before = arrived()
        async with _session(embedded, folder / "place.json") as user:
            assert landmarks.SHOWPIECE in user.screen
        spent.append(Spent("a restart", arrived() - before, 0))
    return spent


@asynccontextmanager
async def _session(embedded: Embedded, location_file: Path | None = None) -> AsyncIterator[User]:
    def connect(_settings: Settings) -> Companies:
        return Companies(
            Connection(
                base_url=_ADDRESS,
                key=Secret(embedded.token),
                open_transport=lambda: httpx.ASGITransport(embedded.app),
            )
        )

    app = program(Settings(base_url=_ADDRESS), connect=connect, location_file=location_file)
    async with explore(app) as user:
        await user.idle()
        yield user


async def _type_slowly(user: User, seconds: float) -> None:
    await user.pilot.press("slash")
    for letter in _EIGHT_LETTERS:
        await user.pilot.press(letter)
        await asyncio.sleep(seconds)
    await user.idle()
