"""The output of a keystroke: bytes, exact in each run, and the time to the last of them."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from tests.benchmarks import report
from tests.benchmarks.terminal.running import (
    MIDDLE,
    OPTIONS,
    SIZES,
    TABLE,
    TABS,
    Place,
    Row,
    bytes_of,
    kilobytes,
    let_pass,
    milliseconds,
    seconds_of,
)
from tests.faulty.process import faulty_process
from tests.terminal.tty import PLAIN, THIN, Line, Tty

_AT_REST = 0.5
"""Seconds without a byte after which a step is done."""

_IDLE, _LOADING = 2.0, 3.0
"""Seconds that a screen at rest, and a pane that loads, are watched."""
_IDLE_RUNS: Final = 2


class Step(NamedTuple):
    """A key, its effect, and for a promise its limit in bytes and in seconds."""

    keys: str
    what: str
    bytes: int | None = None
    seconds: float | None = None
    preview: int = 0
    """Bytes that showing the company under the cursor may add, where there is room for it."""


_FOCUS = Step("h", "focus change between panes", 3_000)
_TAB = Step("1", "tab change, drawn before", 5_000, 0.050)
_REFILL = Step("t", "letter to ten new rows, echo and footer included", 4_000, preview=5_000)
_DOWN = Step("j", "cursor down one row in the list", 1_000, preview=5_000)
WALK: Final = (
    Step("pe", "two letters, nothing asked"),
    _REFILL,
    Step("r", "letter that changes little", 4_000),
    Step("\x1b", "focus to the list", 3_000),
    _DOWN,
    Step("k", "cursor up again"),
    Step("\r", "open a company"),
    Step("2", "financials, first look"),
    _TAB,
    Step("2", "tab change, back", 5_000, 0.050),
    _FOCUS,
    Step("l", "focus change, back", 3_000),
    Step("?", "help"),
    Step("\x1b", "help closed"),
)
"""The actions of a user in the first minute."""


class Cost(NamedTuple):
    """Bytes, and seconds to the last of them."""

    bytes: float
    seconds: float


def measure(place: Place) -> tuple[list[Row], str]:
    """The rows of the promise, and a table of every step at every size."""
    # Seconds have a bar only here; bytes are the same in each walk.
    walks = {
        size: _walks(place, size, PLAIN, place.runs if size == MIDDLE else 1) for size in SIZES
    }
    thin = {size: _walks(place, size, THIN, 1) for size in SIZES}
    beside = _beside(place)
    rows = [_idle(place)]
    for step in (_REFILL, _DOWN, _FOCUS, _TAB):
        rows.append(_row(step, walks, beside.get(step.what, "")))
    rows.append(_loading(place))
    head = ("bytes, time, time on the thin line", *(f"{width}×{height}" for width, height in SIZES))
    lines = []
    for at, step in enumerate(WALK):
        told = [
            f"{kilobytes(walks[size][at].bytes)}, {milliseconds(walks[size][at].seconds)}, "
            f"{milliseconds(thin[size][at].seconds)}"
            for size in SIZES
        ]
        lines.append((step.what, *told))
    return rows, report.table(head, lines)


def _walks(place: Place, size: tuple[int, int], line: Line, count: int) -> list[Cost]:
    """The median of every step over some walks."""
    return _medians([_walk(place, size, line) for _turn in range(count)])


def _walk(place: Place, size: tuple[int, int], line: Line) -> list[Cost]:
    costs = []
    with place.explorer(size, line) as tty:
        for step in WALK:
            before, sent_at = tty.sent, time.perf_counter()
            tty.type(step.keys)
            tty.wait_quiet(_AT_REST)
            costs.append(Cost(tty.sent - before, max(0.0, tty.arrived - sent_at)))
    return costs


def _medians(walks: Sequence[Sequence[Cost]]) -> list[Cost]:
    return [
        Cost(
            statistics.median(cost.bytes for cost in costs),
            statistics.median(cost.seconds for cost in costs),
        )
        for costs in zip(*walks, strict=True)
    ]


def _row(step: Step, walks: dict[tuple[int, int], list[Cost]], beside: str) -> Row:
    found = [walk[WALK.index(step)] for walk in walks.values()]
    middle = walks[MIDDLE][WALK.index(step)]
    # The bars were set at this size: a narrow screen changes whole panes, a wide one has more.
    most = step.bytes or 0
    holds = middle.bytes <= most + step.preview
    bar, ours = f"≤ {kilobytes(most)}", [kilobytes(cost.bytes) for cost in found]
    if step.preview:
        # The narrowest screen has no room for a preview: there the key's own bytes are seen.
        holds = holds and found[0].bytes <= most
        bar += f", with the preview {kilobytes(most + step.preview)}"
    if step.seconds is None:
        return Row(step.what, bar, " / ".join(ours), beside, holds)
    return Row(
        step.what,
        f"{bar}, {step.seconds * 1000:.0f} ms",
        f"{' / '.join(ours)}; {milliseconds(middle.seconds)}",
        beside,
        holds and middle.seconds <= step.seconds,
    )


def _idle(place: Place) -> Row:
    """Nothing is written and nothing computed, whichever view is open."""
    sent, busy = [], []
    for _run in range(_IDLE_RUNS):
        with place.explorer() as tty:
            rests = [_rest(tty, keys) for keys in ("", "petro", "\r", "2", "3", "4", "?")]
            sent.append(sum(rest.bytes for rest in rests))
            busy.append(statistics.mean(rest.seconds for rest in rests))
    with place.open(TABLE) as tty:
        tty.wait_quiet(1.0, timeout=2)
        beside = kilobytes(place.median(lambda: _rest(tty, "").bytes) / _IDLE)
    # Every run counts: a median would hide a screen that writes now and then.
    written, share = max(sent), statistics.median(busy) / _IDLE
    ours = f"{kilobytes(written)}, {share:.1%} of a processor"
    holds = not written and share < 0.005
    return Row("idle in seven views", "0 bytes, 0 % CPU", ours, f"{beside} a second", holds)


def _rest(tty: Tty, keys: str) -> Cost:
    """Bytes, and seconds of the processor, while nothing is done after some keys."""
    tty.type(keys)
    tty.wait_quiet(1.0, timeout=3)
    before, used = tty.sent, tty.processor_seconds()
    let_pass(tty, _IDLE)
    return Cost(tty.sent - before, tty.processor_seconds() - used)


def _beside(place: Place) -> dict[str, str]:
    """The same acts in apps of Textual's own widgets."""
    refills = []
    for command in (TABLE, OPTIONS):
        with place.open(command) as tty:
            tty.wait_quiet(1.0, timeout=2)
            tty.type("pe")
            tty.wait_quiet(0.15, timeout=2)
            refills.append(place.median(partial(bytes_of, tty, "t", 0.15)))
    with place.open(TABS) as tty:
        tty.wait_for("ready")
        tty.wait_quiet(1.0, timeout=2)
        turn = place.median(lambda: bytes_of(tty, "\x1bOR"))
        seconds = place.median(lambda: seconds_of(tty, "\x1bOR"))
        focus = place.median(lambda: bytes_of(tty, "\t"))
    return {
        _REFILL.what: " and ".join(map(kilobytes, refills)),
        _TAB.what: f"{kilobytes(turn)}, {milliseconds(seconds)}",
        _FOCUS.what: kilobytes(focus),
    }


def _loading(place: Place) -> Row:
    """A server takes the question and stays silent."""
    with faulty_process() as server:
        server.misbehave("silent", "financial")
        variables = {
            "FIRMETERM_BASE_URL": server.base_url().rstrip("/"),
            "FIRMETERM_API_KEY": "an-invented-key",
            "FIRMETERM_READ_TIMEOUT": "60",
            "FIRMETERM_TOTAL_TIMEOUT": "60",
        }
        ours = place.median(lambda: _bytes_while_loading(place, variables))
    beside = place.median(lambda: _bytes_of_indicator(place))
    told = kilobytes(ours), kilobytes(beside)
    return Row("a pane that loads for 3 s", "≤ 500 bytes", *told, ours <= 500)


def _bytes_while_loading(place: Place, variables: dict[str, str]) -> int:
    # Each run has its own cache, since cached data would not be requested.
    with (
        tempfile.TemporaryDirectory() as kept,
        place.explorer(more={**variables, "XDG_CACHE_HOME": kept}) as tty,
    ):
        for keys in ("demo", "\r"):
            tty.type(keys)
            tty.wait_quiet(1.0)
        tty.type("2")
        # The tab changes at once; that it loads is said a little later.
        tty.wait_quiet(0.15)
        before = tty.sent
        let_pass(tty, _LOADING)
        assert "Loading" in tty.text(), tty.text()
        return tty.sent - before


def _bytes_of_indicator(place: Place) -> int:
    with place.open(TABS) as tty:
        tty.wait_for("ready")
        tty.wait_quiet(1.0, timeout=2)
        before = tty.sent
        tty.type("\x1bOQ")
        let_pass(tty, _LOADING)
        return tty.sent - before
