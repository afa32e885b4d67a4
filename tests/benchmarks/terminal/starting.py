"""From exec to a field that takes keys, and the first paint, at every size and over both lines."""

from __future__ import annotations

import statistics
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
)
from tests.terminal.tty import PLAIN, THIN, Line

_LINES: Final = (("plain line", PLAIN), ("64 kbit/s and 150 ms", THIN))
_PAINT, _ANSI_PAINT, _RATIO = 30_000, 20_000, 1.25


class Start(NamedTuple):
    """From exec to a field that shows a typed letter."""

    seconds: float
    sent: int
    memory: int


class Paint(NamedTuple):
    """Bytes until the first screen is complete, and how few they become when deflated."""

    sent: float
    packed: float


def measure(place: Place) -> tuple[list[Row], str]:
    """The rows of the promise, and a table of all sizes and lines."""
    rows, details = [], []
    for name, line in _LINES:
        for size in SIZES:
            pairs = [
                (_start(place, OURS, size, line), _start(place, TABLE, size, line))
                for _run in range(place.runs)
            ]
            ratio = statistics.median(ours.seconds / bare.seconds for ours, bare in pairs)
            ours, bare = (_medians(column) for column in zip(*pairs, strict=True))
            details.append(_detail(name, size, ours, bare, ratio))
            if (line, size) == (PLAIN, MIDDLE):
                rows.append(_ratio_row(ours, bare, ratio))
    head = ("exec to a field that echoes", "firmeterm", "bare app", "ratio", "bytes", "bare bytes")
    return [*rows, *_paints(place)], report.table(head, details)


def _start(place: Place, command: Sequence[str], size: tuple[int, int], line: Line) -> Start:
    with place.open(command, size, line) as tty:
        while tty.sent < 1500:
            tty.pump(0.005)
        tty.type("z")
        shown = tty.wait_for(
            lambda text: any("z" in row[:12] for row in text.split("\n")[:4]), timeout=60
        )
        tty.wait_quiet(QUIET)
        return Start(shown - tty.started, tty.sent, tty.memory())


def _medians(starts: Sequence[Start]) -> Start:
    seconds, sent, memory = (statistics.median(column) for column in zip(*starts, strict=True))
    return Start(seconds, int(sent), int(memory))


def _detail(
    line: str, size: tuple[int, int], ours: Start, bare: Start, ratio: float
) -> tuple[str, ...]:
    return (
        f"{line}, {size[0]}×{size[1]}",
        f"{ours.seconds:.3f} s",
        f"{bare.seconds:.3f} s",
        f"{ratio:.2f}",
        kilobytes(ours.sent),
        kilobytes(bare.sent),
    )


def _ratio_row(ours: Start, bare: Start, ratio: float) -> Row:
    return Row(
        "exec to a search field that takes keys (sample)",
        f"≤ {_RATIO} ×",
        f"{ratio:.2f} × ({ours.seconds:.3f} s)",
        f"{bare.seconds:.3f} s",
        ratio <= _RATIO,
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
    found = []
    for _run in range(place.runs):
        with place.open(command, size) as tty:
            tty.wait_quiet(1.0)
            found.append((len(tty.raw), len(zlib.compress(bytes(tty.raw)))))
    return Paint(*(statistics.median(column) for column in zip(*found, strict=True)))


def _sizes() -> str:
    return ", ".join(f"{columns}×{rows}" for columns, rows in SIZES)
