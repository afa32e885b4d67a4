"""HTTP/1.1 as uvicorn speaks it by httptools, with bounds on what comes before a request.

httptools collects a request line and its headers for as long as they come: without a bound,
a caller without a key could fill the memory or hold connections for ever.
"""

from __future__ import annotations

import asyncio
from typing import Final, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from tui_app.service.gathering import Gathering

LONGEST_HEAD: Final = 256 * 1024
"""Bytes of a request line and its headers: room for any odd question to get a JSON answer."""

HEAD_SECONDS = 10.0
"""In this time after its first byte a head is complete, and the first one after connecting."""

_TOO_LONG: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)


class BoundedHeads(HttpToolsProtocol):
    """Answers 431 to a head that is too long, and closes a connection whose head is slow."""

    _pending = 0
    """Bytes that came since the parser last had a whole head, or a piece of a body."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first head."""
        super().connection_made(transport)
        self.transport = Gathering(transport)
        self._deadline = self.loop.call_later(HEAD_SECONDS, transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        super().connection_lost(exc)
        self._unset_deadline()

    def data_received(self, data: bytes) -> None:
        """Take what came. Nearly always it is one whole request."""
        if self._pending + len(data) > LONGEST_HEAD:
            self._receive_in_parts(data)
        else:
            self._pending += len(data)
            super().data_received(data)
        if self._pending == 0:
            self._unset_deadline()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def on_headers_complete(self) -> None:
        """A head is whole."""
        self._pending = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A piece of a body came: its length is no matter of the head's."""
        self._pending = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """A request is whole; what follows begins the next one."""
        self._pending = 0
        super().on_message_complete()

    def _receive_in_parts(self, data: bytes) -> None:
        """Parse no more at a time than a head may still have, so that one too long is seen."""
        while data and not self.transport.is_closing():
            room = LONGEST_HEAD - self._pending
            if room == 0:
                self._refuse()
                return
            part, data = data[:room], data[room:]
            self._pending += len(part)
            super().data_received(part)

    def _refuse(self) -> None:
        self.logger.warning("A request head of more than %d bytes was refused.", LONGEST_HEAD)
        # While an earlier request is being answered, this would be taken for its answer.
        earlier = cast(RequestResponseCycle | None, self.cycle)  # none yet, whatever uvicorn types
        if earlier is None or earlier.response_complete:
            self.transport.write(_TOO_LONG)
        self.transport.close()

    def _unset_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
