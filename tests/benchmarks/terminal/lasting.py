"""What a long session costs: memory after fifty companies, and ten thousand keys at once."""

from __future__ import annotations

import random
import string
import time
from typing import Final

from tests.benchmarks.terminal.running import TABLE, Place, Row
from tests.terminal.tty import Tty

_KEYS: Final = 10_000
_TEXTS: Final = ("petro", "agro", "construct", "software", "transport")
_EACH: Final = 10
_FLAT: Final = 12 * 2**20


def measure(place: Place) -> list[Row]:
    """The two rows of the promise."""
    return [_fifty_companies(place), _ten_thousand_keys(place)]


def _fifty_companies(place: Place) -> Row:
    with place.explorer() as tty:
        for text in _TEXTS:
            tty.type(f"/{text}" if text != _TEXTS[0] else text)
            tty.wait_quiet(0.3)
            tty.type("\x1b")
            tty.wait_quiet(0.15)
            for _company in range(_EACH):
                for key in ("\r", "2", "3", "4", "h", "j"):
                    tty.type(key)
                    tty.wait_quiet(0.1)
        ours = tty.memory(peak=True)
    with place.open(TABLE) as tty:
        tty.wait_quiet(1.0, timeout=2)
        for text in _TEXTS:
            tty.type(text)
            tty.wait_quiet(0.3, timeout=1)
        bare = tty.memory(peak=True)
    ratio = ours / bare
    return Row(
        "peak memory after a session of 50 companies",
        "≤ 2 ×",
        f"{ratio:.2f} × ({_megabytes(ours)})",
        _megabytes(bare),
        ratio <= 2,
    )


def _ten_thousand_keys(place: Place) -> Row:
    typed = "".join(random.Random(5).choices(string.ascii_lowercase, k=_KEYS))
    with place.explorer() as tty:
        tty.type("xyz")
        tty.wait_quiet(0.3)
        tty.type("\x7f\x7f\x7f")
        tty.wait_quiet(0.3)
        grown, took = _typed(tty, typed)
    with place.open(TABLE) as tty:
        tty.wait_quiet(1.0, timeout=2)
        beside, bare_took = _typed(tty, typed)
    return Row(
        "10 000 keys typed at full speed",
        "none lost, memory flat",
        f"all there after {took:.1f} s, {_megabytes(grown)} more",
        f"{bare_took:.1f} s, {_megabytes(beside)} more",
        grown <= _FLAT,
    )


def _typed(tty: Tty, text: str) -> tuple[int, float]:
    before, begun = tty.memory(), time.perf_counter()
    tty.type(text)
    shown = tty.wait_for(text[-20:], timeout=300)
    return tty.memory() - before, shown - begun


def _megabytes(count: int) -> str:
    return f"{count / 2**20:.1f} MB"
