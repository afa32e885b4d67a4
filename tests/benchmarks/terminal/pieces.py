"""What each piece of ``ui/terminal`` is worth: its bar with the piece and without it, in turns."""

from __future__ import annotations

import json
import random
import statistics
import string
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tests.benchmarks import report
from tests.benchmarks.terminal import answering
from tests.benchmarks.terminal.running import Place, kilobytes, milliseconds, percentile
from tests.terminal.tty import Tty

FEWEST_RUNS: Final = 8
"""Turns, so that one slow minute of the machine decides nothing."""

_ALL: Final = "nothing"
"""No piece is switched off."""
_AT_REST: Final = 0.3
_ROUNDS: Final = 5
_WORDS: Final = 5
_KEYS: Final = 1_500

Cost = dict[str, float]
"""What was measured in one turn, by the words of a row."""


class Kind(NamedTuple):
    """One way to measure, and the pieces that are switched off for it."""

    measure: Callable[[Place, str], Cost]
    pieces: tuple[str, ...]
    show: Callable[[str, float], str]


def measure(place: Place) -> str:
    """A table: each piece, what was measured, with it, without it, and in how many turns it won."""
    rows = []
    for kind in KINDS:
        turns = [
            {piece: kind.measure(place, piece) for piece in (_ALL, *kind.pieces)}
            for _turn in range(max(FEWEST_RUNS, place.runs))
        ]
        for piece in kind.pieces:
            rows += [_row(kind, piece, what, turns) for what in turns[0][_ALL]]
    head = ("piece", "measured", "with it", "without it", "ratio", "better with it")
    return report.table(head, rows)


def _row(kind: Kind, piece: str, what: str, turns: Sequence[dict[str, Cost]]) -> tuple[str, ...]:
    on, off = ([turn[each][what] for turn in turns] for each in (_ALL, piece))
    ratio = statistics.median(
        b / a if a else float(b > 0) + 1 for a, b in zip(on, off, strict=True)
    )
    won = sum(a < b for a, b in zip(on, off, strict=True))
    return (
        f"`{piece}`",
        what,
        kind.show(what, statistics.median(on)),
        kind.show(what, statistics.median(off)),
        f"{ratio:.2f}",
        f"{won} of {len(turns)}",
    )


def _command(piece: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "tests.benchmarks.terminal.without", piece)


def _open(place: Place, piece: str) -> Tty:
    tty = place.open(_command(piece))
    tty.wait_for("requests left", timeout=60)
    tty.wait_quiet(0.5)
    return tty


def _written(place: Place, piece: str) -> Cost:
    """Bytes of a few steps, and the time to the last of them."""
    costs: Cost = {}
    with _open(place, piece) as tty:
        for keys, what in (
            ("pe", ""),
            ("t", "letter with ten new rows"),
            ("\x1b", ""),
            ("j", "cursor down"),
            ("\r", ""),
            ("2", ""),
            ("1", "tab change"),
            ("h", "focus change"),
        ):
            before, sent_at = tty.sent, time.perf_counter()
            tty.type(keys)
            tty.wait_quiet(_AT_REST)
            if what:
                costs[f"{what}, bytes"] = tty.sent - before
                costs[f"{what}, time"] = max(0.0, tty.arrived - sent_at)
    return costs


def _painted(place: Place, piece: str) -> Cost:
    """Inside the program, from a letter to the last frame it leads to."""
    with tempfile.NamedTemporaryFile() as file:
        words = str(_WORDS)
        painting = "tests.benchmarks.terminal.painting"
        command = (sys.executable, "-m", painting, "ours", file.name, words, piece)
        with place.open(command) as tty:
            tty.exit_status(timeout=300)
        times = json.loads(Path(file.name).read_bytes())
    return {f"letter to results painted, {name}": percentile(times, part) for name, part in _PARTS}


def _echo(place: Place, piece: str) -> Cost:
    """The echo of a letter while results load and a chart is drawn."""
    with _open(place, piece) as tty:
        times = answering.echoes_while_charts_are_drawn(tty, _ROUNDS)
    return {f"echo of a letter, {name}": percentile(times, part) for name, part in (*_PARTS, _P99)}


def _flood(place: Place, piece: str) -> Cost:
    """Keys typed at full speed."""
    typed = "".join(random.Random(7).choices(string.ascii_lowercase, k=_KEYS))
    with _open(place, piece) as tty:
        tty.type("xyz")
        tty.wait_quiet(_AT_REST)
        before, begun = tty.memory(), time.perf_counter()
        tty.type(typed)
        shown = tty.wait_for(typed[-20:], timeout=300)
        return {
            f"{_KEYS} keys, time": shown - begun,
            f"{_KEYS} keys, bytes of memory": max(0, tty.memory() - before),
        }


def _amount(what: str, value: float) -> str:
    return kilobytes(value) if "bytes" in what else milliseconds(value)


_PARTS: Final = (("p50", 0.5), ("p95", 0.95))
_P99: Final = ("p99", 0.99)
KINDS: Final = (
    Kind(_written, ("canvas",), _amount),
    Kind(_painted, ("frame_timer",), _amount),
    Kind(_echo, ("idle_gc",), _amount),
    Kind(_flood, ("keys",), _amount),
)
