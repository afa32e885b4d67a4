"""``kinds``: recall and precision by kind on lists as people have them, seen and held back.

The registry is imported from files of the register, with an older snapshot beside it. ``--show``
prints the rows that went wrong.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from tests.benchmarks import report
from tests.benchmarks.lists.decoys import rows
from tests.benchmarks.lists.world import Firm, World
from tests.benchmarks.lists.writing import Row
from tests.opendata.past import ACTIVE, STRUCK_OFF, Company, write_new
from tui_app.contract.matching import CompanyMatch, Decision, MatchRow
from tui_app.registry.sqlite.registry import SqliteRegistry

SECTION: Final = "kinds"
GOAL: Final = 57 / 60
PRECISION: Final = 0.99


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks kinds", description=__doc__)
    parser.add_argument("--rows", type=int, default=60, help="rows of each kind (60)")
    parser.add_argument("--seed", type=int, default=1, help="of the companies and rows (1)")
    parser.add_argument("--part", choices=("seen", "held"), help="one part only")
    parser.add_argument("--show", metavar="KIND", help="print the wrong rows of kinds")
    options = parser.parse_args(arguments)
    told = []
    for part in [options.part] if options.part else ["seen", "held"]:
        found = answers(World(options.seed, held=part == "held"), options.rows)
        told += [f"{part.capitalize()} ways of writing", "", *table(found), ""]
        if options.show is not None:
            told += wrong(found, options.show)
    print("\n".join(told))
    if not options.part:
        report.write_section(SECTION, "\n".join(told))


def answers(world: World, each: int) -> list[tuple[Row, CompanyMatch]]:
    """The rows of a world with what the registry of its companies answers."""
    with tempfile.TemporaryDirectory(prefix="firmeterm-kinds-") as folder:
        path = build(world, Path(folder))
        wanted = rows(world, each)
        with closing(SqliteRegistry(path)) as registry:
            return list(
                zip(wanted, registry.match([match_row(row) for row in wanted]), strict=True)
            )


def match_row(row: Row) -> MatchRow:
    """A row as the program takes it."""
    return MatchRow(
        name=row.name, county=row.county, locality=row.locality, address=row.address,
        registry_number=row.registry_number,
    )  # fmt: skip


def build(world: World, folder: Path) -> Path:
    """The registry of a world, and its history with the older snapshot."""
    path = folder / "registry.db"
    now = [_company(firm) for firm in world.firms]
    now += [_company(firm, STRUCK_OFF) for firm in world.moved]
    before = [*world.moved, *world.renamed]
    old = {firm.tax_id for firm in before}
    then = [_company(firm) for firm in before]
    then += [_company(firm) for firm in world.firms if firm.tax_id not in old]
    today = write_new(folder / "firme-02-09-2026", now)
    earlier = write_new(folder / "firme-08-12-2024", then)
    for command in (("data", "import", today), ("data", "history", "add", earlier)):
        subprocess.run(
            [sys.executable, "-m", "tui_app", *map(str, command), "--registry", str(path)],
            check=True, capture_output=True,
        )  # fmt: skip
    return path


def _company(firm: Firm, code: str = ACTIVE) -> Company:
    return Company(
        firm.tax_id, firm.registry_number, firm.name, firm.form, (code,), firm.county,
        f"Bucureşti {firm.town}" if firm.plate == "B" else firm.town, firm.street, firm.number,
    )  # fmt: skip


def is_matched(found: CompanyMatch) -> bool:
    return found.decision == Decision.MATCHED


def table(found: Sequence[tuple[Row, CompanyMatch]]) -> Iterator[str]:
    """Rows, right, wrong and others by kind; then the figures of all."""
    counts: Counter[tuple[str, str]] = Counter()
    for row, answer in found:
        is_right = is_matched(answer) and answer.tax_id == row.tax_id
        counts[row.kind, "rows"] += 1
        counts[row.kind, "right"] += is_right
        counts[row.kind, "wrong"] += is_matched(answer) and not is_right
        counts[row.kind, "several"] += answer.decision == Decision.SEVERAL
        counts[row.kind, "candidate"] += any(
            each.tax_id == row.tax_id for each in answer.candidates
        )
    columns = ("rows", "right", "wrong", "several", "candidate")
    kinds = dict.fromkeys(row.kind for row, _answer in found)
    yield report.table(
        ("kind", *columns), [(kind, *(str(counts[kind, c]) for c in columns)) for kind in kinds]
    )
    meant = [pair for pair in found if pair[0].tax_id]
    right = sum(is_matched(answer) and answer.tax_id == row.tax_id for row, answer in meant)
    matched = sum(is_matched(answer) for _row, answer in found)
    yield ""
    yield (
        f"- {len(found)} rows: recall {right / len(meant):.3f} (each kind "
        f"{GOAL:.2f}), precision {right / max(1, matched):.4f} (goal {PRECISION})"
    )


def wrong(found: Sequence[tuple[Row, CompanyMatch]], kind: str) -> Iterator[str]:
    """The rows of a kind that were not answered right."""
    for row, answer in found:
        tax_id = answer.tax_id if is_matched(answer) else None
        if tax_id != row.tax_id and kind in row.kind:
            place = " · ".join(filter(None, (row.county, row.locality, row.address)))
            yield f"{row.kind}: {row.name} · {place} ({row.tax_id}) → {tax_id} {answer.because}"
            yield from (
                f"      {each.company_name}, {each.locality} {each.confidence} {each.because}"
                for each in answer.candidates
            )
