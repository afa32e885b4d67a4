"""How soon a letter is answered: its echo, and the ranked results on the screen."""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Final

from tests.benchmarks.terminal.running import (
    TABLE,
    Place,
    Row,
    let_pass,
    milliseconds,
    percentile,
)
from tests.terminal.tty import Tty

_ROUNDS: Final = 20
_WORDS: Final = ("agro", "petr", "cons", "soft", "demo", "tran", "elec", "info", "medi", "auto")
_BETWEEN_KEYS: Final = 0.03
_PAINTED: Final = 0.040
_ECHO_RATIO: Final = 2
"""Times the p99 of the bare app in the same run: milliseconds differ from machine to machine."""


def measure(place: Place) -> list[Row]:
    """The rows of the promise: the echo beside the bare app's, and the results."""
    return [*_echoes(place), _painted(place)]


def _echoes(place: Place) -> list[Row]:
    """The p99 of each run; told is the median of them. Both take turns."""
    runs = [(_echoes_of_session(place), _echoes_of_bare_app(place)) for _run in range(place.runs)]
    p99, p50, bare_p99, bare_p50 = (
        statistics.median(percentile(times, part) for times in found)
        for found in zip(*runs, strict=True)
        for part in (0.99, 0.5)
    )
    ratio = p99 / bare_p99
    return [
        Row(
            "echo of a letter while results load and a chart is drawn, p99 beside the bare app's",
            f"≤ {_ECHO_RATIO} ×",
            f"{ratio:.2f} × ({milliseconds(p99)}, p50 {milliseconds(p50)})",
            f"{milliseconds(bare_p99)} (p50 {milliseconds(bare_p50)})",
            ratio <= _ECHO_RATIO,
        )
    ]


def _echoes_of_session(place: Place) -> list[float]:
    with place.explorer() as tty:
        return echoes_while_charts_are_drawn(tty, _ROUNDS)


def echoes_while_charts_are_drawn(tty: Tty, rounds: int) -> list[float]:
    """Each round opens a company's charts and types at once, while they are fetched and drawn."""
    times = []
    tty.type("petro")
    tty.wait_quiet(1.0)
    tty.type("\x1b")
    for number in range(rounds):
        tty.wait_quiet(0.2)
        for key in ("j", "\r", "2", "/"):
            tty.type(key)
            let_pass(tty, _BETWEEN_KEYS)
        times += _echo_of_word(tty, _WORDS[number % len(_WORDS)])
        tty.wait_quiet(0.2)
        tty.type("\x1b")
    return times


def _echoes_of_bare_app(place: Place) -> list[float]:
    times = []
    with place.open(TABLE) as tty:
        tty.wait_quiet(1.0, timeout=2)
        for number in range(_ROUNDS):
            times += _echo_of_word(tty, _WORDS[number % len(_WORDS)])
            tty.type("\x7f" * 4)
            tty.wait_quiet(0.2, timeout=1)
    return times


def _echo_of_word(tty: Tty, word: str) -> list[float]:
    times = []
    for end in range(1, len(word) + 1):
        sent_at = time.perf_counter()
        tty.type(word[end - 1])
        times.append(tty.shown_at(partial(_shows, word[:end]), _BETWEEN_KEYS) - sent_at)
    return times


def _shows(typed: str, screen: str) -> bool:
    """Whether a field near the top begins with what was typed."""
    return any(row.lstrip(" ▊▎/").startswith(typed) for row in screen.split("\n")[:4])


def _painted(place: Place) -> Row:
    """Inside the program, from the key to the last frame it leads to. All take turns."""
    kinds = ("ours", "table", "options")
    runs = [[_painted_p95(place, kind) for kind in kinds] for _run in range(place.runs)]
    found = {
        kind: statistics.median(times)
        for kind, times in zip(kinds, zip(*runs, strict=True), strict=True)
    }
    return Row(
        "letter to ranked results painted, in-process, debounce left out, p95",
        "≤ 40 ms",
        milliseconds(found["ours"]),
        f"{milliseconds(found['table'])} and {milliseconds(found['options'])}",
        found["ours"] <= _PAINTED,
    )


def _painted_p95(place: Place, kind: str) -> float:
    with tempfile.NamedTemporaryFile() as file:
        command = (sys.executable, "-m", "tests.benchmarks.terminal.painting", kind, file.name)
        with place.open(command) as tty:
            tty.exit_status(timeout=300)
        return percentile(json.loads(Path(file.name).read_bytes()), 0.95)
