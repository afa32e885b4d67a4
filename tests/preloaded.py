"""A start of Python with the modules imported already: most of a short command is importing them.

A process imports them once and forks for each start, so that what the test gets is a child of
its own, at its own terminal or pipes, with its own variables. Inside ``forked_starts`` so does
every ``subprocess`` of ``python -m MODULE``, also of a shell that only closes a stream for it, and
of the program's own, which have a ``-P``. What depends on how Python starts (its locale,
``PYTHON…`` and ``TEXTUAL_…`` variables, the arguments that the system lists, memory) needs a true
start: ``true_starts``, or any other command.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import fcntl
import gc
import importlib
import inspect
import itertools
import json
import os
import pkgutil
import re
import runpy
import signal
import socket
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NoReturn

from tests.patience import be_patient

_LARGEST: Final = 65_536
_SUBREAPER: Final = 36  # PR_SET_CHILD_SUBREAPER of prctl(2)
_LOCALE: Final = "C.UTF-8"
_MEANT_FOR_PYTHON: Final = ("PYTHON", "TEXTUAL", "LD_", "MALLOC_")
_USUAL: Final = {"PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED", "PYTHONPATH"}
_CLOSING: Final = re.compile(r'exec ("\$0" )?"\$@" ([012]?)([<>])&-')
"""The text of a shell that starts what follows without one of its streams."""
_PIPES: Final = ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")
_LATER: Final = {
    b"mcp": ["tui_app.agents.mcp_server", "tui_app.agents.http"],
    b"terminal.ssh": ["asyncssh.connection"],
    b"postgres": ["tui_app.service.postgres_accounts", "tui_app.registry.postgres"],
}
"""Half of the price of all modules: imported before the first start that has the word in it."""
_execute_child = subprocess.Popen._execute_child  # type: ignore[attr-defined]
_one_at_a_time = threading.Lock()
_starts: Callable[[], Preloaded] | None = None
"""What forks now, inside ``forked_starts``."""


class Preloaded:
    """Starts modules as ``python -m`` does, by the process behind a socket."""

    def __init__(self, orders: socket.socket) -> None:
        self._orders = orders

    def __call__(
        self, command: Sequence[str], environment: Mapping[str, str], terminal: int
    ) -> int:
        """Start a module with arguments on a terminal; return the id of the new child."""
        return self.start(command, environment, (terminal,) * 3, Path.cwd(), "terminal")

    def start(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        streams: Sequence[int],
        folder: Path,
        session: str = "",
        closed: int = -1,
    ) -> int:
        """Start a module with arguments and three streams; return the id of the new child.

        The stream ``closed`` is closed from the start.
        """
        order = json.dumps([list(command), dict(environment), str(folder), session, closed])
        with _one_at_a_time, _adopting():
            socket.send_fds(self._orders, [order.encode()], streams)
            return int(self._orders.recv(_LARGEST))


@contextmanager
def preloaded_modules() -> Iterator[Preloaded]:
    """Import the program's modules in a process that ends with this context."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    command = (sys.executable, "-m", __name__, str(its.fileno()))
    with (
        ours,
        subprocess.Popen(
            command,
            cwd=Path(__file__).parents[1],
            stdin=subprocess.DEVNULL,
            env={**kept, "LANG": _LOCALE},
            pass_fds=[its.fileno()],
        ),
    ):
        its.close()
        yield Preloaded(ours)
        ours.close()


@contextmanager
def forked_starts(preloaded: Callable[[], Preloaded], true_first: int = 0) -> Iterator[None]:
    """Let ``subprocess`` fork for ``python -m MODULE``, where nothing speaks for a true start.

    The ``true_first`` are none: for so few it does not pay to import all modules.
    """
    numbers = itertools.count()

    def execute(self: Any, *given: Any) -> None:
        asked = inspect.signature(_execute_child).bind(self, *given).arguments
        found = _command_of(asked)
        if found is None or next(numbers) < true_first:
            _execute_child(self, *given)
            return
        command, closed = found
        pipes = [asked[name] for name in _PIPES]
        ends = (pipes[0], pipes[3], pipes[5])
        streams = [number if end == -1 else end for number, end in enumerate(ends)]
        try:
            self.pid = preloaded().start(
                command,
                os.environ if asked["env"] is None else asked["env"],
                streams,
                Path(asked["cwd"] or Path.cwd()),
                "new" if asked["start_new_session"] else "",
                closed,
            )
            self._child_created = True
        finally:
            self._close_pipe_fds(*pipes)

    global _starts  # noqa: PLW0603 (as the class that it patches)
    subprocess.Popen._execute_child = execute  # type: ignore[attr-defined]
    _starts = preloaded
    try:
        yield
    finally:
        subprocess.Popen._execute_child = _execute_child  # type: ignore[attr-defined]
        _starts = None


def start_on_terminal(command: Sequence[str], environment: Mapping[str, str], terminal: int) -> int:
    """Start a module on a terminal, inside ``forked_starts``; return the id of the new child."""
    assert _starts is not None
    return _starts()(command, environment, terminal)


@contextmanager
def true_starts() -> Iterator[None]:
    """Let ``subprocess`` start Python as always."""
    before = subprocess.Popen._execute_child  # type: ignore[attr-defined]
    subprocess.Popen._execute_child = _execute_child  # type: ignore[attr-defined]
    try:
        yield
    finally:
        subprocess.Popen._execute_child = before  # type: ignore[attr-defined]


def _command_of(asked: Mapping[str, Any]) -> tuple[list[str], int] | None:
    """The module with its arguments and the stream that is closed, if it can be forked for."""
    arguments = asked["args"]
    if isinstance(arguments, str | bytes | Path) or asked["shell"]:
        return None
    command, closed = _unwrapped([os.fsdecode(argument) for argument in arguments])
    if command[:2] == [sys.executable, "-P"]:
        del command[1]
    if command[:2] != [sys.executable, "-m"] or command[2] == __name__:
        return None
    environment = os.environ if asked["env"] is None else asked["env"]
    if any(
        name.startswith(_MEANT_FOR_PYTHON)
        and (name not in _USUAL or environment[name] != os.environ.get(name))
        for name in environment
    ):
        return None
    if _locale_of(environment) not in ("", _LOCALE):
        return None
    if asked["preexec_fn"] or asked["pass_fds"] or asked["process_group"] not in (None, -1):
        return None
    return command[2:], closed


def _unwrapped(command: list[str]) -> tuple[list[str], int]:
    """What a shell starts, and the stream that it closes."""
    match = _CLOSING.fullmatch(command[2]) if command[:2] == ["sh", "-c"] else None
    if match is None:
        return command, -1
    first, number, direction = match.groups()
    return command[3 if first else 4 :], int(number or direction == ">")


def _locale_of(environment: Mapping[str, str]) -> str:
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    return next((environment[name] for name in names if environment.get(name)), "")


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

    later = tuple(name for names in _LATER.values() for name in names)
    for module in pkgutil.walk_packages(tui_app.__path__, "tui_app."):
        # The last is what a start runs.
        if not module.name.startswith(later) and not module.name.endswith("__main__"):
            importlib.import_module(module.name)


def _import_later(message: bytes) -> None:
    for word in [each for each in _LATER if each in message]:
        for name in _LATER.pop(word):
            module = importlib.import_module(name)
            for inner in pkgutil.iter_modules(getattr(module, "__path__", ())):
                importlib.import_module(f"{name}.{inner.name}")
        gc.freeze()


def _serve(orders: socket.socket) -> None:
    """Fork for each order and return in the child; end when nobody orders more."""
    while True:
        message, streams, _flags, _from = socket.recv_fds(orders, _LARGEST, 3)
        if not message:
            raise SystemExit(0)
        _import_later(message)
        reading, writing = os.pipe()
        if (between := os.fork()) == 0:
            first_parent = os.getpid()
            if (pid := os.fork()) == 0:
                while os.getppid() == first_parent:  # what it starts may look whose child it is
                    time.sleep(0.0005)
                os.close(reading)
                os.close(writing)
                orders.close()
                _become(streams, *json.loads(message))
                return
            os.write(writing, str(pid).encode())
            os._exit(0)
        # Its parent is gone before it is told of: it has been adopted by then.
        os.waitpid(between, 0)
        orders.send(os.read(reading, 100))
        for descriptor in (reading, writing, *streams):
            os.close(descriptor)


def _become(
    streams: Sequence[int],
    command: Sequence[str],
    environment: Mapping[str, str],
    folder: str,
    session: str,
    closed: int,
) -> None:
    """Be a program that was started just now."""
    if session:
        os.setsid()
    if session == "terminal":
        fcntl.ioctl(streams[0], termios.TIOCSCTTY, 0)
    for standard, given in enumerate(streams):
        os.dup2(given, standard)
    for given in streams:
        os.close(given)
    for number in (signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    os.chdir(folder)
    sys.argv = list(command)
    errors = "strict" if _locale_of(environment) else "surrogateescape"
    for standard, (name, mode, how) in enumerate((
        ("stdin", "r", errors), ("stdout", "w", errors), ("stderr", "w", "backslashreplace"),
    )):  # fmt: skip
        stream = None
        if standard == closed:
            os.close(standard)
        else:
            stream = open(standard, mode, 1 if standard == 2 else -1, errors=how, closefd=False)  # noqa: SIM115
        sys.__dict__[name] = sys.__dict__[f"__{name}__"] = stream


def _run(module: str) -> NoReturn:
    """Run a module and end, but for taking each module apart: that costs as much as a start."""
    status = 0
    if not hasattr(sys.modules.get(module), "__path__"):
        sys.modules.pop(module, None)  # it is run as the main module, as by a true start
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as error:
        if isinstance(error.code, str):
            raise
        status = error.code or 0
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in filter(None, (sys.stdout, sys.stderr)):
        with contextlib.suppress(ValueError):  # closed
            stream.flush()
    os._exit(status)


if __name__ == "__main__":
    _import_all()
    be_patient()
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as _orders:
        _serve(_orders)
    _run(sys.argv[0])
