"""Direct purchases into sums: time beside a bare read by ``csv``, memory, size, and every sum.

``python -m tests.benchmarks procurement --rows 1000000``: generated with the field's skew, in two
quarters. Every sum of a winner and a year is compared with a naive reader's.
"""

from __future__ import annotations

import argparse
import csv
import os
import random
import resource
import sqlite3
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Final

from tui_app.opendata.importing import import_files
from tui_app.opendata.plan import ImportOptions, make_plan
from tui_app.registry.generation import beside, next_generation

HEADER: Final = (
    "Autoritate contractantă", "CUI autoritate contractantă", "Ofertant câștigător",
    "CUI ofertant câștigător", "Număr achiziție directă", "Denumire achiziție", "Tip contract",
    "Cod CPV", "Valoare achiziție (RON)", "Data publicare",
)  # fmt: skip
TITLES: Final = ("Reparatii drumuri", "Furnizare hartie A4", "Detergenti, lavete", "Piese auto")


class _Silent:
    def reading(self, label: str) -> None: ...
    def advanced(self, size: int, rows: int) -> None: ...
    def working(self, step: str, companies: int) -> None: ...


def write_quarter(path: Path, quarter: int, rows: int) -> None:
    """A quarter's file: few authorities and few suppliers have most rows."""
    pick = random.Random(quarter)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(HEADER)
        for at in range(rows):
            buyer = int(pick.paretovariate(0.8)) % 10_000
            winner = 1_000_000 + 7 * ((buyer * 37 + int(pick.paretovariate(0.7)) % 60) % 20_000)
            writer.writerow(
                [
                    f"COMUNA {buyer}", 4_000_000 + buyer, f"FIRMA INVENTATA {winner} SRL", winner,
                    f"DA{quarter}{30_000_000 + at}",
                    f"{pick.choice(TITLES)} {pick.randrange(3000)}",
                    "Furnizare", "39800000-0", f"{pick.randrange(100, 20_000_000) / 100}",
                    f"2024-{3 * quarter - 2 + at % 3:02}-{1 + at % 28:02}",
                ]
            )  # fmt: skip


def _processor_seconds() -> float:
    """Of this process and those that have ended."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def naive_sums(paths: list[Path]) -> Counter[tuple[int, int]]:
    """Bani by winner and year, by plain Python."""
    found: Counter[tuple[int, int]] = Counter()
    for path in paths:
        with path.open(newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                key = int(row["CUI ofertant câștigător"]), int(row["Data publicare"][:4])
                found[key] += round(float(row["Valoare achiziție (RON)"]) * 100)
    return found


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks procurement")
    parser.add_argument("--rows", type=int, default=1_000_000)
    rows = parser.parse_args(arguments).rows
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = [folder / f"achizitii directe 2024 T{quarter}.csv" for quarter in (1, 2)]
        for quarter, path in enumerate(paths, 1):
            write_quarter(path, quarter, rows // 2)
        began = time.perf_counter()
        for path in paths:
            with path.open(newline="", encoding="utf-8") as file:
                for _ in csv.reader(file):
                    pass
        bare = time.perf_counter() - began
        plan = make_plan(paths, [], ImportOptions())
        began, busy = time.perf_counter(), _processor_seconds()
        with next_generation(folder / "r.db") as change:
            import_files(plan, change, _Silent())
        took, busy = time.perf_counter() - began, _processor_seconds() - busy
        peak = sum(
            resource.getrusage(who).ru_maxrss
            for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
        )
        contracts = beside(folder / "r.db").contracts
        assert contracts is not None
        with closing(sqlite3.connect(contracts)) as connection:
            sums = connection.execute(
                "SELECT party, year, purchase_sum FROM money_year WHERE side = 0"
            ).fetchall()
        expected = naive_sums(paths)
        wrong = [row for row in sums if expected.pop(row[:2], None) != row[2]]
        print(f"{rows} rows: bare read {bare:.2f} s, import {took:.2f} s, {took / bare:.1f} times")
        print(f"processor time of both processes {busy:.2f} s: a busy machine runs them in turns")
        size = contracts.stat().st_size / 1e6
        print(f"memory of both processes {peak / 1024:.0f} MB, file {size:.1f} MB")
        print(f"sums: {len(sums)} compared, {len(wrong) + len(expected)} differ")
