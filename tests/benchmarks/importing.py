"""``import``: public files of the real size and formats, beside ``sqlite3 .import`` of OD_FIRME.

Small by default; ``--full`` takes 4.2 million companies and writes the results.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from tests.benchmarks import report
from tests.benchmarks.country import WHOLE_COUNTRY
from tests.benchmarks.latency import search_times
from tests.benchmarks.public_files import write_all, write_month_later
from tests.benchmarks.queries import mixed
from tui_app.contract.ranking import read_query
from tui_app.registry.sqlite.kept_sources import folder_of
from tui_app.registry.sqlite.registry import SqliteRegistry

SECTION: Final = "import"
_SMALL: Final = 0.005
_PACKAGE: Final = Path(__file__).parents[2] / "tui_app"
_IMPORT: Final = ".mode ascii\n.separator ^ \\n\n.import {source} firm\n"


class Took(NamedTuple):
    """Seconds, those of processors, and the most memory of all processes together, in bytes."""

    seconds: float
    processor: float
    memory: int


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks import", description=__doc__)
    parser.add_argument("--full", action="store_true", help="4 200 000 companies; writes results")
    parser.add_argument("--share", type=float, default=_SMALL, help="of the whole country (0.005)")
    parser.add_argument("--folder", type=Path, help="leave the files and registries here")
    options = parser.parse_args(arguments)
    share = 1.0 if options.full else options.share
    folder = options.folder or Path(tempfile.mkdtemp(prefix="firmeterm-import-"))
    try:
        text = _measured(folder, share, full=options.full)
    finally:
        if options.folder is None:
            shutil.rmtree(folder)
    print(text)
    if options.full:
        report.write_section(SECTION, text)


def _measured(folder: Path, share: float, *, full: bool) -> str:
    verdict = report.verdict if full else (lambda _holds: "told by --full")
    paths = write_all(folder / "in", share)
    companies = round(WHOLE_COUNTRY * share)
    beside = sqlite_import(paths["firms"], folder)
    _say("sqlite3 .import", beside)
    alone = data_import(folder / "alone.db", paths["firms"])
    _say("OD_FIRME alone", alone)
    whole_db = folder / "whole.db"
    whole = data_import(whole_db, folder / "in", "--with-administrators")
    _say("everything", whole)
    newer = folder / "newer" / "firme-07-10-2026"
    newer.mkdir(parents=True, exist_ok=True)
    dump = newer / "OD_FIRME.CSV"
    write_month_later(paths["firms"], dump)
    with _Searching(whole_db) as searching:
        again = data_import(whole_db, dump, "--no-history")
    _say("one month later", again)
    size = whole_db.stat().st_size
    kept = sum(file.stat().st_size for file in folder_of(whole_db).iterdir())
    times = search_times([whole_db], mixed(1200))[0]["all"]
    rows = [
        ("`sqlite3 .import` of OD_FIRME", *_seconds(beside), "", "1"),
        *(
            (name, *_seconds(t), f"{t.memory / 1e6:.0f}", f"{t.seconds / beside.seconds:.1f}")
            for name, t in (
                ("OD_FIRME alone, with search", alone),
                ("everything", whole),
                ("one month later: the newer OD_FIRME, no history", again),
            )
        ),
    ]
    first, all_of_it = alone.seconds / beside.seconds, whole.seconds / beside.seconds
    head = (
        f"{companies:,} companies".replace(",", " "),
        "s",
        "CPU s",
        "peak MB",
        "times `.import`",
    )
    lines = [
        f"- OD_FIRME alone: {companies / alone.seconds:.0f} companies a second, {first:.1f} times"
        f" `.import` (goal 15: {verdict(first <= 15)})",
        f"- everything: {all_of_it:.1f} times `.import` (goal 40: {verdict(all_of_it <= 40)}), peak"
        f" {whole.memory / 1e6:.0f} MB (goal 1000: {verdict(whole.memory <= 1e9)})",
        f"- one month later, 2 % of the firms changed: {again.seconds:.0f} s,"
        f" {again.seconds / whole.seconds:.2f} times the first import (goal 0.5:"
        f" {verdict(again.seconds * 2 <= whole.seconds)}); {searching.asked} searches meanwhile,"
        f" {searching.failed} failed (goal 0: {verdict(searching.failed == 0)})",
        f"- on disk: the registry {size / 1e6:.0f} MB, what its sources said {kept / 1e6:.0f} MB,"
        f" together {(size + kept) / size:.2f} times the registry (goal 1.6:"
        f" {verdict(size + kept <= 1.6 * size)})",
        f"- the result: {size / 1e6:.0f} MB (goal 3000: {verdict(size <= 3e9)}); searches p50"
        f" {times.p50:.2f} ms, p95 {times.p95:.2f} ms, p99 {times.p99:.2f} ms (goals 1, 8, 25:"
        f" {verdict(times.p50 <= 1 and times.p95 <= 8 and times.p99 <= 25)})",
    ]
    load = f"Load of the machine meanwhile: {os.getloadavg()[1]:.1f} on {os.cpu_count()} cores."
    return "\n\n".join((report.table(head, rows), "\n".join(lines), load))


def _seconds(took: Took) -> tuple[str, str]:
    return f"{took.seconds:.1f}", f"{took.processor:.1f}"


def _processor() -> float:
    """Seconds of processors that all processes took which were waited for."""
    times = os.times()
    return times.children_user + times.children_system


def _say(what: str, took: Took) -> None:
    told = f"{took.seconds:.1f} s, CPU {took.processor:.1f} s"
    print(f"{what}: {told}, {took.memory / 1e6:.0f} MB", file=sys.stderr, flush=True)


def sqlite_import(source: Path, folder: Path) -> Took:
    shell = shutil.which("sqlite3")
    if shell is None:
        sys.exit("sqlite3, the peer of this benchmark, is not installed")
    copy = folder / "beside.db"
    commands = _IMPORT.format(source=source)
    start, before = time.perf_counter(), _processor()
    subprocess.run(
        [shell, str(copy)], input=commands, text=True, check=True, stderr=subprocess.DEVNULL
    )
    took = Took(time.perf_counter() - start, _processor() - before, 0)
    copy.unlink()
    return took


def data_import(registry: Path, *arguments: Path | str) -> Took:
    took, answer = run_data("import", "-o", "json", "--registry", registry, *arguments)
    if json.loads(answer)["companies"] == 0:
        sys.exit(f"the import failed: {answer.decode()}")
    return took


def run_data(*arguments: Path | str) -> tuple[Took, bytes]:
    """Run ``firmeterm data`` with these arguments; its output."""
    command = [sys.executable, "-m", "tui_app", "data", *map(str, arguments)]
    # As an installed program: compiled.
    compileall.compile_dir(_PACKAGE, quiet=1)
    start, before = time.perf_counter(), _processor()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        peak = 0
        while process.poll() is None:
            peak = max(peak, _memory(process.pid))
            time.sleep(0.2)
        assert process.stdout is not None
        answer = process.stdout.read()
    if process.returncode != 0:
        sys.exit(f"firmeterm data {arguments[0]} failed: {answer.decode()}")
    return Took(time.perf_counter() - start, _processor() - before, peak), answer


def _memory(pid: int) -> int:
    """Resident bytes of a process and its children."""
    total = 0
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
        total += next(
            (int(line.split()[1]) * 1024 for line in status.splitlines() if "VmRSS" in line), 0
        )
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
        total += sum(_memory(int(child)) for child in children.split())
    except OSError:
        pass
    return total


class _Searching:
    """Searches a registry for as long as it is replaced."""

    def __init__(self, path: Path) -> None:
        self.asked = self.failed = 0
        self._path = path
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._search)

    def __enter__(self) -> _Searching:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _search(self) -> None:
        texts = [text.q for text in mixed(200)]
        with closing(SqliteRegistry(self._path)) as registry:
            while not self._over.wait(0.05):
                q = texts[self.asked % len(texts)]
                self.asked += 1
                try:
                    read_query(q)
                    registry.search(q)
                except Exception as error:  # noqa: BLE001 (whatever it is, it counts)
                    print(f"search failed: {error}", file=sys.stderr)
                    self.failed += 1
