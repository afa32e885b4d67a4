"""What a kind of terminal is shown, and the colours that it is sent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import Final

from tests.terminal.tty import Tty

BRAILLE: Final = frozenset(map(chr, range(0x2800, 0x2900)))
BLOCKS: Final = frozenset("█▄")
CONTROLS: Final = frozenset("\x07\x08\t\r\n\x1b")
# The kernel's own font (its table is cp437.uni): the PC character set, and what that has where
# Python sees control codes.
PC_FONT: Final = frozenset(bytes(range(256)).decode("cp437")) | frozenset("•○▲▼►◄↑↓→←♦§¶")


class Colour(Enum):
    """In which way a sequence names a colour."""

    OF_16 = "30-37, 40-47, 90-97, 100-107"
    OF_256 = "38;5;n, 48;5;n"
    OF_ALL = "38;2;r;g;b, 48;2;r;g;b"


def colours_in(raw: bytes) -> set[Colour]:
    """In which ways colours are named in what a terminal was sent."""
    return {
        colour
        for sequence in re.finditer(rb"\x1b\[([0-9;:]*)m", raw)
        for colour in _colours_of([int(code or 0) for code in re.split(rb"[;:]", sequence[1])])
    }


def _colours_of(codes: list[int]) -> Iterator[Colour]:
    rest = iter(codes)
    for code in rest:
        if code in (38, 48):
            way, numbers = {5: (Colour.OF_256, 1), 2: (Colour.OF_ALL, 3)}[next(rest)]
            assert all(next(rest) in range(256) for _ in range(numbers))
            yield way
        elif code // 10 in (3, 4, 9, 10) and code % 10 <= 7:
            yield Colour.OF_16


def walk(tty: Tty, steps: int = 7) -> None:
    """A search, a company, its charts and the keys; or the first steps of this."""
    for keys, said in (
        ("", "invented companies"),
        ("petro", "PETROTERM DEMO SRL"),
        ("\r", "J40/99123/2020"),
        ("2", "Turnover (RON)"),
        ("?", "Keys: Finance"),
        ("\x1b[6~", "Everywhere"),
        ("\x1b[6~", "One row down"),
    )[:steps]:
        tty.type(keys)
        tty.wait_for(said)
        tty.wait_quiet()
