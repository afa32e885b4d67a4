"""From exec to a field that takes keys, and the first paint, at every size and over both lines.

Explorer and bare app take short turns, and what counts is the ratio of a turn, so that a busy
machine slows both. ``chrt -r 10`` before the command keeps other programs away from it altogether.
"""

from __future__ import annotations

import statistics
import tempfile
import zlib
from collections.abc import Sequence
from typing import Final, NamedTuple

from tests.benchmarks import report
from tests.benchmarks.terminal.running import (
    MIDDLE,
    OURS,
    QUIET,
    SIZES,
    TABLE,
    TABS,
    Place,
    Row,
    kilobytes,
    processor_seconds,
)
from tests.terminal.tty import PLAIN, THIN, Line

_PAINT, _ANSI_PAINT = 30_000, 20_000
_RATIO, _ASKING_RATIO, _MEMORY_RATIO = 1.12, 1.25, 1.35
_TURNS: Final = 5
"""Turns for each run where seconds are compared with a bar: a turn takes two."""
_OTHER_TURNS: Final = 3
_FIRST_BYTES: Final = 1500
_QUESTION: Final = b"\x1b]11;?"
_ANSWER: Final = b"\x1b]11;rgb:1010/1515/1b1b\x1b\\"
_THEME: Final = {"FIRMETERM_THEME": "firmeterm-dark"}
"""With a theme set, the terminal is not asked for its background."""


class Start(NamedTuple):
    """From exec to a field that shows a typed letter: seconds, processor time, bytes, memory."""

    seconds: float
    processor: float
    sent: int
    memory: int


class Turns(NamedTuple):
    """The starts of the explorer and of the bare app, one of each in every turn."""

    ours: tuple[Start, ...]
    bare: tuple[Start, ...]

    def median(self, side: str, what: str) -> float:
        """The median of one side."""
        return float(statistics.median(getattr(each, what) for each in getattr(self, side)))

    def ratios(self, what: str) -> list[float]:
        """The ratio of each turn, smallest first."""
        pairs = zip(self.ours, self.bare, strict=True)
        return sorted(getattr(ours, what) / getattr(bare, what) for ours, bare in pairs)

    def ratio(self, what: str) -> float:
        """The median ratio."""
        return statistics.median(self.ratios(what))

    def spread(self, what: str) -> str:
        """The median ratio, and between which the middle half of the turns lies."""
        ratios = self.ratios(what)
        low, high = ratios[len(ratios) // 4], ratios[-1 - len(ratios) // 4]
        return f"{self.ratio(what):.2f} × ({low:.2f} to {high:.2f})"


class Paint(NamedTuple):
    """Bytes until the first screen is complete, and how few they become when deflated."""

    sent: int
    packed: int


def measure(place: Place) -> tuple[list[Row], str]:
    """The rows of the promise, and a table of all sizes and lines."""
    asking = _turns(place, MIDDLE, PLAIN, place.runs * _TURNS)
    with_theme = place._replace(environment={**place.environment, **_THEME})
    quiet = _turns(with_theme, MIDDLE, PLAIN, place.runs * _TURNS)
    rows = [
        _ratio_row("exec to a search field that takes keys (sample)", quiet, _RATIO),
        _ratio_row("the same, asked and told the background (OSC 11)", asking, _ASKING_RATIO),
        Row(
            "processor time until then",
            "",
            f"{quiet.spread('processor')}, {quiet.median('ours', 'processor'):.3f} s",
            f"{quiet.median('bare', 'processor'):.3f} s",
            True,
        ),
        _memory_row("memory after that, at rest", asking),
        _memory_row("the same at the first start in a new home", _first_starts(place)),
    ]
    details = []
    for name, line, turns in (
        ("plain line", PLAIN, _OTHER_TURNS),
        ("64 kbit/s and 150 ms", THIN, 1),
    ):
        for size in SIZES:
            is_known = (line, size) == (PLAIN, MIDDLE)
            found = asking if is_known else _turns(place, size, line, turns)
            details.append(_detail(f"{name}, {size[0]}×{size[1]}", found))
    head = ("exec to a field that echoes", "firmeterm", "bare app", "ratio", "bytes", "bare bytes")
    return [*rows, *_paints(place)], report.table(head, details)


def _turns(place: Place, size: tuple[int, int], line: Line, count: int) -> Turns:
    pairs = [
        (_start(place, OURS, size, line), _start(place, TABLE, size, line))
        for _turn in range(count)
    ]
    ours, bare = zip(*pairs, strict=True)
    return Turns(ours, bare)


def _first_starts(place: Place) -> Turns:
    """Starts in homes without a file, where nothing was kept and no sample was made."""
    pairs = []
    for _turn in range(_OTHER_TURNS):
        with tempfile.TemporaryDirectory() as home:
            fresh = {name: home for name in place.environment if name.endswith("HOME")}
            new = place._replace(environment={**place.environment, **fresh})
            pairs.append((_start(new, OURS), _start(new, TABLE)))
    ours, bare = zip(*pairs, strict=True)
    return Turns(ours, bare)


def _start(
    place: Place,
    command: Sequence[str],
    size: tuple[int, int] = MIDDLE,
    line: Line = PLAIN,
) -> Start:
    with place.open(command, size, line) as tty:
        is_told = False
        while tty.sent < _FIRST_BYTES:
            tty.pump(0.002)
            if not is_told and _QUESTION in tty.raw:
                tty.type(_ANSWER)
                is_told = True
        tty.type("z")
        shown = tty.wait_for(
            lambda text: any("z" in row[:12] for row in text.split("\n")[:4]), timeout=60
        )
        processor = processor_seconds(tty.pid)
        tty.wait_quiet(QUIET)
        return Start(shown - tty.started, processor, tty.sent, tty.memory())


def _detail(what: str, turns: Turns) -> tuple[str, ...]:
    return (
        what,
        f"{turns.median('ours', 'seconds'):.3f} s",
        f"{turns.median('bare', 'seconds'):.3f} s",
        f"{turns.ratio('seconds'):.2f}",
        kilobytes(turns.median("ours", "sent")),
        kilobytes(turns.median("bare", "sent")),
    )


def _ratio_row(what: str, turns: Turns, most: float) -> Row:
    return Row(
        what,
        f"≤ {most} ×",
        f"{turns.spread('seconds')}, {turns.median('ours', 'seconds'):.3f} s",
        f"{turns.median('bare', 'seconds'):.3f} s",
        turns.ratio("seconds") <= most,
    )


def _memory_row(what: str, turns: Turns) -> Row:
    ratio = turns.ratio("memory")
    return Row(
        what,
        f"≤ {_MEMORY_RATIO} ×",
        f"{ratio:.2f} × ({turns.median('ours', 'memory') / 1e6:.1f} MB)",
        f"{turns.median('bare', 'memory') / 1e6:.1f} MB",
        ratio <= _MEMORY_RATIO,
    )


def _paints(place: Place) -> list[Row]:
    rows = []
    for name, theme, peer, most in (
        ("first paint, truecolor", "firmeterm-dark", "textual-dark", _PAINT),
        ("first paint, ANSI theme", "firmeterm-ansi", "ansi-dark", _ANSI_PAINT),
    ):
        paints = {size: _paint(place, (*OURS, "--theme", theme), size) for size in SIZES}
        beside = _paint(place, (*TABS, peer), MIDDLE)
        rows.append(
            Row(
                f"{name}; {_sizes()}",
                f"≤ {most // 1000} kB",
                " / ".join(kilobytes(paint.sent) for paint in paints.values()),
                kilobytes(beside.sent),
                paints[MIDDLE].sent <= most,
            )
        )
        if most is _PAINT:
            packed, others = (kilobytes(paint.packed) for paint in (paints[MIDDLE], beside))
            rows.append(Row("the same through `ssh -C`", "", packed, others, True))
    return rows


def _paint(place: Place, command: Sequence[str], size: tuple[int, int]) -> Paint:
    with place.open(command, size) as tty:
        tty.wait_quiet(1.0)
        return Paint(len(tty.raw), len(zlib.compress(bytes(tty.raw))))


def _sizes() -> str:
    return ", ".join(f"{columns}×{rows}" for columns, rows in SIZES)
