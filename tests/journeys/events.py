"""The events of a random walk: keys, pastes, the mouse, raw bytes and sizes of the terminal."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final, NamedTuple

from tests.sample import landmarks

SIZES: Final = ((200, 60), (160, 50), (120, 40), (100, 24), (80, 24), (40, 12), (30, 8), (10, 4))
SMALLEST, LARGEST = (1, 1), (220, 70)

_KEYS: Final = (
    *("\r", "\r", "\r", "\x1b", "\x1b", "\x1b", "\t", "\x1b[Z", " ", "\x7f"),
    *("\x1b[A", "\x1b[B", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[6~", "\x1b[H", "\x1b[F"),
    *"/12345678123456789jkhlgGnpNQWHtxXiIMATLCceyovwmfUsSFDPEOKrRbBuzZ?:;,.<>'\"",
    *("\x1bOP", "\x10", "\x15", "\x12", "\x17", "\x0b"),
)
_TEXTS: Final = (
    *("petro", "agro", "demo", "s", "turnover:>1M", "county:Cluj ", "judet:Cluj tva:da", "caen:62"),
    *(landmarks.SHOWPIECE, landmarks.MANY_COURT_CASES, landmarks.LONG_TEXTS, landmarks.HOLES),
    *("2025-03-03", "-7d", "ștefăneț", "薬 ف 👩‍👩‍👧", "no such thing", "x" * 300),
)
LIST: Final = "list.csv"
"""A list of names in the folder of a walk."""
_LINES: Final = (
    *(f":match {LIST}", "G", "Gchanged:status ", "A2022-12-31", "A2020-01-01", "A", ":", ":xyz"),
    *(":changes changed:name", ":screen county:Cluj", ":search petro", ":new 2024-05-05", "P3"),
    *(f":show {landmarks.SHOWPIECE} public-money", ":as-of 2022-12-31", ":--theme light"),
)
"""Keys that lead to other views, after Esc and with Enter."""
_BUTTONS: Final = (0, 0, 0, 1, 2, 32, 35, 64, 65, 64, 65)
"""As the terminal reports them: three buttons, dragging, moving, the wheel."""
_ENDING: Final = bytes((0x03, 0x11))
"""ctrl+c twice and ctrl+q in a dialog end the program, as they should: no byte of a walk is one."""
_HARMLESS: Final = bytes.maketrans(_ENDING, b"..")


class Event(NamedTuple):
    """Bytes that are typed; or, where there are none, a new size of the terminal."""

    typed: bytes = b""
    size: tuple[int, int] = (0, 0)


def events(seed: int, count: int) -> list[Event]:
    """The same events for the same seed."""
    rng = random.Random(seed)
    kinds = (_key, _text, _line, _paste, _mouse, _raw, _resized)
    chosen = rng.choices(kinds, (62, 8, 8, 3, 9, 3, 7), k=count)
    return [kind(rng) for kind in chosen]


def _key(rng: random.Random) -> Event:
    return Event(rng.choice(_KEYS).encode())


def _text(rng: random.Random) -> Event:
    return Event(rng.choice(_TEXTS).encode())


def _line(rng: random.Random) -> Event:
    return Event(f"\x1b{rng.choice(_LINES)}\r".encode())


def _paste(rng: random.Random) -> Event:
    text = "\n".join(rng.choices(_TEXTS, k=rng.randint(1, 4)))
    return Event(b"\x1b[200~" + text.encode() + b"\x1b[201~")


def _mouse(rng: random.Random) -> Event:
    button, column, row = rng.choice(_BUTTONS), rng.randint(1, 200), rng.randint(1, 60)
    press = f"\x1b[<{button};{column};{row}M"
    return Event((press + f"\x1b[<{button};{column};{row}m" * (button < 3)).encode())


def _raw(rng: random.Random) -> Event:
    return Event(rng.randbytes(rng.randint(1, 12)).translate(_HARMLESS))


def _resized(rng: random.Random) -> Event:
    if rng.random() < 0.8:
        return Event(size=rng.choice(SIZES))
    return Event(size=tuple(map(rng.randint, SMALLEST, LARGEST)))  # type: ignore[arg-type]


def shortest(walk: list[Event], fails: Callable[[list[Event]], bool]) -> list[Event]:
    """The shortest part of a failing walk that still fails."""
    parts = 2
    while len(walk) > 1:
        length = -(-len(walk) // parts)
        for start in range(0, len(walk), length):
            rest = walk[:start] + walk[start + length :]
            if fails(rest):
                walk, parts = rest, max(2, parts - 1)
                break
        else:
            if length == 1:
                break
            parts = min(len(walk), parts * 2)
    return walk
