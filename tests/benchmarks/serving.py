"""Requests per second and p99 over HTTP, one worker, beside Datasette on the same file."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
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


class Load(NamedTuple):
    """What a server did under 32 connections."""

    per_second: float
    p99: float
    failures: int


class Served(NamedTuple):
    """Both operations of one server; texts that are new to it, and that recur as people type."""

    new_texts: Load
    texts: Load
    profiles: Load


def serve_firmeterm(path: Path, texts: Sequence[str], tax_ids: Sequence[str]) -> Served:
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
        with _running(served, port, environment):
            return _loads(
                port,
                key,
                [f"/v1/companies/autocomplete?{urlencode({'q': q})}" for q in texts],
                [f"/v1/companies/{tax_id}" for tax_id in tax_ids],
            )


def serve_datasette(path: Path, texts: Sequence[str], tax_ids: Sequence[str]) -> Served | None:
    """Datasette with the same search on the same file; when not installed ``None``.

    ``FIRMETERM_BENCHMARK_DATASETTE`` names its command when it is not on the path.
    """
    datasette = os.environ.get("FIRMETERM_BENCHMARK_DATASETTE") or shutil.which("datasette")
    if datasette is None:
        return None
    port = _free_port()
    page = f"/{path.stem}.json"
    if _is_new(datasette):
        page = f"/{path.stem}/-/query.json"
    command = [datasette, "serve", "-i", str(path), "--port", str(port)]
    _warm(path)
    with _running(command, port, os.environ):
        return _loads(
            port,
            "none",
            [_address(page, *ranked(q)) for q in texts],
            [_address(page, *of_company(tax_id)) for tax_id in tax_ids],
        )


def _warm(path: Path) -> None:
    """Read the file, so that neither server waits for the disk; a machine may have let it go."""
    with path.open("rb") as file:
        while file.read(1_000_000):
            pass


def _is_new(datasette: str) -> bool:
    version = subprocess.run(
        [datasette, "--version"], capture_output=True, text=True, check=True
    ).stdout
    return "version 0." not in version


def _address(page: str, sql: str, values: Mapping[str, str]) -> str:
    return f"{page}?{urlencode({'sql': sql, '_shape': 'array', **values})}"


def _loads(port: int, key: str, searches: Sequence[str], profiles: Sequence[str]) -> Served:
    for paths in (searches[-_WARM_UP:], profiles[-_WARM_UP:]):
        _load(port, key, paths)
    new = list(dict.fromkeys(searches))[:-_WARM_UP]
    return Served(_load(port, key, new), _load(port, key, searches), _load(port, key, profiles))


def _load(port: int, key: str, paths: Sequence[str]) -> Load:
    script = Path(__file__).with_name("load.py")
    done = subprocess.run(
        [sys.executable, str(script), str(port), key],
        input="\n".join(paths), text=True, capture_output=True, check=True,
    )  # fmt: skip
    return Load(*json.loads(done.stdout))


@contextlib.contextmanager
def _running(command: Sequence[str], port: int, environment: Mapping[str, str]) -> Iterator[None]:
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        try:
            _wait(lambda: _answers(port))
            yield
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
