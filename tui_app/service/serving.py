"""The service on a socket, by uvicorn: one process or several that share keys and allowance."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import sys
from functools import partial
from pathlib import Path
from typing import Final

import uvicorn
from msgspec import Struct
from uvicorn.supervisors import Multiprocess

from tui_app.registry.opening import open_registry
from tui_app.service.accounts import Accounts
from tui_app.service.allowance import Burst
from tui_app.service.app import Receive, Scope, Send, Service, create_app
from tui_app.service.log import Entry, JsonLines, Log, registry_log
from tui_app.service.protocol import BoundedHeads

_STOP_WITHIN_SECONDS: Final = 15
_BACKLOG: Final = 2048
_GARBAGE: Final = (20_000, 20, 20)
"""Python looks for garbage after so many new objects: by its own measure every ten requests."""


class Plan(Struct, frozen=True, kw_only=True):
    """What each worker process opens by itself; ``registry`` is its location."""

    registry: str
    accounts: Path
    burst: Burst | None


class _Worker:
    """The service in one worker process: opened with it, closed when it stops."""

    def __init__(self, plan: Plan) -> None:
        self._log = JsonLines(sys.stderr.buffer)
        _log_what_uvicorn_says(self._log)
        self._accounts = Accounts.open(plan.accounts, burst=plan.burst)
        self._service: Service = create_app(
            open_registry(plan.registry, registry_log(self._log)), self._accounts, log=self._log
        )
        # What start-up made is there to stay: no looking through it for garbage. Nor through a
        # dozen requests at a time: they leave next to none.
        gc.freeze()
        gc.set_threshold(*_GARBAGE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            await self._service(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await asyncio.to_thread(self._close)
        await send({"type": "lifespan.shutdown.complete"})

    def _close(self) -> None:
        self._service.close()
        self._accounts.close()
        self._log(Entry(event="stopped"))
        self._log.close()


def listen(host: str, port: int) -> socket.socket:
    """A socket that takes requests; raises ``OSError`` when the address is not to be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named, because asyncio turns off the 40 ms wait for more to send only on TCP by name.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(_BACKLOG)  # who is told the address may call at once
    except OSError:
        listening.close()
        raise
    return listening


def run(plan: Plan, listening: socket.socket, workers: int) -> None:
    """Serve until SIGTERM or SIGINT; running requests are finished."""
    config = uvicorn.Config(
        partial(_Worker, plan),
        factory=True,
        http=BoundedHeads,
        lifespan="on",
        workers=workers,
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=_STOP_WITHIN_SECONDS,
    )
    with listening:
        if workers > 1:
            Multiprocess(config, sockets=[listening]).run()
            return
        server = uvicorn.Server(config)

        def stop(*_: object) -> None:
            server.should_exit = True

        # uvicorn repeats the signal once it has stopped: a clean stop is no failure.
        for sent in (signal.SIGTERM, signal.SIGINT):
            signal.signal(sent, stop)
        server.run(sockets=[listening])


class _UvicornLog(logging.Handler):
    """Turns what uvicorn has to say into lines of our log."""

    def __init__(self, log: Log) -> None:
        super().__init__(logging.WARNING)
        self._log = log
        self.setFormatter(logging.Formatter("%(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        self._log(Entry(event="server", message=self.format(record)))


def _log_what_uvicorn_says(log: Log) -> None:
    logger = logging.getLogger("uvicorn.error")
    logger.handlers = [_UvicornLog(log)]
    logger.propagate = False
