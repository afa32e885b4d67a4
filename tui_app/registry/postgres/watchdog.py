"""Ends what waits for a server that has stopped or fallen silent, before its callers lose patience.

A statement timeout limits the work of a server, but not how long a stalled server is silent, and a
pool waits for connections to a server that is gone. So a thread looks at what waits. When nothing
was answered for a moment, it asks the server whether it is there: the first message of any
connection has an answer of one byte, before any authentication. Without one all that waits fails,
and so does what comes later, until the server answers again.
"""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, Final

import psycopg
from psycopg_pool import ConnectionPool, PoolTimeout

from tui_app.registry.postgres.pool import has_ended, places_of

_CHECK_SECONDS: Final = 0.05
_SLICE_SECONDS: Final = 0.1
"""How long a request waits for a connection before it looks whether the server is gone."""

SILENT_SECONDS = 0.15
"""After this time without any answer, the server is asked whether it is there."""

ANSWER_SECONDS = 0.2
"""The server has this long to say so. Both together leave room for an answer within 0.5 s."""

_IDLE_CHECKS: Final = 200
"""After this many checks without a read the thread ends."""

_SSL_REQUEST: Final = bytes((0, 0, 0, 8, 4, 210, 22, 47))


class _WatchedRead:
    """A read under way; it may still wait for its connection."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.connection: psycopg.Connection | None = None


class Watchdog:
    """Lends connections of a pool, and watches them. Its thread runs while there are reads.

    ``seconds`` is the time limit of a read; the pool's is that of waiting for a connection.
    """

    def __init__(
        self,
        pool: ConnectionPool[psycopg.Connection],
        address: str,
        seconds: float,
    ) -> None:
        self._pool = pool
        self._places = places_of(address)
        self._seconds = seconds
        # Who waits here waits for others, and not for the server.
        self._turns = threading.Semaphore(pool.max_size)
        self._lock = threading.Lock()
        self._reads: set[_WatchedRead] = set()
        self._heard_at = self._asked_at = 0.0
        self._is_gone = False
        self._is_checking = False
        self._closed = threading.Event()

    @contextlib.contextmanager
    def connection(self) -> Iterator[psycopg.Connection]:
        """A connection for the block, within limits of time.

        Raises ``psycopg.OperationalError`` and ``PoolTimeout``.
        """
        until = time.monotonic() + self._pool.timeout
        if not self._turns.acquire(timeout=self._pool.timeout):
            raise PoolTimeout(f"no connection was free for {self._pool.timeout:g} s")
        try:
            with self._watched() as read, ExitStack() as lent:
                read.connection = self._lent(lent, until)
                yield read.connection
                self._heard_at = time.monotonic()
        finally:
            self._turns.release()

    def close(self) -> None:
        """Stop watching."""
        self._closed.set()

    @contextlib.contextmanager
    def _watched(self) -> Iterator[_WatchedRead]:
        read = _WatchedRead()
        with self._lock:
            self._reads.add(read)
            starts = not self._is_checking
            self._is_checking = True
        if starts:
            threading.Thread(target=self._check, name="firmeterm-watchdog", daemon=True).start()
        try:
            yield read
        finally:
            with self._lock:
                self._reads.discard(read)

    def _lent(self, stack: ExitStack, until: float) -> psycopg.Connection:
        """A connection; those that the server ended meanwhile are skipped.

        A server that stops ends all connections at once: each would fail one request.
        """
        ended = 0
        while True:
            if self._is_gone:
                raise psycopg.OperationalError("the server does not answer")
            try:
                with ExitStack() as one:
                    connection = one.enter_context(self._pool.connection(_SLICE_SECONDS))
                    if ended < self._pool.max_size and has_ended(connection):
                        ended += 1
                        continue
                    stack.push(one.pop_all())
            except PoolTimeout:
                if time.monotonic() >= until:
                    raise
                continue
            if not self._places:
                info = connection.info
                self._places = ((info.host, info.port),)
            return connection

    def _check(self) -> None:
        idle = 0
        while not self._closed.wait(_CHECK_SECONDS):
            self._look()
            with self._lock:
                idle = 0 if self._reads or self._is_gone else idle + 1
                if idle > _IDLE_CHECKS:
                    self._is_checking = False
                    return

    def _look(self) -> None:
        now = time.monotonic()
        with self._lock:
            began = min((read.began for read in self._reads), default=now)
        since = self._asked_at if self._is_gone else max(began, self._heard_at, self._asked_at)
        if self._places and now - since >= SILENT_SECONDS:
            self._is_gone = not any(map(_answers, self._places))
            self._asked_at = time.monotonic()
        with self._lock:
            # The read cannot end while its socket is shut down: the connection is still in use.
            for read in self._reads:
                is_late = self._is_gone or read.began + self._seconds <= now
                if is_late and read.connection is not None:
                    _shut_down(read.connection)


def _answers(address: tuple[str, int]) -> bool:
    """Whether a server at a host or in a folder, and at a port, says anything."""
    host, port = address
    # Any: an address of either family.
    try:
        if host.startswith(("/", "@")):
            line = socket.socket(socket.AF_UNIX)
            target: Any = f"{host}/.s.PGSQL.{port}".replace("@", "\0", 1)
        else:
            family, *_, target = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            line = socket.socket(family)
        with line:
            line.settimeout(ANSWER_SECONDS)
            line.connect(target)
            line.sendall(_SSL_REQUEST)
            return bool(line.recv(1))
    except OSError:
        return False


def _shut_down(connection: psycopg.Connection) -> None:
    with contextlib.suppress(OSError, psycopg.Error):
        descriptor = os.dup(connection.fileno())
        with socket.socket(fileno=descriptor) as line:
            line.shutdown(socket.SHUT_RDWR)
