"""``month``: what a later month costs beside the first import, in seconds of processors.

A country with three years of statements, states and people; then the dumps of the next month, in
which 3 % of the firms and 1 % of the states and people changed. 300,000 companies by default; with
``--full`` the results are written.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.benchmarks import report
from tests.benchmarks.country import WHOLE_COUNTRY
from tests.benchmarks.history import in_turns
from tests.benchmarks.importing import Took, data_import, sqlite_import
from tests.benchmarks.public_files import write_all, write_next_month

SECTION: Final = "month"
_COMPANIES: Final = 300_000
_MAX_MONTH: Final = 0.35
_MAX_FIRST: Final = 15.0
_MAX_MEMORY: Final = 160
_MAX_SNAPSHOT: Final = 1.0
_HEAD: Final = ("what", "CPU s", "s", "peak MB", "measure", "at most", "")


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks month", description=__doc__)
    parser.add_argument("--companies", type=int, default=_COMPANIES, help=f"({_COMPANIES})")
    parser.add_argument("--full", action="store_true", help="writes the results")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="firmeterm-month-") as folder:
        text = _measured(Path(folder), options.companies)
    print(text)
    if options.full:
        report.write_section(SECTION, text)


def _measured(folder: Path, companies: int) -> str:
    paths = write_all(folder / "in", companies / WHOLE_COUNTRY)
    later = write_next_month(paths, folder / "later")
    beside = sqlite_import(paths["firms"], folder)
    alone = data_import(folder / "alone.db", paths["firms"])
    country = folder / "country.db"
    people = "--with-administrators"
    first = data_import(country, folder / "in", people)
    month = data_import(country, later, people, "--no-history")
    same = data_import(folder / "anew.db", later, folder / "in" / "mfp", people)
    reading, adding = in_turns(paths["firms"].parent, country)
    memory = max(alone.memory, first.memory, month.memory) / 1e6
    measured = [
        ("`sqlite3 .import` of OD_FIRME", beside, None, None),
        ("OD_FIRME alone, of `.import`", alone, alone.processor / beside.processor, _MAX_FIRST),
        ("everything", first, None, None),
        ("a month later, of everything", month, month.processor / first.processor, _MAX_MONTH),
        ("the same month imported at once", same, None, None),
    ]
    rows = [_row(*each) for each in measured]
    rows += [
        ("memory of an import, MB", "", "", "", *_held(memory, _MAX_MEMORY)),
        (
            "adding a snapshot, of reading its files",
            f"{adding:.2f}",
            "",
            "",
            *_held(adding / reading, _MAX_SNAPSHOT),
        ),
    ]
    return f"{companies} companies.\n\n{report.table(_HEAD, rows)}"


def _row(what: str, took: Took, measure: float | None, most: float | None) -> tuple[str, ...]:
    held = ("", "", "") if measure is None or most is None else _held(measure, most)
    memory = f"{took.memory / 1e6:.0f}" if took.memory else ""
    return (what, f"{took.processor:.2f}", f"{took.seconds:.1f}", memory, *held)


def _held(measure: float, most: float) -> tuple[str, str, str]:
    return f"{measure:.2f}", f"{most:g}", report.verdict(measure <= most)
