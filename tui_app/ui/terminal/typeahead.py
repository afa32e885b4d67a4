"""Keys typed before the screen is ready: the terminal keeps them until the program reads them.

By default a terminal echoes typed keys, turns Enter into a line feed, holds no more than one line
and loses the rest. So its settings are changed first of all.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
import termios
from contextlib import suppress
from types import FrameType
from typing import Final

Attributes = list[int | list[bytes | int]]
"""A terminal's settings as ``termios`` gives them."""

_INPUT, _LOCAL, _CHARACTERS = 0, 3, 6
_before: Final[dict[int, Attributes]] = {}
"""The settings found, by file descriptor; the program restores them at its end."""


def keep_keys() -> None:
    """Make the terminal keep every key as typed; undone if the program ends early.

    Keys that interrupt still work. Does nothing if standard input is not a terminal.
    """
    stdin = sys.__stdin__
    if stdin is None or stdin.closed or not stdin.isatty():
        return
    fileno = stdin.fileno()
    try:
        settings = termios.tcgetattr(fileno)
        raw = termios.tcgetattr(fileno)
        raw[_INPUT] &= ~(termios.ICRNL | termios.INLCR | termios.IGNCR)
        raw[_LOCAL] &= ~(termios.ECHO | termios.ICANON)
        raw[_CHARACTERS][termios.VMIN] = 1
    except termios.error:
        return
    # Register the undo first: a signal may come at any moment.
    _before[fileno] = settings
    atexit.register(_restore)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, _end)
    with suppress(termios.error):
        # Not TCSAFLUSH, which would discard keys already typed.
        termios.tcsetattr(fileno, termios.TCSANOW, raw)


def take_over(fileno: int) -> Attributes | None:
    """The settings that ``keep_keys`` found; from now on the caller restores them."""
    return _before.pop(fileno, None)


def _restore() -> None:
    for fileno, settings in _before.items():
        with suppress(termios.error):
            termios.tcsetattr(fileno, termios.TCSANOW, settings)


def _end(number: int, _frame: FrameType | None) -> None:
    # No resource is open yet, and an exception could strike in the middle of an import.
    _restore()
    os._exit(128 + number)
