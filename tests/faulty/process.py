"""Starts the misbehaving server for a test and talks to its controls."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import cast
from urllib.parse import urlencode

from tests.preloaded import true_starts

UNKNOWN_HOST = "https://no-such-host.invalid"


@dataclass(frozen=True)
class FaultyServer:
    """A running server. ``plain``, ``tls`` and ``black_hole`` are ports on loopback."""

    plain: int
    tls: int
    black_hole: int
    refused: int

    @property
    def host(self) -> str:
        """How the client names this server."""
        return f"127.0.0.1:{self.plain}"

    def base_url(self, fault: str = "") -> str:
        """An address at which every answer has a fault; without one, see ``misbehave``."""
        match fault:
            case "refused":
                return f"http://127.0.0.1:{self.refused}"
            case "black-hole":
                return f"http://127.0.0.1:{self.black_hole}"
            case "unknown-host":
                return UNKNOWN_HOST
            case "untrusted-certificate":
                return f"https://127.0.0.1:{self.tls}"
            case "no-tls":
                return f"https://127.0.0.1:{self.plain}"
        return f"http://{self.host}/{fault}"

    def misbehave(self, fault: str, operation: str = "") -> None:
        """From now on answer with a fault, everywhere or for one operation; clears the log."""
        self._get("/_control?" + urlencode({"fault": fault, "operation": operation}))

    def log(self) -> list[dict[str, object]]:
        """The requests since the last ``misbehave``, in order."""
        return cast(list[dict[str, object]], self._get("/_log"))

    def _get(self, path: str) -> object:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f"http://{self.host}{path}", timeout=10) as answer:
            found: object = json.load(answer)
            return found


@contextmanager
def faulty_process(seed: int = 1) -> Iterator[FaultyServer]:
    """A server in a separate process, ended with the block.

    It imports less than a process that others are forked from: a fifth of the time.
    """
    with true_starts():
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.faulty", "--seed", str(seed)],
            stdout=subprocess.PIPE,
            text=True,
        )
    try:
        assert process.stdout is not None
        ports = json.loads(process.stdout.readline())
        yield FaultyServer(**ports, refused=_closed_port())
    finally:
        process.kill()
        process.communicate()


def _closed_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
