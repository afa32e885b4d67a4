"""The explorer on a real ``firmeterm serve`` of its own, which can be stopped and started again."""

from __future__ import annotations

import itertools
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.faulty.given import given
from tests.service.running import Running
from tests.ui.user import program
from tests.waiting import until
from tui_app.client.companies import Companies
from tui_app.config.settings import Settings, cache_folder
from tui_app.registry.sample import sample_path
from tui_app.service.sqlite_accounts import SqliteAccounts
from tui_app.sources import source
from tui_app.ui.app import FirmetermApp


class Served:
    """A service in a process of its own, always at the same port, and a key with a quota."""

    def __init__(self, home: Path, quota: int) -> None:
        home.mkdir(parents=True, exist_ok=True)
        self._home = home
        self._accounts = home / "accounts.db"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.key = self._label = ""
        self._numbers = itertools.count(1)
        self._running: Running | None = None
        self.begin(quota)

    def begin(self, quota: int) -> None:
        """Use a new, unused key from now on, and listen."""
        self._label = f"number {next(self._numbers)} at {self.port}"
        with closing(SqliteAccounts(self._accounts)) as accounts:
            self.key = accounts.create(self._label, quota)
        if self._running is None:
            self.start()

    @property
    def base_url(self) -> str:
        """Its address while it runs."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Listen."""
        sample = sample_path(cache_folder())
        self._running = Running(self._home, "--port", str(self.port), "--registry", str(sample))
        assert self._running.url == self.base_url, self._running.said

    def pull_the_plug(self) -> None:
        """Kill the process: nothing answers any more."""
        if self._running is not None:
            self._running.process.kill()
            self._running.process.wait(20)
            self._running.close()
            self._running = None
            until(lambda: not self._is_listening)  # a worker outlives its process for a moment

    @property
    def _is_listening(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    @property
    def used(self) -> int:
        """Requests that were charged to the key, as the service keeps them."""
        with closing(sqlite3.connect(self._accounts)) as database:
            (row,) = database.execute("SELECT used FROM account WHERE label = ?", (self._label,))
        return int(row[0])

    # Any: whatever can be set.
    def program(self, *, location_file: Path | None = None, **more: Any) -> FirmetermApp:
        """The explorer, asking this service."""
        to_match = more.pop("to_match", None)
        settings = Settings(base_url=self.base_url, **more)

        def connect(chosen: Settings) -> Companies:
            return source.connect(chosen, given(self.key))

        return program(settings, connect=connect, location_file=location_file, to_match=to_match)

    def close(self) -> None:
        """Stop it, if it runs."""
        if self._running is not None:
            self._running.close()


def served(home: Path, quota: int) -> closing[Served]:
    """A service that is stopped when the block ends."""
    return closing(Served(home, quota))
