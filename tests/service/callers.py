"""Callers at plain sockets, who may do what no client does."""

from __future__ import annotations

import contextlib
import select
import socket

from tests.service.running import Running

REQUEST = b"GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n"


IMPATIENT = "tests.service.impatient"
"""It waits a second for its callers: what is tested is that it does not wait for ever."""


def connect(service: Running, *, room: int = 0) -> socket.socket:
    """A connection; with ``room`` only so many bytes wait to be read on this side."""
    line = socket.socket()
    if room:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    line.settimeout(10)
    try:
        line.connect(("127.0.0.1", service.port))
    except OSError:
        line.close()
        raise
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return line


def send(line: socket.socket, data: bytes) -> None:
    with contextlib.suppress(OSError):
        line.sendall(data)


def open_ones(lines: list[socket.socket]) -> list[socket.socket]:
    """Those that the service has not closed; what it answered is read away."""
    return [line for line in lines if line.fileno() >= 0 and not _is_closed(line)]


def _is_closed(line: socket.socket) -> bool:
    with contextlib.suppress(ConnectionError):
        while select.select([line], [], [], 0)[0]:
            if not line.recv(65_536):
                break
        else:
            return False
    line.close()
    return True
