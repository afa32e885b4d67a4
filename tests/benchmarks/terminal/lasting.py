"""What a long session costs: memory after fifty companies, and ten thousand keys at once."""

from __future__ import annotations

import json
import random
import statistics
import string
import time
from pathlib import Path
from typing import Final, NamedTuple

from tests.benchmarks.terminal.running import TABLE, Place, Row
from tests.terminal.tty import Tty

_KEYS: Final = 10_000
_TEXTS: Final = ("petro", "agro", "construct", "software", "transport")
_EACH: Final = 10
_PATIENCE: Final = 20.0
_FLAT: Final = 12 * 2**20


def measure(place: Place) -> list[Row]:
    """The two rows of the promise."""
    return [_fifty_companies(place), _ten_thousand_keys(place)]


def _fifty_companies(place: Place) -> Row:
    ours, bare = place.median(lambda: _session(place)), place.median(lambda: _bare_session(place))
    ratio = ours / bare
    return Row(
        "peak memory after a session of 50 companies",
        "≤ 2 ×",
        f"{ratio:.2f} × ({_megabytes(ours)})",
        _megabytes(bare),
        ratio <= 2,
    )


def _session(place: Place) -> float:
    """Bytes at the most, in five searches with ten companies and their tabs."""
    with place.explorer() as tty:
        for text in _TEXTS:
            tty.type(f"/{text}" if text != _TEXTS[0] else text)
            tty.wait_quiet(0.3)
            tty.type("\x1b")
            tty.wait_quiet(0.15)
            for _company in range(_EACH):
                for key in ("\r", "2", "3", "4", "h", "j"):
                    tty.type(key)
                    tty.wait_quiet(0.06)
        return tty.memory(peak=True)


def _bare_session(place: Place) -> float:
    with place.open(TABLE) as tty:
        tty.wait_quiet(1.0, timeout=2)
        for text in _TEXTS:
            tty.type(text)
            tty.wait_quiet(0.3, timeout=1)
        return tty.memory(peak=True)


class _Typed(NamedTuple):
    grown: float
    seconds: float


def _ten_thousand_keys(place: Place) -> Row:
    ours, bare, complete = [], [], []
    for run in range(place.runs):
        typed = "".join(random.Random(run).choices(string.ascii_lowercase, k=_KEYS))
        place.remembered.unlink(missing_ok=True)  # each explorer writes it when it ends
        with place.explorer(more={"FIRMETERM_RESUME": "true"}) as tty:
            # Once beforehand, so that what the first search imports is there.
            tty.type("xyz")
            tty.wait_quiet(0.3)
            tty.type("\x7f\x7f\x7f")
            tty.wait_quiet(0.3)
            ours.append(_typed(tty, typed))
            complete.append(_is_all_there(tty, typed, place.remembered))
        with place.open(TABLE) as tty:
            tty.wait_quiet(1.0, timeout=2)
            bare.append(_typed(tty, typed))
    mine, theirs = (
        _Typed(*(statistics.median(c) for c in zip(*found, strict=True))) for found in (ours, bare)
    )
    return Row(
        "10 000 keys typed at full speed",
        "none lost, memory flat",
        f"{'none' if all(complete) else 'some'} lost, {mine.seconds:.1f} s, "
        f"{_megabytes(mine.grown)} more",
        f"{theirs.seconds:.1f} s, {_megabytes(theirs.grown)} more",
        all(complete) and mine.grown <= _FLAT,
    )


def _typed(tty: Tty, text: str) -> _Typed:
    before, begun = tty.memory(), time.perf_counter()
    tty.type(text)
    shown = tty.wait_for(text[-20:], timeout=300)
    return _Typed(tty.memory() - before, shown - begun)


def _is_all_there(tty: Tty, text: str, remembered: Path) -> bool:
    """Whether the program remembers every letter; it writes them soon after the last key."""
    tty.type("\x1b")
    give_up_at = time.perf_counter() + _PATIENCE
    while time.perf_counter() < give_up_at:
        tty.wait_quiet(1.0)
        saved = json.loads(remembered.read_bytes()) if remembered.exists() else {}
        if saved.get("queries", {}).get("search", {}).get("text") == text:
            return True
    return False


def _megabytes(count: float) -> str:
    return f"{count / 2**20:.1f} MB"
