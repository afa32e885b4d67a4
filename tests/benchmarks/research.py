"""``python -m tests.benchmarks research``: comparing, watching, Connections, keeping snapshots.

``--companies 4200000`` with ``--registry FILE``, which is built where it is missing, is the
size of the goals. 50 snapshots each of 2,000 companies, of which 2 % changed each time, stay
under 60 MB.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import random
import tempfile
import time
from pathlib import Path
from typing import Final
from unittest.mock import patch

from tests.benchmarks import research_asking, research_screen
from tests.benchmarks.building import build_country
from tests.benchmarks.report import table, verdict, write_section
from tests.sample.tax_ids import with_control_digit
from tests.workspace.companies import cases, figures, people, profile, sightings
from tui_app.workspace.changes import WatchedResource
from tui_app.workspace.workspace import Workspace

COMPANIES: Final = 2_000
SNAPSHOTS: Final = 50
CHANGED: Final = 0.02
LARGEST: Final = 60_000_000
_START: Final = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


def _answers(tax_id: str, changes: int) -> tuple[WatchedResource, ...]:
    """A server's answers about a company after ``changes`` changes, in all its sections."""
    return (
        profile(tax_id, status=f"functiune {changes}"),
        figures(tax_id, 1_000_000 + changes),
        cases(tax_id, 20 + changes),
        people("Popescu Ana", f"Ionescu Dan {changes}"),
    )


def keep(path: Path, companies: int = COMPANIES) -> int:
    """Keep the snapshots; the size of the file in bytes."""
    dice = random.Random(1)
    changes = {with_control_digit(f"99{number:06}"): 0 for number in range(companies)}
    with Workspace(path) as workspace:
        for number in range(SNAPSHOTS):
            for tax_id in dice.sample(sorted(changes), int(companies * CHANGED) * bool(number)):
                changes[tax_id] += 1
            moment = _START + dt.timedelta(days=number)
            for tax_id, count in changes.items():
                seen = sightings(moment, *_answers(tax_id, count))
                workspace.snapshots.record("server", tax_id, seen)
    return path.stat().st_size


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="research", description=__doc__)
    parser.add_argument("--companies", type=int, default=20_000, help="of the registry (20000)")
    parser.add_argument("--registry", type=Path, help="a registry of that size, built before")
    parser.add_argument("--watched", type=int, default=1_000, help="companies watched (1000)")
    parser.add_argument("--dry-run", action="store_true", help="print, write no results")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        size = keep(Path(folder) / "workspace.db")
        seconds = time.perf_counter() - start
        registry = options.registry or Path(folder) / "registry.db"
        if not registry.exists():
            build_country(options.companies, registry)
        own = {
            f"XDG_{name}_HOME": str(Path(folder) / name)
            for name in ("CACHE", "CONFIG", "DATA", "STATE")
        }
        with patch.dict(os.environ, own):
            found = [
                *research_screen.measured(registry, Path(folder), options.watched),
                *research_asking.measured(registry, Path(folder), options.watched),
            ]
    row = (
        f"{SNAPSHOTS} snapshots of {COMPANIES:,} companies, {CHANGED:.0%} changed each time",
        f"{size / 1e6:.1f} MB",
        f"{LARGEST / 1e6:.0f} MB",
        size < LARGEST,
    )
    rows = [(*each[:3], verdict(each[3])) for each in (*found, row)]
    text = table(("what", "measured", "at most", ""), rows)
    each = 1e3 * seconds / (COMPANIES * SNAPSHOTS)
    text += f"\n\nOne snapshot of four sections took {each:.2f} ms to make and keep."
    print(text)
    if not options.dry_run:
        write_section("research", text)
