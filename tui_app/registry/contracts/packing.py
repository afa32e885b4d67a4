"""The stored form of the purchases of one buyer and winner: one value for all of them."""

from __future__ import annotations

import zlib
from typing import Final

import msgspec

from tui_app.system.untyped import DbValue

_WORTH_IT: Final = 300
_COMPRESSED: Final = b"\x78"
"""The first byte of zlib data; MessagePack never begins a list with it."""


def pack(rows: list[list[DbValue]]) -> bytes | None:
    """Some purchases, compressed if that saves space."""
    if not rows:
        return None
    plain = msgspec.msgpack.encode(rows)
    return zlib.compress(plain, 1) if len(plain) > _WORTH_IT else plain


def unpack(packed: bytes | None) -> list[list[DbValue]]:
    """The purchases, largest first."""
    if not packed:
        return []
    plain = bytes(packed)
    if plain.startswith(_COMPRESSED):
        plain = zlib.decompress(plain)
    return msgspec.msgpack.decode(plain, type=list[list[DbValue]])
