"""The measurements, their environment, and the form of a result."""

from __future__ import annotations

import contextlib
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tests.terminal.tty import PLAIN, Line, Tty

_PEERS: Final = Path(__file__).parent / "peers"
OURS: Final = (str(Path(sys.executable).with_name("firmeterm")),)
TABLE: Final = (sys.executable, str(_PEERS / "table.py"))
OPTIONS: Final = (sys.executable, str(_PEERS / "options.py"))
TABS: Final = (sys.executable, str(_PEERS / "tabs.py"))

SIZES: Final = ((80, 24), (120, 40), (200, 60))
MIDDLE: Final = (120, 40)
READY: Final = "requests left"
QUIET: Final = 0.4
"""Seconds without a byte after which a change is taken to be complete."""


class Row(NamedTuple):
    """A promise: its limit, the measured value, what others need, and whether it holds."""

    what: str
    bar: str
    ours: str
    beside: str
    holds: bool


class Place(NamedTuple):
    """The environment of the programs, and how often each measurement is repeated."""

    environment: dict[str, str]
    runs: int

    def open(
        self,
        command: Sequence[str],
        size: tuple[int, int] = MIDDLE,
        line: Line = PLAIN,
        more: Mapping[str, str] | None = None,
    ) -> Tty:
        """Start a program in a pseudo-terminal with truecolor."""
        return Tty(command, size=size, environment={**self.environment, **(more or {})}, line=line)

    @contextlib.contextmanager
    def explorer(
        self,
        size: tuple[int, int] = MIDDLE,
        line: Line = PLAIN,
        more: Mapping[str, str] | None = None,
    ) -> Iterator[Tty]:
        """The explorer, ready and at rest."""
        with self.open(OURS, size, line, more) as tty:
            tty.wait_for(READY, timeout=60)
            tty.wait_quiet(1.0)
            yield tty

    @property
    def remembered(self) -> Path:
        """The file with the place where the explorer was left."""
        return Path(self.environment["XDG_STATE_HOME"]) / "firmeterm" / "location-sample.json"

    def median(self, measure: Callable[[], float]) -> float:
        """The median over the runs."""
        return statistics.median(measure() for _run in range(self.runs))


@contextlib.contextmanager
def place(runs: int) -> Iterator[Place]:
    """A separate home, in which the sample was built already."""
    with tempfile.TemporaryDirectory() as home:
        folders = {f"XDG_{name}_HOME": f"{home}/{name}" for name in ("CONFIG", "STATE", "CACHE")}
        # Each start is a fresh one, of modules that were compiled before, as when installed.
        wanted = {"FIRMETERM_RESUME": "false", "PYTHONDONTWRITEBYTECODE": ""}
        found = Place({**folders, **wanted, "HOME": home, "COLORTERM": "truecolor"}, runs)
        with found.explorer() as tty:
            tty.type("petro")
            tty.wait_for("PETROTERM", timeout=60)
        yield found


def bytes_of(tty: Tty, keys: str, quiet: float = QUIET) -> int:
    """Bytes that come after some keys until the screen is at rest."""
    before = tty.sent
    tty.type(keys)
    tty.wait_quiet(quiet)
    return tty.sent - before


def seconds_of(tty: Tty, keys: str, quiet: float = QUIET) -> float:
    """Seconds from some keys to the last byte before the screen is at rest."""
    sent_at = time.perf_counter()
    tty.type(keys)
    tty.wait_quiet(quiet)
    return tty.arrived - sent_at


def processor_seconds(pid: int) -> float:
    """Processor time of a process since its start, to the microsecond, by its clock in Linux."""
    return time.clock_gettime(~pid << 3 | 2)


def let_pass(tty: Tty, seconds: float) -> None:
    """Read for a while."""
    end = time.perf_counter() + seconds
    while (left := end - time.perf_counter()) > 0:
        tty.pump(left)


def percentile(values: Sequence[float], part: float) -> float:
    """The value below which a part of the values lies, by the nearest rank."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def kilobytes(count: float) -> str:
    """Bytes for people."""
    return f"{count / 1000:.1f} kB" if count >= 1000 else f"{count:.0f} bytes"


def milliseconds(seconds: float) -> str:
    """A time for people."""
    return f"{seconds * 1000:.1f} ms"
