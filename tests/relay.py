"""A TCP relay: a load balancer in a few lines, and a line that can be cut."""

from __future__ import annotations

import contextlib
import itertools
import socket
import threading
from collections.abc import Callable, Sequence

from psycopg.conninfo import conninfo_to_dict

Connect = Callable[[], socket.socket]


class Relay:
    """Listens on loopback and passes each connection on to the next target that takes it."""

    def __init__(self, targets: Sequence[Connect]) -> None:
        self._targets = itertools.cycle(targets)
        self._count = len(targets)
        self._open: set[socket.socket] = set()
        self._is_cut = False
        self._lock = threading.RLock()
        """A cut is over when the line is mended: nothing of it comes later."""
        self._moving = threading.Event()
        self._moving.set()
        self.ends_after: int | None = None
        """Bytes of answers after which every line is cut."""
        self.delay = 0.0
        """Seconds that each piece of an answer takes."""
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """End every connection, and any that is made from now on."""
        with self._lock:
            self._is_cut = True
            for line in list(self._open):
                _end(line)

    def mend(self) -> None:
        """Pass connections on again."""
        with self._lock:
            self._is_cut = False
            self.ends_after = None
        self._moving.set()

    def stall(self) -> None:
        """Keep every line up and pass nothing back."""
        self._moving.clear()

    def close(self) -> None:
        """Take no more connections."""
        self._moving.set()
        _end(self._listening)
        self.cut()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                line, _ = self._listening.accept()
                threading.Thread(target=self._pass_on, args=(line,), daemon=True).start()

    def _pass_on(self, line: socket.socket) -> None:
        target = None if self._is_cut else self._connected()
        with self._lock:
            if target is None or self._is_cut:
                _end(line)
                return
            self._open |= {line, target}
        threading.Thread(target=self._answer, args=(target, line), daemon=True).start()
        _copy(line, target)
        with self._lock:
            self._open -= {line, target}

    def _answer(self, target: socket.socket, line: socket.socket) -> None:
        """Pass back what comes, as slowly as it is wanted, or cut in the middle of it."""
        with contextlib.suppress(OSError):
            while piece := target.recv(65_536):
                self._moving.wait()
                threading.Event().wait(self.delay)
                with self._lock:
                    if self.ends_after is not None:
                        piece = piece[: self.ends_after]
                        self.ends_after -= len(piece)
                    line.sendall(piece)
                    if self.ends_after == 0:
                        self.cut()
        for each in (target, line):
            _end(each)

    def _connected(self) -> socket.socket | None:
        for _ in range(self._count):
            with contextlib.suppress(OSError):
                return next(self._targets)()
        return None


def to_port(port: int) -> Connect:
    """A target on loopback."""
    return lambda: socket.create_connection(("127.0.0.1", port), 10)


def to_postgres(url: str) -> Connect:
    """The PostgreSQL server of a URL, whether it listens on a port or in a folder."""
    parts = conninfo_to_dict(url)
    host, port = str(parts.get("host") or "/tmp"), int(str(parts.get("port") or 5432))

    def connect() -> socket.socket:
        if not host.startswith("/"):
            return socket.create_connection((host, port), 10)
        line = socket.socket(socket.AF_UNIX)
        line.connect(f"{host}/.s.PGSQL.{port}")
        return line

    return connect


def through(relay: Relay, url: str) -> str:
    """The URL of the same database through a relay."""
    parts = conninfo_to_dict(url)
    user = f"{parts.get('user')}:{parts.get('password') or ''}@"
    return f"postgresql://{user}127.0.0.1:{relay.port}/{parts.get('dbname')}"


def _copy(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while piece := source.recv(65_536):
            target.sendall(piece)
    for line in (source, target):
        _end(line)


def _end(line: socket.socket) -> None:
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
    line.close()
