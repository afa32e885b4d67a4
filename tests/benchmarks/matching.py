"""``match``: a labelled list against a registry, beside the plain search of each name.

Small by default; ``--full`` builds the whole country, 4 200 000 companies, or takes the registry
that ``--registry`` names.
"""

from __future__ import annotations

import argparse
import csv
import itertools
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.benchmarks import report
from tests.benchmarks.building import build_country
from tests.benchmarks.country import WHOLE_COUNTRY
from tests.benchmarks.labelled import Labelled, labelled
from tui_app.contract.names import CompanyName
from tui_app.contract.resources import CompanySummary
from tui_app.registry import lookup
from tui_app.registry.sql import Read, listed
from tui_app.registry.sqlite.registry_file import RegistryFile
from tui_app.registry.words.names import name_key

SECTION: Final = "match"
SMALL: Final = 60_000
ROWS: Final = 10_000
_DRAWN: Final = 20_000
_NAMED: Final = "SELECT company FROM {{s}}name_key WHERE key IN ({})"

_SEARCH: Final = """
import json, sys, time
from pathlib import Path
from tui_app.registry.sqlite.registry_file import RegistryFile
registry, names = RegistryFile(Path(sys.argv[1])), json.load(open(sys.argv[2]))
start = time.perf_counter()
for name in names:
    registry.search(name)
print(json.dumps(time.perf_counter() - start))
"""
_COMMAND: Final = """
import json, resource, subprocess, sys, time
start = time.perf_counter()
done = subprocess.run(sys.argv[2:], stdout=open(sys.argv[1], "w"), stderr=subprocess.PIPE)
seconds = time.perf_counter() - start
if done.returncode: sys.exit(done.stderr.decode())
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
print(json.dumps([seconds, peak]))
"""
"""Runs the command as its only child, whose memory is then known."""


class Measured(NamedTuple):
    """Seconds and peak bytes of the command, seconds of the searches, and what it said."""

    seconds: float
    peak: int
    search_seconds: float
    found: list[tuple[Labelled, str, str]]


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks match", description=__doc__)
    parser.add_argument("--full", action="store_true", help="4 200 000 companies; writes results")
    parser.add_argument("--registry", type=Path, help="a registry of the whole country")
    parser.add_argument("--rows", type=int, default=ROWS, help=f"rows of the list ({ROWS})")
    parser.add_argument("--seed", type=int, default=2, help="of the list (2)")
    options = parser.parse_args(arguments)
    folder = Path(tempfile.mkdtemp(prefix="firmeterm-benchmark-"))
    try:
        path = options.registry
        if path is None:
            path = folder / "companies.db"
            build_country(WHOLE_COUNTRY if options.full else SMALL, path)
        rows = drawn(path, options.rows, options.seed)
        text = told(path, measured(path, folder, rows))
    finally:
        shutil.rmtree(folder)
    print(text)
    if options.full:
        report.write_section(SECTION, text)


def drawn(path: Path, count: int, seed: int) -> list[Labelled]:
    """A labelled list of companies of a registry; its weights were set with other seeds."""
    with closing(RegistryFile(path)) as registry:
        companies = registry.read(lambda read, _: _some(read, registry.info.companies, seed))
        with registry.connection() as connection:
            statement = "SELECT 1 FROM name_key WHERE key = ? LIMIT 1"

            def exists(text: str) -> bool:
                key = name_key(CompanyName.read(text))
                return connection.execute(statement, (key,)).fetchone() is not None

            return list(labelled(companies, count, seed, exists))


def _some(read: Read, count: int, seed: int) -> list[CompanySummary]:
    """Companies by chance, and all that have one of their names in any order of the words."""
    dice = random.Random(seed)
    numbers = dice.sample(range(1, count + 1), min(count, _DRAWN))
    keys: set[int] = set()
    for company in _summaries(read, numbers):
        words = CompanyName.read(company.company_name).words
        orders = itertools.permutations(words) if len(words) < 4 else [words]
        keys |= {name_key(CompanyName(tuple(order), "")) for order in orders}
    found: set[int] = set()
    for some in _in_pieces(sorted(keys)):
        rows = read(_NAMED.format(listed("?" * len(some))), some)
        found |= {number for (number,) in rows}
    return _summaries(read, sorted(found))


def _summaries(read: Read, numbers: Sequence[int]) -> list[CompanySummary]:
    return [each for some in _in_pieces(numbers) for each in lookup.summaries(read, some)]


def _in_pieces(numbers: Sequence[int]) -> list[list[int]]:
    return [list(numbers[at : at + 500]) for at in range(0, len(numbers), 500)]


def measured(path: Path, folder: Path, rows: Sequence[Labelled]) -> Measured:
    """The command on the list, then the plain search of each name, each in its own process."""
    table, out, names = folder / "list.csv", folder / "matched.csv", folder / "names.json"
    with table.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["Firma", "Judet"])
        writer.writerows([each.row.name, each.row.county] for each in rows)
    names.write_text(json.dumps([each.row.name for each in rows]))
    command = (sys.executable, "-m", "tui_app", "--registry", str(path), "match", str(table))
    arguments = (*command, "--name", "Firma", "--county", "Judet", "-o", "csv")
    seconds, peak = _run(_COMMAND, str(out), *arguments)
    search_seconds = _run(_SEARCH, str(path), str(names))
    with out.open(newline="", encoding="utf-8") as file:
        answers = list(csv.DictReader(file))
    found = [
        (each, answer["taxId"], answer["decision"])
        for each, answer in zip(rows, answers, strict=True)
    ]
    return Measured(seconds, peak, search_seconds, found)


# Any: each program prints its own figures.
def _run(program: str, *arguments: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], check=True, capture_output=True, text=True
    )
    return json.loads(done.stdout)


def told(path: Path, result: Measured) -> str:
    """The figures and the goals, in words."""
    with closing(RegistryFile(path)) as registry:
        companies = registry.info.companies
    whole = companies >= WHOLE_COUNTRY
    verdict: Callable[[bool], str] = report.verdict if whole else lambda _: "told by --full"
    matched = [(each, tax_id) for each, tax_id, decision in result.found if decision == "matched"]
    right = sum(each.tax_id == tax_id for each, tax_id in matched)
    expected = sum(each.tax_id is not None for each, _tax_id, _decision in result.found)
    precision, recall = right / max(1, len(matched)), right / max(1, expected)
    ratio = result.seconds / result.search_seconds
    count = len(result.found)
    return "\n".join(
        (
            f"A labelled list of {count} rows against {companies:,} companies".replace(",", " "),
            "",
            _by_kind(result.found),
            "",
            f"- precision {precision:.4f} (goal 0.99: {verdict(precision >= 0.99)}) at recall "
            f"{recall:.4f} (goal 0.90: {verdict(recall >= 0.9)})",
            f"- `firmeterm match`: {result.seconds:.1f} s for {count} rows (goal 60 s for 10 000: "
            f"{verdict(result.seconds <= 60)}), {1000 * result.seconds / count:.2f} ms a row",
            f"- {ratio:.2f} times the plain search of each name, {result.search_seconds:.1f} s "
            f"(goal 3: {verdict(ratio <= 3)})",
            f"- peak memory {result.peak / 1e6:.0f} MB (goal 300: {verdict(result.peak <= 300e6)})",
        )
    )


def _by_kind(found: Sequence[tuple[Labelled, str, str]]) -> str:
    counts: Counter[tuple[str, str]] = Counter()
    for each, tax_id, decision in found:
        is_matched = decision == "matched"
        counts[each.kind, "rows"] += 1
        counts[each.kind, "several"] += decision == "several"
        counts[each.kind, "right"] += is_matched and tax_id == each.tax_id
        counts[each.kind, "wrong"] += is_matched and tax_id != each.tax_id
        counts[each.kind, "none"] += decision == "none"
    kinds = dict.fromkeys(each.kind for each, _tax_id, _decision in found)
    columns = ("rows", "right", "wrong", "several", "none")
    rows = [(kind, *(str(counts[kind, column]) for column in columns)) for kind in kinds]
    return report.table(("errors", *columns), rows)
