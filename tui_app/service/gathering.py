"""Sends the head and the body of a reply together."""

from __future__ import annotations

import asyncio
from typing import Any


class Gathering(asyncio.Transport):
    """A transport that sends what is written in one turn of the loop at once.

    uvicorn writes a head and its body one after the other. Each would be a packet of its own
    on the line, and a system call that takes as long as looking up a company.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        super().__init__()
        self._transport = transport
        self._held: list[bytes] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Hold data until the callbacks that are running have returned."""
        if not self._held:
            asyncio.get_running_loop().call_soon(self._send)
        self._held.append(bytes(data))

    def close(self) -> None:
        """Send what is held, then close."""
        self._send()
        self._transport.close()

    def is_closing(self) -> bool:
        """Whether it is closed or about to be."""
        return self._transport.is_closing()

    # Any: what asyncio itself promises of it.
    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """What the line says of itself."""
        return self._transport.get_extra_info(name, default)

    def _send(self) -> None:
        if self._held:
            self._transport.write(b"".join(self._held))
            self._held.clear()
