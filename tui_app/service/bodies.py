"""Reads the body of a request, up to a limit."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request

LARGEST: Final = 1_000_000
"""Bytes of a body."""


async def read_body(request: Request, largest: int = LARGEST) -> bytes | None:
    """The whole body; ``None`` where it is larger than allowed."""
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > largest:
            return None
    return bytes(body)
