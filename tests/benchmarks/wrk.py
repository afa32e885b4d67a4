"""Loads a server with wrk, a C program, so that the client's speed does not count."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

WRK: Final = shutil.which("wrk")
_SCRIPT: Final = """
local paths, at = {{}}, 0
for line in io.lines("{}") do paths[#paths + 1] = line end
request = function() at = at % #paths + 1; return wrk.format("GET", paths[at]) end
"""
_UNITS: Final = {"us": 0.001, "ms": 1.0, "s": 1000.0}


class Load(NamedTuple):
    """Requests a second, milliseconds, and answers that were no success."""

    per_second: float
    p50: float
    p99: float
    failures: int


def load(port: int, key: str, paths: Sequence[str], seconds: float, connections: int = 32) -> Load:
    """Ask these paths in turn over kept connections."""
    if WRK is None:
        raise SystemExit("wrk is not installed: apt-get install wrk")
    with tempfile.TemporaryDirectory() as folder:
        listed, script = Path(folder, "paths"), Path(folder, "ask.lua")
        listed.write_text("\n".join(paths) + "\n")
        script.write_text(_SCRIPT.format(listed))
        said = subprocess.run(
            [WRK, "-t1", f"-c{connections}", f"-d{seconds:.0f}s", "--latency", "--timeout", "30s",
             "-s", str(script), "-H", f"Authorization: Bearer {key}", f"http://127.0.0.1:{port}"],
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
    failed = re.search(r"Non-2xx or 3xx responses: (\d+)", said)
    per_second = re.search(r"Requests/sec: +([0-9.]+)", said)
    return Load(
        float(per_second[1]) if per_second else 0.0,
        _milliseconds(said, "50%"),
        _milliseconds(said, "99%"),
        int(failed[1]) if failed else 0,
    )


def _milliseconds(said: str, part: str) -> float:
    found = re.search(rf"{part} +([0-9.]+)(us|ms|s)", said)
    return float(found[1]) * _UNITS[found[2]] if found else 0.0
