"""``python -m tests.benchmarks screen``: screening beside one SQL statement over the plain tables.

500 screens of one to five criteria over a whole country: the first page, its count, the facets
and the memory they take; what screening adds to the build. ``--companies`` takes a share.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from tests.benchmarks.country import WHOLE_COUNTRY
from tests.benchmarks.plain_screening import statement
from tests.benchmarks.report import table, verdict, write_section
from tests.benchmarks.screened import screens
from tui_app.contract.screening.language import parse
from tui_app.registry.sqlite.finished import finished
from tui_app.registry.sqlite.registry_file import RegistryFile

SCREENS: Final = 500
FACETED: Final = 200_000
_LARGEST_FILE: Final = 500e6
_LONGEST_BUILD: Final = 60
_MEMORY: Final = 100e6
_BUILD: Final = """
import json, os, sys
from pathlib import Path
from tests.benchmarks.screened import varied
from tui_app.registry.sqlite.builder import build
began = {}
def report(step, _count):
    began.setdefault(step, sum(os.times()[:4]))
build(varied(int(sys.argv[1])), Path(sys.argv[2]), invented=True, report=report)
report("end", 0)
print(json.dumps(min(at for at in began.values() if at > began["screening"]) - began["screening"]))
"""
# Of this process and of the one for texts, which ends within the step. The indexes of a search
# are written meanwhile by processes that keep the processors busy either way.
_PROCESSORS: Final = 2
_SIZE: Final = "SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE name LIKE 'screen%'"


class Times:
    """What each screen took, in seconds."""

    def __init__(self) -> None:
        self.page: list[float] = []
        self.facets: list[float] = []
        self.plain: list[float] = []
        self.exact = 0
        self.differing: list[str] = []


def measure(path: Path, lines: Sequence[str]) -> tuple[Times, float]:
    """The times of all screens, and by how many bytes the process grew."""
    times = Times()
    with closing(RegistryFile(path)) as registry:
        registry.profile("0")
        before = _resident()
        turnovers = []
        for line in lines:
            screen = parse(line)
            start = time.perf_counter()
            page = registry.screen(screen, "-turnover", 50, "")
            times.page.append(time.perf_counter() - start)
            times.exact += bool(page.total_is_exact)
            turnovers.append([row.turnover for row in page.companies])
            start = time.perf_counter()
            registry.screen_facets(screen)
            if (page.total_companies or 0) <= FACETED:
                times.facets.append(time.perf_counter() - start)
        grown = _resident() - before
    with finished(path) as plain:
        plain.execute("PRAGMA cache_size = -16384")
        for line, own in zip(lines, turnovers, strict=True):
            text, values = statement(parse(line))
            start = time.perf_counter()
            found = plain.execute(text, values).fetchall()
            times.plain.append(time.perf_counter() - start)
            if [turnover for _id, turnover in found] != own:
                times.differing.append(line)
    return times, grown


def _resident() -> float:
    """Bytes of memory that the process has now."""
    with Path("/proc/self/statm").open(encoding="ascii") as told:
        return int(told.read().split()[1]) * resource.getpagesize()


def _at(times: Sequence[float], share: float) -> float:
    """The milliseconds below which a share of the times lies."""
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return 1e3 * cuts[round(share * 100) - 1]


def told(times: Times, grown: float, built: float | None, size: float) -> str:
    """The results in Markdown."""
    kinds = (
        ("first page with its count", times.page),
        (f"facets of up to {FACETED:,} companies", times.facets),
        ("one SQL statement over the plain tables, page alone", times.plain),
    )
    rows = [(name, *(f"{_at(each, s):.1f}" for s in (0.5, 0.95, 0.99))) for name, each in kinds]
    page50, page95 = _at(times.page, 0.5), _at(times.page, 0.95)
    faster50 = _at(times.plain, 0.5) / page50
    faster95 = _at(times.plain, 0.95) / page95
    facets = _at(times.facets, 0.95) / page95
    exact = times.exact / len(times.page)
    goals = [
        ("page, p50: times faster", f"{faster50:.0f}", "≥ 50", faster50 >= 50),
        ("page, p95: times faster", f"{faster95:.0f}", "≥ 10", faster95 >= 10),
        ("screens counted exactly, with the page", f"{exact:.0%}", "≥ 80 %", exact >= 0.8),
        ("facets, p95: times the page's", f"{facets:.1f}", "≤ 5", facets <= 5),
        ("memory", f"{grown / 1e6:.0f} MB", "≤ 100 MB", grown <= _MEMORY),
        ("file", f"{size / 1e6:.0f} MB", "≤ 500 MB", size <= _LARGEST_FILE),
        ("pages that differ from the statement's", str(len(times.differing)), "0",
         not times.differing),
    ]  # fmt: skip
    if built is not None:
        more = built / _PROCESSORS
        what = f"build ({built:.0f} s of processor time, two processors busy)"
        goals.insert(5, (what, f"{more:.0f} s", "≤ 60 s", more <= _LONGEST_BUILD))
    return "\n\n".join(
        (
            table(("ms", "p50", "p95", "p99"), rows),
            table(("", "measured", "at most or least", ""),
                  [(*row, verdict(holds)) for *row, holds in goals]),
        )
    )  # fmt: skip


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="screen", description=__doc__)
    parser.add_argument("--companies", type=int, default=WHOLE_COUNTRY)
    parser.add_argument("--screens", type=int, default=SCREENS)
    parser.add_argument("--registry", type=Path, help="measure over this one, build none")
    parser.add_argument("--keep", type=Path, help="keep the registry that is built there")
    parser.add_argument("--dry-run", action="store_true", help="print, write no results")
    options = parser.parse_args(arguments)
    built = None
    with tempfile.TemporaryDirectory() as folder:
        path = options.registry or options.keep or Path(folder) / "registry.db"
        if options.registry is None:
            command = [sys.executable, "-c", _BUILD, str(options.companies), str(path)]
            done = subprocess.run(
                command, check=True, capture_output=True, text=True, env=os.environ
            )
            built = float(json.loads(done.stdout))
        with closing(sqlite3.connect(path)) as connection:
            (size,) = connection.execute(_SIZE).fetchone()
            (companies,) = connection.execute("SELECT companies FROM build").fetchone()
        lines = screens(options.screens)
        random.Random(1).shuffle(lines)
        times, grown = measure(path, lines)
    text = f"{companies:,} companies, {len(lines)} screens of one to five criteria.\n\n"
    text += told(times, grown, built, size)
    print(text)
    for line in times.differing[:10]:
        print("differs:", line)
    if not options.dry_run:
        write_section("screen", text)
