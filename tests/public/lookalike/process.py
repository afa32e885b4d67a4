"""Starts the look-alike for a test and talks to its controls."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from tests.preloaded import true_starts


@dataclass(frozen=True)
class Lookalike:
    """A running look-alike; both services have the same base address."""

    port: int

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def misbehave(self, fault: str = "", times: int = 1_000_000, seconds: float = 45) -> None:
        """From now on answer with a fault, so many times; clears the log."""
        asked = {"fault": fault, "times": times, "seconds": seconds}
        self._get("/_control?" + urlencode(asked))

    def log(self, service: str = "") -> list[dict[str, Any]]:
        """The requests since ``misbehave``, in order."""
        entries: list[dict[str, Any]] = self._get("/_log")["log"]
        return [entry for entry in entries if service in ("", entry["service"])]

    def too_fast(self) -> int:
        """How many requests came too early and were refused."""
        return int(self._get("/_log")["too_fast"])

    def _get(self, path: str) -> dict[str, Any]:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(self.base_url + path, timeout=10) as answer:
            found: dict[str, Any] = json.load(answer)
            return found


@contextmanager
def lookalike_process(spacing: float = 1.0) -> Iterator[Lookalike]:
    """A look-alike in a process of its own, ended with the block."""
    with true_starts():
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.public.lookalike", "--spacing", str(spacing)],
            stdout=subprocess.PIPE,
            text=True,
        )
    try:
        assert process.stdout is not None
        yield Lookalike(int(process.stdout.readline()))
    finally:
        process.kill()
        process.communicate()
