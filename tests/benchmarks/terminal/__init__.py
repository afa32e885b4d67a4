"""``terminal``: what a keystroke costs in bytes and milliseconds, beside the least app of Textual.

Drives the command in a real pseudo-terminal read by an emulator. Counts of bytes are exact;
times are medians and, like ratios, of one run on one machine.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tests.benchmarks import report
from tests.terminal.tty import PLAIN, THIN, Line, Tty

OURS: Final = (sys.executable, "-m", "tui_app", "--no-resume")
BARE: Final = (sys.executable, "-m", "tests.benchmarks.bare")
SIZES: Final = ((80, 24), (120, 40), (200, 60))
QUIET: Final = 0.6


class Start(NamedTuple):
    """From exec to a field that shows a typed letter."""

    seconds: float
    sent: int
    megabytes: float


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks terminal", description=__doc__
    )
    parser.add_argument("--runs", type=int, default=7, help="runs of each start (7)")
    parser.add_argument("--write", action="store_true", help="write results.md")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as home:
        environment = _environment(Path(home))
        _start(OURS, environment, (120, 40), PLAIN)
        parts = [
            _starts(environment, options.runs),
            _keystrokes(environment),
            _echo(environment),
            _far(environment),
        ]
    text = "\n\n".join(parts)
    print(text)
    if options.write:
        report.write_section("terminal", text)


def _environment(home: Path) -> dict[str, str]:
    folders = {f"XDG_{name}_HOME": str(home / name) for name in ("CONFIG", "STATE", "CACHE")}
    return {**folders, "HOME": str(home), "COLORTERM": "truecolor"}


def _start(
    command: Sequence[str], environment: dict[str, str], size: tuple[int, int], line: Line
) -> Start:
    with Tty(command, size=size, environment=environment, line=line) as tty:
        while tty.sent < 1500:
            tty.pump(0.005)
        tty.type("z")
        shown = tty.wait_for(lambda text: any("z" in row[:12] for row in text.split("\n")[:4]))
        tty.wait_quiet(QUIET)
        return Start(shown - tty.started, tty.sent, _resident(tty.pid))


def _resident(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return next(
        int(row.split()[1]) / 1024 for row in status.splitlines() if row.startswith("VmRSS")
    )


def _starts(environment: dict[str, str], runs: int) -> str:
    rows = []
    for size in SIZES:
        pairs = [
            (_start(OURS, environment, size, PLAIN), _start(BARE, environment, size, PLAIN))
            for _run in range(runs)
        ]
        ours = [statistics.median(column) for column in zip(*(o for o, _ in pairs), strict=True)]
        bare = [statistics.median(column) for column in zip(*(b for _, b in pairs), strict=True)]
        ratio = statistics.median(o.seconds / b.seconds for o, b in pairs)
        rows.append(
            (
                f"{size[0]}×{size[1]}",
                f"{ours[0]:.3f} s",
                f"{bare[0]:.3f} s",
                f"{ratio:.2f}",
                f"{ours[1] / 1000:.1f} kB",
                f"{bare[1] / 1000:.1f} kB",
                f"{ours[2]:.0f} / {bare[2]:.0f} MB",
            )
        )
    head = ("size", "to a field that echoes", "bare app", "ratio", "bytes", "bare", "memory")
    note = "Goal: ratio at most 1.25, first paint at most 30 kB."
    return f"Start, medians of {runs} runs:\n\n{report.table(head, rows)}\n\n{note}"


def _bytes_of(tty: Tty, keys: str) -> int:
    before = tty.sent
    tty.type(keys)
    tty.wait_quiet(QUIET)
    return tty.sent - before


def _keystrokes(environment: dict[str, str]) -> str:
    steps: tuple[tuple[str, str, int | None], ...] = (
        ("pe", "two letters, nothing asked", None),
        ("t", "letter to ten new rows, echo and footer included", 4_000),
        ("r", "letter that changes little", 4_000),
        ("\x1b", "focus to the list", 3_000),
        ("\r", "open a company", None),
        ("2", "financials, first look", None),
        ("1", "tab drawn before", 5_000),
        ("2", "tab drawn before", 5_000),
        ("h", "focus to the list", 3_000),
        ("l", "focus to the detail", 3_000),
        ("?", "help", None),
        ("\x1b", "help closed", None),
    )
    rows = []
    with Tty(OURS, size=(120, 40), environment=environment) as tty:
        tty.wait_for("Type at least 3 characters")
        tty.wait_quiet(1.0)
        before, busy = tty.sent, _processor(tty.pid)
        _let_pass(tty, 3.0)
        idle, used = tty.sent - before, _processor(tty.pid) - busy
        for keys, what, most in steps:
            sent = _bytes_of(tty, keys)
            verdict = "" if most is None else f"≤ {most}: {report.verdict(sent <= most)}"
            rows.append((what, str(sent), verdict))
        after = _resident(tty.pid)
    head = ("at 120×40", "bytes", "goal")
    return (
        f"Idle for 3 s: {idle} bytes, {used * 1000:.0f} ms of processor (goal 0 and 0).\n\n"
        f"{report.table(head, rows)}\n\nMemory after this walk: {after:.0f} MB."
    )


def _let_pass(tty: Tty, seconds: float) -> None:
    end = time.perf_counter() + seconds
    while (left := end - time.perf_counter()) > 0:
        tty.pump(left)


def _processor(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _echo(environment: dict[str, str]) -> str:
    rows = []
    letters = "petrol agro construct soft demo invent"
    for name, command in (("firmeterm", OURS), ("bare app", BARE)):
        with Tty(command, size=(120, 40), environment=environment) as tty:
            tty.wait_quiet(1.0)
            times = [_echo_of(tty, letters[: n + 1]) for n in range(len(letters))]
        times.sort()
        p50, p99 = times[len(times) // 2], times[int(len(times) * 0.99)]
        rows.append((name, f"{p50 * 1000:.1f} ms", f"{p99 * 1000:.1f} ms"))
    head = ("echo of a letter while results load", "p50", "p99")
    return f"{report.table(head, rows)}\n\nGoal: p99 at most 16 ms."


def _echo_of(tty: Tty, typed: str) -> float:
    sent_at = time.perf_counter()
    tty.type(typed[-1])
    took = tty.wait_for(lambda text: typed.rstrip() in "".join(text.split("\n")[:4])) - sent_at
    _let_pass(tty, 0.05)
    return took


def _far(environment: dict[str, str]) -> str:
    rows = []
    for name, command in (("firmeterm", OURS), ("bare app", BARE)):
        start = _start(command, environment, (120, 40), THIN)
        rows.append((name, f"{start.seconds:.2f} s", f"{start.sent / 1000:.1f} kB"))
    head = ("over 64 kbit/s and 150 ms each way", "to a field that echoes", "bytes")
    return report.table(head, rows)
