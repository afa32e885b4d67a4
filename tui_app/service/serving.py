"""The service on a socket, by granian: worker processes that share keys and counts.

granian's Rust code holds the connections, so that a caller who sends slowly or does not read costs
no Python. The limits of a connection:

- a request's head must be complete within ``HEAD_SECONDS``, and an idle connection is closed after
  the same time;
- only POST requests have their body read, up to a limit in size and time (``bodies``); any other
  request with a body is answered, and its connection closed;
- a caller that does not read its answers for ``UNREAD_SECONDS`` is disconnected;
- a worker holds at most ``_most_connections``; further ones wait in the backlog.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import wait
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from granian._granian import SocketHolder
from granian.constants import HTTPModes, Interfaces, Loops
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.mp import MPServer
from msgspec import Struct
from starlette.types import ASGIApp, Receive, Scope, Send

from tui_app.registry.company_registry import Pooled
from tui_app.registry.registry_location import is_url, open_registry
from tui_app.service.accounts_location import open_accounts
from tui_app.service.allowance import Burst
from tui_app.service.app import Service
from tui_app.service.forwarding import Proxies
from tui_app.service.log import SERVER_LOG_CONFIG, LogEntry, LogWriter, registry_log
from tui_app.service.metrics import Metrics

if TYPE_CHECKING:
    from tui_app.service.reconcile.endpoint import Access

_logger: Final = logging.getLogger("_granian")
HEAD_SECONDS: Final = 10
UNREAD_SECONDS: Final = 10
LONGEST_HEAD: Final = 64 * 1024
_STOP_SECONDS: Final = 5
_BACKLOG: Final = 2048
_MAX_CONNECTIONS: Final = 1024
_FILES_OF_OUR_OWN: Final = 64
_CHECK_SECONDS: Final = 1.0
_TOGETHER_SECONDS: Final = 0.5
"""How long a worker that replaces another one listens beside it. Nothing is lost without it: they
share a socket, at which callers wait. granian's own time is for programs that are imported anew.
"""

POOL: Final = 7
"""Connections of a worker to PostgreSQL: 13 workers fit into a server's usual 100."""

MAX_FOR_ACCOUNTS: Final = 3
_SHORT_LIFE: Final = 10.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 8.0
"""Seconds before a worker that ended soon after its start is started again."""


class WorkerSettings(Struct, frozen=True, kw_only=True):
    """The settings of a worker process; registry and accounts are locations.

    ``extend`` wraps the service in an application with further paths.
    """

    registry: str
    accounts: str
    burst: Burst | None
    replicas: tuple[str, ...] = ()
    with_metrics: bool = False
    extend: Callable[[Service], ASGIApp] | None = None
    pool: int = POOL
    reconcile: Access | None = None
    """Who may call the reconciliation API; ``None``: nobody."""

    proxies: Proxies = Proxies()
    """Those whose headers are believed."""

    @property
    def shares(self) -> tuple[int, int]:
        """A worker's connections to the accounts and to the registry, from one pool."""
        if is_url(self.accounts) and is_url(self.registry):
            return MAX_FOR_ACCOUNTS, max(1, self.pool - MAX_FOR_ACCOUNTS)
        return min(MAX_FOR_ACCOUNTS, self.pool), self.pool

    def connections(self, workers: int) -> dict[str, int]:
        """The most connections of all workers by database URL."""
        needs: dict[str, int] = {}
        for_accounts, for_registry = self.shares
        shares = [(self.accounts, for_accounts), (self.registry, for_registry)]
        for location, share in (*shares, *((each, for_registry) for each in self.replicas)):
            if is_url(location):
                needs[location] = needs.get(location, 0) + share * workers
        return needs


def listen(host: str, port: int, workers: int) -> list[socket.socket]:
    """Listening sockets of one address, one for each worker.

    Of a single socket one worker takes all connections that are opened at once, and callers keep
    them. Raises ``OSError`` when the address is not available.
    """
    first = _bound(host, port, is_further=False)
    sockets = [first]
    try:
        if sys.platform == "linux":  # elsewhere the system does not spread connections
            # Not before it is bound: a second service on the address would not be noticed.
            first.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            for _ in range(workers - 1):
                sockets.append(_bound(host, first.getsockname()[1], is_further=True))
        for each in sockets:
            each.listen(_BACKLOG)  # a caller may connect as soon as the address is printed
    except OSError:
        for each in sockets:
            each.close()
        raise
    return sockets


def _bound(host: str, port: int, *, is_further: bool) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if is_further:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        # Every connection inherits these two options.
        bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            unread = UNREAD_SECONDS * 1000
            bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, unread)
        bound.bind((host, port))
    except OSError:
        bound.close()
        raise
    return bound


def run(plan: WorkerSettings, listening: Sequence[socket.socket], workers: int) -> None:
    """Serve until SIGTERM or SIGINT; running requests are finished."""
    # A worker takes over its listening socket as it is.
    multiprocessing.set_start_method("fork", force=True)
    most = _most_connections()
    server = _GranianServer(listening, workers, most)
    server.serve(target_loader=lambda: _Worker(plan, most), wrap_loader=False)


class _GranianServer(MPServer):
    """granian on existing sockets; a socket of its own would lack our options.

    A worker that is started again continues with the socket of the one before it, and with the
    connections that wait there.
    """

    def __init__(
        self, listening: Sequence[socket.socket], workers: int, most_connections: int
    ) -> None:
        super().__init__(
            "firmeterm",
            interface=Interfaces.ASGI,
            workers=workers,
            backlog=_BACKLOG,
            backpressure=most_connections,
            http=HTTPModes.http1,
            http1_settings=HTTP1Settings(
                header_read_timeout=HEAD_SECONDS * 1000, max_buffer_size=LONGEST_HEAD
            ),
            websockets=False,
            loop=Loops.asyncio,
            workers_kill_timeout=_STOP_SECONDS,
            respawn_interval=_TOGETHER_SECONDS,
            respawn_failed_workers=True,
            log_level=LogLevels.warning,
            log_dictconfig=SERVER_LOG_CONFIG,
        )
        self._listening = listening
        self._pauses: dict[int, float] = {}

    # Any: granian passes the arguments of its own method.
    def _respawn_workers(
        self, workers: list[int], spawn_target: Any, target_loader: Any, delay: float = 0
    ) -> None:
        """Start workers again, always; those that ended soon after their start have to wait."""
        pause = max(self._pause(index) for index in workers)
        if pause:
            _logger.warning("a worker ended soon after its start; the next one in %.1f s", pause)
            self.main_loop_interrupt.wait(pause)
            if self.interrupt_signal:
                return
        super()._respawn_workers(workers, spawn_target, target_loader, delay)
        # With these two, granian would end the service if a worker ends again within seconds.
        self.respawned_wrks.clear()

    def _pause(self, index: int) -> float:
        worker = self.wrks[index]
        if worker.inner.is_alive() or time.monotonic() - worker.birth > _SHORT_LIFE:
            self._pauses.pop(index, None)
            return 0.0
        before = self._pauses.get(index, 0.0)
        self._pauses[index] = max(_FIRST_PAUSE, min(2 * before, _LONGEST_PAUSE))
        return before

    # Any: as above. The override has the parameters of the class that is extended, not of its base.
    def _spawn_worker(  # type: ignore[override]
        self, idx: int, target: Any, callback_loader: Any
    ) -> Any:
        descriptor = self._listening[idx % len(self._listening)].fileno()
        # From a file descriptor, as granian itself does for a worker.
        self._shd = SocketHolder(descriptor, False, _BACKLOG)  # type: ignore[call-arg,assignment]
        return super()._spawn_worker(idx, target, callback_loader)

    def _init_shared_socket(self) -> None:
        self._sso = None

    def _drop_shared_socket(self) -> None:
        for each in self._listening:
            each.close()


class _Worker:
    """The service in one worker process: opened on first use, closed with the worker."""

    def __init__(self, plan: WorkerSettings, most_connections: int) -> None:
        self._log = LogWriter(sys.stderr.buffer)
        self._metrics = Metrics() if plan.with_metrics else None
        for_accounts, for_registry = plan.shares
        self._accounts = open_accounts(plan.accounts, plan.burst, connections=for_accounts)
        self._registry = open_registry(
            plan.registry, registry_log(self._note), plan.replicas, for_registry
        )
        self._service = Service(
            self._registry,
            self._accounts,
            self._note,
            reconcile=plan.reconcile,
            proxies=plan.proxies,
        )
        self._app = plan.extend(self._service) if plan.extend else self._service
        self._most_connections = most_connections
        _in_background(_end_with_parent)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        else:
            await self._app(scope, receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        self._service.readiness.start()
        # Counted here, before the first caller: the thread may start later than that.
        own_files = _open_files()
        _in_background(lambda: self._monitor(own_files + self._most_connections))
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await asyncio.to_thread(self._close)
        await send({"type": "lifespan.shutdown.complete"})

    def _note(self, entry: LogEntry) -> None:
        self._log(entry)
        if self._metrics is not None:
            self._metrics.note(entry)

    def _monitor(self, most_files: int) -> None:
        """Log when every connection is in use; renew the gauges."""
        was_full = False
        while True:
            threading.Event().wait(_CHECK_SECONDS)
            is_full = _open_files() >= most_files
            if is_full and not was_full:
                message = (
                    f"All {self._most_connections} connections are in use: further callers wait"
                )
                self._log(LogEntry(event="full", message=message))
            was_full = is_full
            if self._metrics is not None:
                self._metrics.show_state(self._service.readiness.latest, self._service.waiting)
            for name, store in (("registry", self._registry), ("accounts", self._accounts)):
                if self._metrics is not None and isinstance(store, Pooled):
                    self._metrics.show_pool(name, store.pool_use())

    def _close(self) -> None:
        self._service.close()
        self._accounts.close()
        self._log(LogEntry(event="stopped"))
        self._log.close()


def _open_files() -> int:
    return len(list(Path("/dev/fd").iterdir()))


def _in_background(work: Callable[[], None]) -> None:
    threading.Thread(target=work, daemon=True).start()


def _end_with_parent() -> None:
    """Stop this worker when its parent process is gone, since nobody else would."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)
    threading.Event().wait(_STOP_SECONDS)
    os._exit(1)


def _most_connections() -> int:
    """The most connections of a worker, according to the limit on open files."""
    try:
        import resource
    except ImportError:  # on Windows
        return _MAX_CONNECTIONS
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(16, min(_MAX_CONNECTIONS, limit - _FILES_OF_OUR_OWN))
