"""Reads the body of a request, up to a limit."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.requests import ClientDisconnect, Request

LARGEST: Final = 1_000_000
"""The most bytes of a body."""

SECONDS: Final = 10
"""The most seconds to wait for a body."""

UNASKED_SECONDS: Final = 1
"""The same, where the body is only read so that the connection can go on."""


class BodyTooLarge(Exception):
    """The body is larger than allowed, or did not arrive in time."""


class BodyIncomplete(Exception):
    """The body ended early, or its chunks are malformed: the server cannot tell which."""


async def read_body(request: Request, largest: int = LARGEST, *, seconds: float = SECONDS) -> bytes:
    """The whole body. Raises ``BodyTooLarge`` and ``BodyIncomplete``."""
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for piece in request.stream():
                body += piece
                if len(body) > largest:
                    raise BodyTooLarge
    except TimeoutError:
        raise BodyTooLarge from None
    except ClientDisconnect:
        raise BodyIncomplete from None
    return bytes(body)
