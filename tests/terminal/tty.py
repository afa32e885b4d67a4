"""A terminal for tests: a program in a real pseudo-terminal, its screen read by an emulator.

``Tty`` starts a command, types keys, waits for text, counts bytes, resizes, sends signals
and reads memory and processor time. ``Line`` is the wire in between: by default a plain
one, or one that is slow and far away.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import signal
import struct
import termios
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self
from unicodedata import east_asian_width

import pyte

_READ: Final = 65_536
_IN_FLIGHT: Final = 0.2
Run = Callable[[Sequence[str], Mapping[str, str], int], int]
"""Starts a command with an environment on a terminal, whose descriptor is given."""

# What decides how a program talks to a terminal must come from the test alone.
_SET_BY_THE_TEST: Final = (
    *("TERM", "COLORTERM", "TERM_PROGRAM", "NO_COLOR", "FORCE_COLOR", "TMUX", "STY"),
    *("LANG", "LC_ALL", "LC_CTYPE", "LANGUAGE", "COLUMNS", "LINES"),
    *("SSH_CONNECTION", "SSH_TTY", "DISPLAY", "WAYLAND_DISPLAY", "TEXTUAL", "TEXTUAL_ANIMATIONS"),
)


class Line(NamedTuple):
    """A wire: bytes a second towards the terminal (``None``: at once) and seconds each way."""

    bytes_per_second: float | None = None
    delay: float = 0.0


PLAIN: Final = Line()
THIN: Final = Line(bytes_per_second=64_000 / 8, delay=0.150)
"""64 kbit/s and 150 ms: a bad mobile connection."""


class Emulator(pyte.Screen):
    """Draws as text the lines that changed since it was last looked at; pyte draws all of them."""

    def __init__(self, columns: int, lines: int) -> None:
        self._drawn: dict[int, str] = {}
        super().__init__(columns, lines)

    @property
    def display(self) -> list[str]:
        """The lines of the screen."""
        for row in self.dirty:
            self._drawn[row] = self._line(row)
        self.dirty.clear()
        return [self._drawn[row] for row in range(self.lines)]

    def _line(self, row: int) -> str:
        cells = self.buffer[row]
        line = [cells.get(column, cells.default).data for column in range(self.columns)]
        for column in range(self.columns - 1):
            text = line[column]
            if not text.isascii() and east_asian_width(text[0]) in "WF":
                line[column + 1] = ""  # a wide character hides whatever the next cell holds
        return "".join(line)


class Tty:
    """A program in a pseudo-terminal; use it as a context manager."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        size: tuple[int, int] = (120, 40),
        term: str = "xterm-256color",
        environment: Mapping[str, str] | None = None,
        line: Line = PLAIN,
        run: Run | None = None,
    ) -> None:
        columns, rows = size
        self._emulator = Emulator(columns, rows)
        self._stream = pyte.ByteStream(self._emulator)
        self._unread: list[Callable[[], None]] = []
        self.raw = bytearray()
        self._line = line
        rate = line.bytes_per_second
        self._chunk = _READ if rate is None else max(64, int(rate * _IN_FLIGHT / 4))
        self._arriving: deque[tuple[float, bytes]] = deque()
        self._line_free_at = 0.0
        self._status: int | None = None
        asked = {"TERM": term, "LANG": "C.UTF-8", **(environment or {})}
        self._fd, terminal = os.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.attributes_before = self.attributes()
        self.started = time.perf_counter()
        self.pid = (run or execute)(command, inherited(asked), terminal)
        os.close(terminal)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def screen(self) -> pyte.Screen:
        """The emulator, which reads only when somebody looks: that takes longer than painting."""
        for read in self._unread:
            read()
        self._unread.clear()
        return self._emulator

    @property
    def sent(self) -> int:
        """Bytes that the program has written and the line has brought."""
        return len(self.raw)

    def text(self) -> str:
        """The screen as lines of text."""
        return "\n".join(self.screen.display)

    def type(self, keys: str | bytes) -> None:
        """Send keys as a terminal does; over a far line they take their time."""
        if self._line.delay:
            self.pump(self._line.delay)
        data = keys.encode() if isinstance(keys, str) else keys
        while data:
            _readable, writable, _broken = select.select([self._fd], [self._fd], [], 1.0)
            if writable:
                data = data[os.write(self._fd, data[:1024]) :]
            self.pump(0)

    def press_unread(self, key: str) -> None:
        """Send a key and read nothing, as a terminal behind a stalled line."""
        os.write(self._fd, key.encode())
        time.sleep(0.005)

    def pump(self, seconds: float) -> bool:
        """Let time pass and read what comes; ``False`` once the program has closed the line."""
        until = time.perf_counter() + seconds
        while True:
            now = time.perf_counter()
            self._deliver(now)
            due = min(until, self._arriving[0][0]) if self._arriving else until
            # A thin line takes no more than it can carry: the program feels it.
            full = self._line_free_at - now > _IN_FLIGHT
            watched = [] if full else [self._fd]
            timeout = min(max(0.0, due - now), _IN_FLIGHT / 4 if full else seconds)
            try:
                if select.select(watched, [], [], timeout)[0]:
                    self._receive(os.read(self._fd, self._chunk), time.perf_counter())
            except OSError:
                self._deliver(float("inf"))
                return False
            if time.perf_counter() >= until:
                self._deliver(time.perf_counter())
                return True

    def wait_for(self, wanted: str | Callable[[str], bool], timeout: float = 30.0) -> float:
        """The moment (``perf_counter``) when a text was on the screen; fails after ``timeout``."""
        holds = wanted if callable(wanted) else (lambda text: wanted in text)
        until = time.perf_counter() + timeout
        seen, moment = -1, time.perf_counter()
        while time.perf_counter() < until:
            if self.sent != seen:
                seen = self.sent
                if holds(self.text()):
                    return moment
            open_ = self.pump(0.002)
            moment = self.arrived
            if not open_ and self.sent == seen:
                break
        raise AssertionError(f"not on the screen: {wanted!r}\n{self.text()}")

    def shown_at(self, holds: Callable[[str], bool], within: float) -> float:
        """The moment when what made something hold came, of all that comes in some seconds.

        On a plain line. The emulator is slower than what it reads: it reads afterwards, so that
        nothing has to wait for it.
        """
        came: list[tuple[float, bytes]] = []
        until = time.perf_counter() + within
        while (left := until - time.perf_counter()) > 0:
            if select.select([self._fd], [], [], left)[0]:
                data = os.read(self._fd, _READ)
                came.append((time.perf_counter(), data))
        found = None
        for moment, data in came:
            self._feed(data, moment)
            if found is None and holds(self.text()):
                found = moment
        return self.wait_for(holds) if found is None else found

    def wait_until(self, holds: Callable[[], bool], timeout: float = 30.0) -> None:
        """Read on until something holds that is not on the screen; fails after ``timeout``."""
        until = time.perf_counter() + timeout
        while not holds():
            if time.perf_counter() > until:
                raise AssertionError(f"never so: {holds}\n{self.text()}")
            self.pump(0.005)
        self.pump(0.02)  # what was written by then may not be read yet

    def wait_quiet(self, quiet: float = 0.15, timeout: float = 30.0) -> None:
        """Wait until nothing has come for a while, after what keys may still bring.

        The program must have rested as well: on a busy machine it may still wait for its turn.
        """
        until = time.perf_counter() + timeout
        # What a key leads to needs as long again to come here as the key to get there.
        rests_from = time.perf_counter() + self._line.delay
        worked = self.processor_seconds()
        while (now := time.perf_counter()) < until:
            left = max(rests_from, self.arrived) + quiet - now
            if left <= 0 and not self._arriving:
                return
            if not self.pump(min(max(left, 0.001), quiet / 3)):
                return
            if self.state() == "R" or self.processor_seconds() != worked:
                rests_from, worked = time.perf_counter(), self.processor_seconds()

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size, as dragging its window does."""
        self._unread.append(partial(self._emulator.resize, rows, columns))
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the program."""
        os.kill(self.pid, number)

    def hang_up(self) -> None:
        """Drop the line: the terminal is gone."""
        os.close(self._fd)
        self._fd = -1

    def exit_status(self, timeout: float = 30.0, *, reading: bool = True) -> int:
        """The exit status, negative for a signal; fails when the program goes on."""
        until = time.perf_counter() + timeout
        while self._status is None:
            if self._fd >= 0 and reading:
                self.pump(0.01)
            else:
                time.sleep(0.01)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self._status = os.waitstatus_to_exitcode(status)
            elif time.perf_counter() > until:
                raise AssertionError(f"still running:\n{self.text()}")
        # A busy machine may hand over the last of what it wrote in several pieces.
        seen = -1
        while self._fd >= 0 and seen != len(self.raw):
            seen = len(self.raw)
            if not self.pump(0.05):
                break
        return self._status

    def attributes(self) -> list[object]:
        """The terminal's settings as the program left them."""
        found = termios.tcgetattr(self._fd)
        return list(found)

    def state(self) -> str:
        """The program's state by the kernel: R, S, T (stopped), Z (ended) …"""
        return self._stat()[0]

    def processor_seconds(self) -> float:
        """Processor time used since the start."""
        fields = self._stat()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self, *, peak: bool = False) -> int:
        """Resident memory in bytes."""
        name = "VmHWM:" if peak else "VmRSS:"
        status = Path(f"/proc/{self.pid}/status").read_text()
        found = [int(row.split()[1]) * 1024 for row in status.splitlines() if name in row]
        assert found, f"it ended\n{self.text()}"
        return found[0]

    def close(self) -> None:
        """End the program, gently first never: a test that leaves it running has lost it."""
        if self._status is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self.pid, 0)
            self._status = -signal.SIGKILL
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def _stat(self) -> list[str]:
        # The name in parentheses may hold blanks: what follows it does not.
        return Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()

    def _receive(self, data: bytes, now: float) -> None:
        if not data:
            raise OSError("the line is closed")
        rate = self._line.bytes_per_second
        if rate is None and not self._line.delay:
            self._feed(data, now)
            return
        self._line_free_at = max(self._line_free_at, now) + (len(data) / rate if rate else 0)
        self._arriving.append((self._line_free_at + self._line.delay, data))

    def _deliver(self, now: float) -> None:
        while self._arriving and self._arriving[0][0] <= now:
            moment, data = self._arriving.popleft()
            self._feed(data, moment)

    def _feed(self, data: bytes, moment: float) -> None:
        self.arrived = moment
        self.raw += data
        self._unread.append(partial(self._stream.feed, data))

    arrived: float = 0.0
    """When the last bytes came (``perf_counter``), before the emulator read them."""


def inherited(environment: Mapping[str, str]) -> dict[str, str]:
    """An environment with what does not change how a program talks to a terminal."""
    kept = {name: value for name, value in os.environ.items() if name not in _SET_BY_THE_TEST}
    return kept | dict(environment)


def execute(command: Sequence[str], environment: Mapping[str, str], terminal: int) -> int:
    """Start a command on a terminal; return its process id."""
    pid = os.fork()
    if pid == 0:
        try:
            os.login_tty(terminal)
            for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGPIPE):
                signal.signal(number, signal.SIG_DFL)
            os.execvpe(command[0], list(command), dict(environment))
        finally:
            os._exit(127)
    return pid
