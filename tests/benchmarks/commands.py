"""``python -m tests.benchmarks commands``: how soon a command that asks nobody is done.

``firmeterm show`` of a cached answer takes at most twice what Python takes to import click,
msgspec, sqlite3 and asyncio. Both run in turns, with compiled files, from exec to exit.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.benchmarks.report import table, verdict, write_section
from tests.service.running import firmeterm, running

MAX_RATIO: Final = 2.0
_COMPANY: Final = "990000013"
_FLOOR: Final = (sys.executable, "-c", "import click, msgspec, sqlite3, asyncio")
_FOLDERS: Final = ("HOME", *(f"XDG_{n}_HOME" for n in ("CACHE", "CONFIG", "DATA", "STATE")))


def _seconds(command: Sequence[str], environment: Mapping[str, str]) -> float:
    started = time.perf_counter()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def _environment(home: Path) -> dict[str, str]:
    """Folders of its own; a user's Python keeps what it compiled, whatever is set here."""
    kept = {n: v for n, v in os.environ.items() if n != "PYTHONDONTWRITEBYTECODE"}
    own = {name: str(home) for name in _FOLDERS}
    return {**kept, **own, "PYTHONPYCACHEPREFIX": str(home / "compiled")}


def measure(home: Path, runs: int) -> tuple[list[float], list[float]]:
    """Seconds of the command and of the imports alone, in the order they ran."""
    key = home / "key"
    key.write_text(firmeterm(home, "keys", "create", "--label", "benchmark").stdout)
    key.chmod(0o600)
    environment = _environment(home)
    with running(home) as service:
        installed = str(Path(sys.executable).with_name("firmeterm"))
        flags = ("--base-url", service.url, "--api-key-file", str(key))
        ours = (installed, *flags, "show", _COMPANY)
        _seconds(ours, environment)
    _seconds(ours, environment)  # nobody is there any more: the answer is cached
    _seconds(_FLOOR, environment)
    pairs = [(_seconds(ours, environment), _seconds(_FLOOR, environment)) for _run in range(runs)]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="commands", description=__doc__)
    parser.add_argument("--runs", type=int, default=30)
    parser.add_argument("--dry-run", action="store_true", help="print, write no results")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        ours, floor = measure(Path(folder), options.runs)
    ratio = statistics.median(a / b for a, b in zip(ours, floor, strict=True))
    row = (
        "`firmeterm show` of a cached answer",
        f"{statistics.median(ours) * 1e3:.0f} ms",
        f"{statistics.median(floor) * 1e3:.0f} ms",
        f"{ratio:.2f}",
        f"{MAX_RATIO:.0f}",
        verdict(ratio <= MAX_RATIO),
    )
    text = table(("what", "firmeterm", "imports alone", "ratio", "at most", ""), [row])
    text += f"\n\nMedians of {options.runs} runs in turns; the ratio is the median of the pairs'."
    print(text)
    if not options.dry_run:
        write_section("commands", text)
