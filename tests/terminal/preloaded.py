"""A start of Python with the modules imported already: half of a short test is importing them.

A process imports them once and forks for each start, so that what the test gets is a child of
its own, at its own terminal, with its own variables. What depends on how Python starts (its
locale, ``TEXTUAL_…`` variables, the arguments that the system lists, memory) needs a true start.
"""

from __future__ import annotations

import atexit
import ctypes
import fcntl
import gc
import importlib
import json
import os
import pkgutil
import runpy
import signal
import socket
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NoReturn

_LARGEST: Final = 65_536
_SUBREAPER: Final = 36  # PR_SET_CHILD_SUBREAPER of prctl(2)


class Preloaded:
    """Starts modules as ``python -m`` does, by the process behind a socket."""

    def __init__(self, orders: socket.socket) -> None:
        self._orders = orders

    def __call__(
        self, command: Sequence[str], environment: Mapping[str, str], terminal: int
    ) -> int:
        """Start a module with arguments on a terminal; return the id of the new child."""
        order = json.dumps([list(command), dict(environment), str(Path.cwd())])
        with _adopting():
            socket.send_fds(self._orders, [order.encode()], [terminal])
            return int(self._orders.recv(_LARGEST))


@contextmanager
def preloaded_modules(environment: Mapping[str, str]) -> Iterator[Preloaded]:
    """Import the program's modules in a process that ends with this context."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = (sys.executable, "-m", __name__, str(its.fileno()))
    with (
        ours,
        subprocess.Popen(
            command, stdin=subprocess.DEVNULL, env=dict(environment), pass_fds=[its.fileno()]
        ),
    ):
        its.close()
        yield Preloaded(ours)
        ours.close()


@contextmanager
def _adopting() -> Iterator[None]:
    """Become the parent of what loses its own meanwhile, so as to wait for it and signal it."""
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    assert prctl(_SUBREAPER, 1, 0, 0, 0) == 0
    try:
        yield
    finally:
        prctl(_SUBREAPER, 0, 0, 0, 0)


def _import_all() -> None:
    import tui_app

    for module in pkgutil.walk_packages(tui_app.__path__, "tui_app."):
        if not module.name.endswith("__main__"):  # which is what a start runs
            importlib.import_module(module.name)


def _serve(orders: socket.socket) -> None:
    """Fork for each order and return in the child; end when nobody orders more."""
    while True:
        message, terminals, _flags, _from = socket.recv_fds(orders, _LARGEST, 1)
        if not message:
            raise SystemExit(0)
        reading, writing = os.pipe()
        if (between := os.fork()) == 0:
            if (pid := os.fork()) == 0:
                os.close(reading)
                os.close(writing)
                orders.close()
                command, environment, folder = json.loads(message)
                _become(command, environment, folder, terminals[0])
                return
            os.write(writing, str(pid).encode())
            os._exit(0)
        # Its parent is gone before it is told of: it has been adopted by then.
        os.waitpid(between, 0)
        orders.send(os.read(reading, 100))
        for descriptor in (reading, writing, *terminals):
            os.close(descriptor)


def _become(
    command: Sequence[str], environment: Mapping[str, str], folder: str, terminal: int
) -> None:
    """Be a program that was started just now."""
    os.setsid()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    for standard in (0, 1, 2):
        os.dup2(terminal, standard)
    os.close(terminal)
    for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    os.chdir(folder)
    sys.argv = list(command)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]


def _run(module: str) -> NoReturn:
    """Run a module and end, but for taking each module apart: that costs as much as a start."""
    status = 0
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as error:
        if isinstance(error.code, str):
            raise
        status = error.code or 0
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    os._exit(status)


if __name__ == "__main__":
    _import_all()
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as _orders:
        _serve(_orders)
    _run(sys.argv[0])
