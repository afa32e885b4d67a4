"""How long a search takes inside the service, and beside other ways to search."""

from __future__ import annotations

import itertools
import shutil
import sqlite3
import statistics
import subprocess
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final, NamedTuple

from tests.benchmarks.queries import Text
from tui_app.registry.sqlite.registry_file import SEARCH_SECONDS, RegistryFile

ABSENT: Final = "qwxzjkvyq"
"""Stands in no name."""


class Latency(NamedTuple):
    """Milliseconds at the percentiles, and how many searches the time budget cut short."""

    p50: float
    p95: float
    p99: float
    longest: float
    cut_short: int
    searched: int


def percentiles(seconds: Sequence[float]) -> Latency:
    """The latency of these searches."""
    ordered = sorted(1000 * s for s in seconds)
    cuts = statistics.quantiles(ordered, n=100, method="inclusive")
    cut_short = sum(s >= SEARCH_SECONDS for s in seconds)
    return Latency(cuts[49], cuts[94], cuts[98], ordered[-1], cut_short, len(ordered))


def search_times(paths: Sequence[Path], texts: Sequence[Text]) -> list[dict[str, Latency]]:
    """Search times of each registry by kind of text, and for ``all``, after a first search.

    A text is searched in one registry after the other, because a machine's speed varies.
    """
    with ExitStack() as opened:
        registries = [opened.enter_context(closing(RegistryFile(path))) for path in paths]
        for registry, text in itertools.product(registries, texts):
            registry.search(text.q)
        times: list[dict[str, list[float]]] = [defaultdict(list) for _path in paths]
        for text in texts:
            for registry, found in zip(registries, times, strict=True):
                start = time.perf_counter()
                registry.search(text.q)
                found[text.kind].append(time.perf_counter() - start)
    for found in times:
        found["all"] = [each for kind in found.values() for each in kind]
    return [{kind: percentiles(taken) for kind, taken in found.items()} for found in times]


def ripgrep_seconds(path: Path) -> float | None:
    """One scan of the names by ``rg -i -F`` for a text in none of them; without rg ``None``."""
    rg = shutil.which("rg")
    if rg is None:
        return None
    names = path.with_suffix(".names")
    with closing(sqlite3.connect(path)) as connection, names.open("w", encoding="utf-8") as file:
        rows = connection.execute("SELECT company_name FROM company")
        file.writelines(f"{name}\n" for (name,) in rows)
    command = [rg, "-i", "-F", "-m", "10", ABSENT, str(names)]
    seconds = _best(lambda: subprocess.run(command, check=False, capture_output=True))
    names.unlink()
    return seconds


def like_seconds(path: Path) -> float:
    """One unindexed ``LIKE`` over the names, for a text in none of them."""
    query = "SELECT tax_id FROM company WHERE company_name LIKE ? LIMIT 10"
    with closing(sqlite3.connect(path)) as connection:
        return _best(lambda: connection.execute(query, (f"%{ABSENT}%",)).fetchall())


def _best(run: Callable[[], object], times: int = 3) -> float:
    found = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        found.append(time.perf_counter() - start)
    return min(found)
