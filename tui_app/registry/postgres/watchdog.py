"""Ends reads from a server that has stalled: the connection is up, but no answer comes.

A statement timeout limits the work of a server, but not how long a stalled server is
silent. A thread checks twice a second, and shuts down the socket of a read that takes too
long. The read then fails as if the server were down, and the next server is used.
"""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
from collections.abc import Iterator
from typing import Final

import psycopg

_CHECK_SECONDS: Final = 0.5


class Watchdog:
    """Watches the reads of one registry. Its thread runs while there are reads."""

    def __init__(self, seconds: float) -> None:
        """``seconds``: the time limit of a read."""
        self._seconds = seconds
        self._lock = threading.Lock()
        self._reads: dict[int, tuple[float, psycopg.Connection]] = {}
        self._is_checking = False
        self._closed = threading.Event()

    @contextlib.contextmanager
    def watch(self, connection: psycopg.Connection) -> Iterator[None]:
        """Limit the time of the block, which reads from a connection."""
        number = id(connection)
        with self._lock:
            self._reads[number] = (time.monotonic() + self._seconds, connection)
            starts = not self._is_checking
            self._is_checking = True
        if starts:
            threading.Thread(
                target=self._check_reads, name="firmeterm-watchdog", daemon=True
            ).start()
        try:
            yield
        finally:
            with self._lock:
                self._reads.pop(number, None)

    def close(self) -> None:
        """Stop watching."""
        self._closed.set()

    def _check_reads(self) -> None:
        idle = 0
        while not self._closed.wait(_CHECK_SECONDS):
            now = time.monotonic()
            with self._lock:
                late = [each for until, each in self._reads.values() if until <= now]
                # The read cannot end while its socket is shut down: the connection is still in use.
                for connection in late:
                    _shut_down(connection)
                idle = 0 if self._reads else idle + 1
                if idle > _IDLE_CHECKS:
                    self._is_checking = False
                    return


_IDLE_CHECKS: Final = 20
"""After this many checks without a read the thread ends."""


def _shut_down(connection: psycopg.Connection) -> None:
    with contextlib.suppress(OSError, psycopg.Error):
        descriptor = os.dup(connection.fileno())
        with socket.socket(fileno=descriptor) as line:
            line.shutdown(socket.SHUT_RDWR)
