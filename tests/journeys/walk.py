"""One walk: the explorer in a pseudo-terminal, its events, and what must hold after them."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from contextlib import chdir, suppress
from itertools import cycle
from pathlib import Path
from typing import Final

from tests.journeys.events import LIST, Event
from tests.terminal.tty import Run, Tty

MODULE: Final = "tests.journeys.walked"
SIZE: Final = (120, 40)
QUIT: Final = "\x1b[24~"
"""F12, in place of the keys that end or stop the program."""
_SETTINGS: Final = '[keys]\nquit = "f12"\nsuspend = ""\n'
_LIST: Final = "Nr;Furnizor;Judet\n" + "".join(
    f"{number};{name};Cluj\n"
    for number, name in enumerate(
        ("Petroterm Demo SRL", "petrotrem demo", "Nimic", "1960101410015", "薬局 ف", "X" * 5000) * 3
    )
)
_STUCK: Final = 60.0
"""Seconds in which nothing came: it waits for something that never happens."""
_BETWEEN_LOOKS: Final = 20
_BETWEEN_RESTS: Final = 2
"""Keys that come in one burst; after it the program comes to rest."""
_SIZES_OF_LOOKS: Final = ((120, 41), (120, 42))
"""In turns, and none that a walk takes: a busy program sees only the last of several sizes, and
paints nothing if it had that one before."""
_NOT_RESTORED: Final = "the screen before is not restored"
"""Tried once more: when the first process of a session ends, the kernel drops what nobody has read
yet, and a busy machine may not have read the last bytes."""

_MAX_GROWTH: Final = 60_000_000
_SETTLED_AFTER: Final = 0.5
"""The part of a walk after which caches are full and modules are imported."""


class Walk:
    """The explorer in its own home folder, with settings that let no key of a walk end it."""

    def __init__(
        self, home: Path, run: Run, arguments: Sequence[str], environment: Mapping[str, str]
    ) -> None:
        self._home = home
        self._run = run
        self._arguments = arguments
        self._environment = environment

    def failure(self, walk: Sequence[Event]) -> str:
        """The failure of this walk; empty if there was none."""
        found = self._failure(walk)
        return self._failure(walk) if found == _NOT_RESTORED else found

    def _failure(self, walk: Sequence[Event]) -> str:
        home = self._home / str(time.monotonic_ns())
        folders = {f"XDG_{name}_HOME": home / name for name in ("STATE", "DATA", "CONFIG")}
        settings = folders["XDG_CONFIG_HOME"] / "firmeterm" / "config.toml"
        settings.parent.mkdir(parents=True)
        settings.write_text(_SETTINGS)
        (home / LIST).write_text(_LIST)
        log = home / "log"
        environment = {
            "HOME": str(home),
            **{name: str(folder) for name, folder in folders.items()},
            "BROWSER": "true",
            "WALK_LOG": str(log),
            "FIRMETERM_PRIVATE": "",
            "LANG": "C.UTF-8",
            **self._environment,
        }
        with chdir(home):  # its exports belong to the walk, too
            started = Tty(
                (MODULE, *self._arguments), size=SIZE, environment=environment, run=self._run
            )
        with started as tty:
            try:
                self._go(tty, walk)
            except (AssertionError, OSError) as error:
                tty.pump(0.2)
                return f"{error}\n{_end_of(tty)}"
            if tty.attributes() != tty.attributes_before:
                return "the terminal is not as before"
            if b"\x1b[?1049l" not in tty.raw[-500:]:
                return _NOT_RESTORED
        logged = log.read_text() if log.exists() else ""
        return f"logged: {logged}" if logged else ""

    def _go(self, tty: Tty, walk: Sequence[Event]) -> None:
        tty.wait_until(lambda: b"\x1b[?2004h" in tty.raw)
        tty.wait_quiet()
        sizes = cycle(_SIZES_OF_LOOKS)
        settled = memory = 0
        for number, event in enumerate(walk, start=1):
            _send(tty, event)
            if number % _BETWEEN_RESTS:
                tty.pump(0.004)
            else:
                tty.wait_quiet(0.03, _STUCK)  # the screen is compared with a full repaint
            if number % _BETWEEN_LOOKS and number != len(walk):
                continue
            _wait_for_answer(tty, next(sizes))
            memory = tty.memory()
            if not settled and number >= len(walk) * _SETTLED_AFTER:
                settled = memory
        assert memory - settled <= _MAX_GROWTH, f"{memory - settled:,} bytes more in half a walk"
        for _level in range(12):
            tty.type("\x1b")
            tty.wait_quiet(0.03, _STUCK)
        _wait_for_answer(tty, next(sizes))
        tty.type(QUIT)
        status = tty.exit_status(_STUCK)
        assert status == 0, f"exit status {status}"


def _send(tty: Tty, event: Event) -> None:
    if event.typed:
        tty.type(event.typed)
    else:
        tty.resize(*event.size)


def _wait_for_answer(tty: Tty, size: tuple[int, int]) -> None:
    """Wait until all before was handled: a new size is painted, after everything else."""
    before = tty.sent
    tty.resize(*size)
    until = time.monotonic() + _STUCK
    while tty.sent == before:
        assert tty.pump(0.01), "it ended"
        assert time.monotonic() < until, f"no answer for {_STUCK} s"
    tty.wait_quiet(0.03, _STUCK)


def _end_of(tty: Tty) -> str:
    """The last of what the program wrote, such as a traceback."""
    with suppress(ValueError):
        return bytes(tty.raw[tty.raw.rindex(b"\x1b[?1049l") :]).decode(errors="replace")[-3000:]
    return tty.text()


def saved(walk: Sequence[Event]) -> str:
    """A walk as text, to be kept as a case of its own."""
    return json.dumps([[event.typed.hex(), event.size] for event in walk])


def loaded(text: str) -> list[Event]:
    """A walk from its text."""
    return [Event(bytes.fromhex(typed), tuple(size)) for typed, size in json.loads(text)]
