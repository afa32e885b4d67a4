"""How fast a registry is built, and in how much memory, beside ``sqlite3 .import``."""

from __future__ import annotations

import csv
import json
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

_TABLES: Final = ("company", "financial", "financial_year", "court_case", "contact")
_BUILD: Final = """
import json, resource, sys, time
from pathlib import Path
from tests.benchmarks.country import companies
from tui_app.registry.sqlite.builder import build
start = time.perf_counter()
info = build(companies(int(sys.argv[1])), Path(sys.argv[2]), invented=True)
seconds = time.perf_counter() - start
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([info.companies, seconds, peak * 1024]))
"""


class Built(NamedTuple):
    """The cost of a build: seconds with inventing the companies, peak bytes of memory."""

    companies: int
    seconds: float
    peak_memory: int
    file_size: int


class Imported(NamedTuple):
    """What ``.import`` of the same rows took; it makes no index and no search."""

    seconds: float
    file_size: int


def build_country(count: int, path: Path) -> Built:
    """Build a registry of invented companies in a separate process."""
    done = subprocess.run(
        [sys.executable, "-c", _BUILD, str(count), str(path)],
        check=True,
        capture_output=True,
        text=True,
    )
    companies, seconds, peak = json.loads(done.stdout)
    return Built(companies, seconds, peak, path.stat().st_size)


def import_rows(path: Path) -> Imported | None:
    """The rows of a registry's five tables through ``sqlite3 .import``; without it ``None``."""
    shell = shutil.which("sqlite3")
    if shell is None:
        return None
    folder = path.with_suffix(".import")
    folder.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        for table in _TABLES:
            with (folder / table).open("w", newline="", encoding="utf-8") as file:
                rows = connection.execute(f"SELECT * FROM {table}")
                writer = csv.writer(file)
                writer.writerow([column[0] for column in rows.description])
                writer.writerows(rows)
    copy = folder / "copy.db"
    commands = [".mode csv", *(f".import '{folder / table}' {table}" for table in _TABLES)]
    start = time.perf_counter()
    subprocess.run([shell, str(copy)], input="\n".join(commands), text=True, check=True)
    imported = Imported(time.perf_counter() - start, copy.stat().st_size)
    shutil.rmtree(folder)
    return imported
