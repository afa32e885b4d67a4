"""``python -m tests.benchmarks research``: what keeping snapshots costs.

50 snapshots each of 2,000 companies, of which 2 % changed each time, stay under 60 MB.
"""

from __future__ import annotations

import argparse
import datetime as dt
import random
import tempfile
import time
from pathlib import Path
from typing import Final

from tests.benchmarks.report import table, verdict, write_section
from tests.workspace.companies import cases, figures, people, profile, sightings
from tui_app.contract.identifiers import with_control_digit
from tui_app.workspace.changes import Watched
from tui_app.workspace.workspace import Workspace

COMPANIES: Final = 2_000
SNAPSHOTS: Final = 50
CHANGED: Final = 0.02
LARGEST: Final = 60_000_000
_START: Final = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


def _answers(tax_id: str, changes: int) -> tuple[Watched, ...]:
    """What a server says of a company that changed so many times, in all its sections."""
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
    parser.add_argument("--dry-run", action="store_true", help="print, write no results")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        size = keep(Path(folder) / "workspace.db")
        seconds = time.perf_counter() - start
    row = (
        f"{SNAPSHOTS} snapshots of {COMPANIES:,} companies, {CHANGED:.0%} changed each time",
        f"{size / 1e6:.1f} MB",
        f"{LARGEST / 1e6:.0f} MB",
        verdict(size < LARGEST),
    )
    text = table(("what", "measured", "at most", ""), [row])
    each = 1e3 * seconds / (COMPANIES * SNAPSHOTS)
    text += f"\n\nOne snapshot of four sections took {each:.2f} ms to make and keep."
    print(text)
    if not options.dry_run:
        write_section("Research", text)
