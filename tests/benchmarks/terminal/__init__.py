"""``terminal``: what a keystroke costs in bytes and milliseconds, beside Textual's own widgets.

Drives the installed command in a real pseudo-terminal read by an emulator. Everything is
measured several times beside its peer in turns, and what is told are medians; bytes are exact and
measured once. A part takes some three minutes, ``lasting`` and ``pieces`` more; each has a section
of its own in the results.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Final

from tests.benchmarks import report
from tests.benchmarks.terminal import answering, lasting, pieces, starting, writing
from tests.benchmarks.terminal.running import Place, Row, place

_Measured = tuple[list[Row], str]

PROMISES: Final[dict[str, Callable[[Place], _Measured]]] = {
    "starting": starting.measure,
    "writing": writing.measure,
    "answering": lambda place: (answering.measure(place), ""),
    "lasting": lambda place: (lasting.measure(place), ""),
}
"""Each gives rows of the promise, and a table with the rest of what it measured."""

PARTS: Final[dict[str, Callable[[Place], _Measured]]] = {
    **PROMISES,
    "pieces": lambda place: ([], pieces.measure(place)),
}
"""With what each piece of our own painting is worth, which promises nothing."""


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks terminal", description=__doc__
    )
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)}; none: all but the last")
    parser.add_argument("--runs", type=int, default=3, help="runs of each measurement (3)")
    parser.add_argument("--no-write", action="store_true", help="leave results.md as it is")
    options = parser.parse_args(arguments)
    with place(options.runs) as where:
        for name in options.parts or PROMISES:
            text = _told(*PARTS[name](where), options.runs)
            print(text)
            if not options.no_write:
                report.write_section(f"terminal, {name}", text)


def _told(rows: Sequence[Row], detail: str, runs: int) -> str:
    if not rows:
        return f"Medians of {max(runs, pieces.FEWEST_RUNS)} turns with and without.\n\n{detail}"
    head = ("what", "bar", "firmeterm", "beside", "verdict")
    lines = [(*row[:4], report.verdict(row.holds)) for row in rows]
    note = (
        f"At 120×40 on a plain line, as are the bars; three figures are for 80×24, 120×40 and "
        f"200×60. Medians of {runs} runs. Beside: an app of Textual's own widgets doing the same "
        "in the same run."
    )
    return "\n\n".join(filter(None, [note, report.table(head, lines), detail]))
