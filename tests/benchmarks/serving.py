"""Requests per second and p99 over HTTP, one worker, beside Datasette on the same file."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlencode

from tests.benchmarks.statement import of_company, ranked

_WARM_UP: Final = 200
"""Requests of each kind before any is counted."""

_ROUNDS: Final = 5
"""Parts of the requests, in which the servers take turns."""


class Load(NamedTuple):
    """The results of a server under 32 connections."""

    per_second: float
    p99: float
    failures: int


class Served(NamedTuple):
    """Both operations of one server; texts that are new to it, and that recur as people type."""

    new_texts: Load
    texts: Load
    profiles: Load


class Server(NamedTuple):
    """A server that runs, and the paths that ask it for searches and for profiles."""

    port: int
    key: str
    searches: list[str]
    profiles: list[str]
    pid: int = 0


def worker_of(server: Server) -> int:
    """The process that answers for ``firmeterm serve``."""
    return int(Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()[0])


def measure(servers: Sequence[Server]) -> list[Served]:
    """Each kind of request in rounds, one server after the other: medians of the rounds.

    A machine's speed varies, so both servers are measured within the same round.
    """
    for server in servers:
        for paths in (server.searches[-_WARM_UP:], server.profiles[-_WARM_UP:]):
            _load(server, paths)
    new_texts = [list(dict.fromkeys(server.searches))[:-_WARM_UP] for server in servers]
    loads = zip(
        _in_rounds(servers, new_texts),
        _in_rounds(servers, [server.searches for server in servers]),
        _in_rounds(servers, [server.profiles for server in servers]),
        strict=True,
    )
    return [Served(*each) for each in loads]


def _in_rounds(servers: Sequence[Server], paths: Sequence[Sequence[str]]) -> list[Load]:
    found: list[list[Load]] = [[] for _server in servers]
    for number in range(_ROUNDS):
        for server, its_paths, loads in zip(servers, paths, found, strict=True):
            loads.append(_load(server, its_paths[number::_ROUNDS]))
    return [
        Load(
            statistics.median(load.per_second for load in loads),
            statistics.median(load.p99 for load in loads),
            sum(load.failures for load in loads),
        )
        for loads in found
    ]


@contextlib.contextmanager
def firmeterm(path: Path, texts: Sequence[str], tax_ids: Sequence[str]) -> Iterator[Server]:
    """The service, one worker, its key's allowance out of the way."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"FIRMETERM_ACCOUNTS": str(Path(folder) / "accounts.db")}
        command = [sys.executable, "-m", "tui_app"]
        key = subprocess.run(
            [*command, "keys", "create", "--label", "benchmark", "--quota", "100000000"],
            env=environment, check=True, capture_output=True, text=True,
        ).stdout.strip()  # fmt: skip
        port = _free_port()
        served = [*command, "serve", "--port", str(port), "--registry", str(path), "--burst", "off"]
        _warm(path)
        with _running(served, port, environment) as process:
            yield Server(
                port,
                key,
                [f"/v1/companies/autocomplete?{urlencode({'q': q})}" for q in texts],
                [f"/v1/companies/{tax_id}" for tax_id in tax_ids],
                process.pid,
            )


@contextlib.contextmanager
def datasette(path: Path, texts: Sequence[str], tax_ids: Sequence[str]) -> Iterator[Server | None]:
    """Datasette with the same search and the same profile on the same file.

    When not installed ``None``; ``FIRMETERM_BENCHMARK_DATASETTE`` names its command when it is
    not on the path.
    """
    program = os.environ.get("FIRMETERM_BENCHMARK_DATASETTE") or shutil.which("datasette")
    if program is None:
        yield None
        return
    port = _free_port()
    page = f"/{path.stem}.json"
    if _is_new(program):
        page = f"/{path.stem}/-/query.json"
    command = [program, "serve", "-i", str(path), "--port", str(port)]
    command += ["--setting", "sql_time_limit_ms", "20000"]  # a screen takes it a second or more
    with _running(command, port, os.environ):
        yield Server(
            port,
            "none",
            [address(page, *ranked(q)) for q in texts],
            [address(page, *of_company(tax_id)) for tax_id in tax_ids],
        )


def _warm(path: Path) -> None:
    """Read the file, so that no server waits for the disk; a machine may have let it go."""
    with path.open("rb") as file:
        while file.read(1_000_000):
            pass


def _is_new(datasette: str) -> bool:
    version = subprocess.run(
        [datasette, "--version"], capture_output=True, text=True, check=True
    ).stdout
    return "version 0." not in version


def address(page: str, sql: str, values: Mapping[str, str]) -> str:
    """The path that asks Datasette for a statement."""
    return f"{page}?{urlencode({'sql': sql, '_shape': 'array', **values})}"


def _load(server: Server, paths: Sequence[str]) -> Load:
    script = Path(__file__).with_name("load.py")
    done = subprocess.run(
        [sys.executable, str(script), str(server.port), server.key],
        input="\n".join(paths), text=True, capture_output=True, check=True,
    )  # fmt: skip
    return Load(*json.loads(done.stdout))


@contextlib.contextmanager
def _running(
    command: Sequence[str], port: int, environment: Mapping[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        try:
            _wait(lambda: _answers(port))
            yield server
        finally:
            server.terminate()


def _wait(ready: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not ready():
        if time.monotonic() > end:
            raise TimeoutError("the server did not start")
        time.sleep(0.05)


def _answers(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port
