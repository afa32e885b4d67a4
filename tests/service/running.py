"""A ``firmeterm serve`` in a separate process, as an administrator would start it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import httpx
import msgspec

from tui_app.service.log import LogEntry
from tui_app.service.sqlite_accounts import SqliteAccounts


def environment(home: Path) -> dict[str, str]:
    """Nothing of the developer's own settings reaches a test."""
    ours = {k: v for k, v in os.environ.items() if not k.startswith(("FIRMETERM_", "XDG_"))}
    # The tests' own, in which the sample was built already.
    if "XDG_CACHE_HOME" in os.environ:
        ours["XDG_CACHE_HOME"] = os.environ["XDG_CACHE_HOME"]
    return ours | {"HOME": str(home), "FIRMETERM_ACCOUNTS": str(home / "accounts.db")}


def firmeterm(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """One run of the command."""
    return subprocess.run(
        [sys.executable, "-m", "tui_app", *arguments],
        env=environment(home), capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip


def new_key(home: Path, quota: int = 10_000) -> str:
    """A key for the service of ``home``."""
    with closing(SqliteAccounts(home / "accounts.db")) as accounts:
        return accounts.create("test", quota)


class Running:
    """The running service: where it listens, and what it has logged once it has stopped."""

    def __init__(
        self, home: Path, *arguments: str, first: str = "", module: str = "tui_app"
    ) -> None:
        self.log_file = home / "log"
        if "--registry" not in arguments:
            arguments = (*arguments, "--sample")
        shell = ["sh", "-c", f'{first} exec "$@"', "sh"] if first else []
        with self.log_file.open("wb") as log:
            self.process = subprocess.Popen(
                [*shell, sys.executable, "-m", module, "serve", "--port", "0", *arguments],
                env=environment(home), stdout=subprocess.PIPE, stderr=log, text=True,
            )  # fmt: skip
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        self.url = self.said.strip().rpartition(" ")[2]

    def client(self, key: str = "") -> httpx.Client:
        """A caller, with a key or without."""
        headers = {"authorization": f"Bearer {key}"} if key else {}
        # Without TLS there is nothing to verify, and preparing for it is slow.
        return httpx.Client(base_url=self.url, headers=headers, timeout=20, verify=False)

    @property
    def port(self) -> int:
        """Where it listens."""
        return httpx.URL(self.url).port or 0

    def workers(self) -> list[int]:
        """The process ids of its workers."""
        pid = self.process.pid
        return [int(w) for w in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def stop(self) -> int:
        """The exit status after SIGTERM."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)

    def close(self) -> None:
        """Stop it, unless it has stopped."""
        if self.process.poll() is None:
            self.stop()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def log(self) -> list[LogEntry]:
        """Every line of stderr that is not for people."""
        lines = self.log_file.read_bytes().splitlines()
        return [msgspec.json.decode(line, type=LogEntry) for line in lines if line.startswith(b"{")]


def running(
    home: Path, *arguments: str, first: str = "", module: str = "tui_app"
) -> closing[Running]:
    """A service that is stopped when the block ends; ``first`` is said to its shell before."""
    return closing(Running(home, *arguments, first=first, module=module))
