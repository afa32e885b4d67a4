"""The stored form of the purchases of one buyer and winner: one value for all of them."""

from __future__ import annotations

import zlib
from typing import Any, Final

import msgspec

_WORTH_IT: Final = 300
_COMPRESSED: Final = b"\x78"
"""The first byte of zlib data; MessagePack never begins a list with it."""


# Any: rows of purchases: day, bani, number, title, CPV, line, whether set apart, source.
def pack(rows: list[list[Any]]) -> bytes | None:
    """Some purchases, compressed if that saves space."""
    if not rows:
        return None
    plain = msgspec.msgpack.encode(rows)
    return zlib.compress(plain, 1) if len(plain) > _WORTH_IT else plain


# Any: as above.
def unpack(packed: bytes | None) -> list[list[Any]]:
    """The purchases, largest first."""
    if not packed:
        return []
    plain = bytes(packed)
    if plain.startswith(_COMPRESSED):
        plain = zlib.decompress(plain)
    return msgspec.msgpack.decode(plain, type=list[list[Any]])
