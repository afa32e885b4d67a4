"""What arrives before the screen is ready: typed keys, and the colour of the background.

By default a terminal echoes typed keys, turns Enter into a line feed, holds no more than one line
and loses the rest. So its settings are changed first of all. The background (OSC 11), for a first
theme that is dark or light, is asked for before the heavy imports. Nothing waits for the answer:
without one ``COLORFGBG`` decides, and the key reader drops a late one. Keys typed meanwhile are
kept for that reader.
"""

from __future__ import annotations

import atexit
import os
import re
import select
import signal
import sys
import termios
from contextlib import suppress
from types import FrameType
from typing import Final

_QUESTION: Final = b"\x1b]11;?\x1b\\"
_ANSWER: Final = re.compile(
    rb"\x1b\]11;rgba?:([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})[^\x07\x1b]*"
    rb"(?:\x07|\x1b\\)"
)
_MAX_BYTES: Final = 65_536
_LIGHT_FROM: Final = 0.5
"""A background with at least this luminance is light."""
_LIGHT_COLOURS: Final = frozenset({"7", "15"})
"""White and bright white in ``COLORFGBG``."""

_typed: list[bytes] = []
"""Bytes that were read beside the answer."""


def ask_background() -> None:
    """Send the request, but only to a terminal that can move its cursor and show colours."""
    if os.environ.get("TERM", "") in ("", "dumb", "linux") or "NO_COLOR" in os.environ:
        return
    with suppress(OSError, AttributeError, ValueError):
        if sys.__stdin__.isatty() and sys.__stderr__.isatty():  # type: ignore[union-attr]
            os.write(sys.__stderr__.fileno(), _QUESTION)  # type: ignore[union-attr]


def is_light() -> bool:
    """Whether the background is light, by the answer received so far, else ``COLORFGBG``."""
    luminance = luminance_in(_read())
    if luminance is not None:
        return luminance >= _LIGHT_FROM
    colour = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return colour in _LIGHT_COLOURS


def take_typed() -> bytes:
    """The keys typed before the answer was read; returns them once."""
    typed = b"".join(_typed)
    _typed.clear()
    return typed


def luminance_in(data: bytes) -> float | None:
    """The luminance (0 to 1) in an answer; the bytes around it are kept as typed."""
    found = _ANSWER.search(data)
    if found is None:
        _typed.append(data)
        return None
    _typed.append(data[: found.start()] + data[found.end() :])
    red, green, blue = (int(part, 16) / int(b"f" * len(part), 16) for part in found.groups())
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _read() -> bytes:
    """The bytes that have arrived, without waiting."""
    with suppress(OSError, AttributeError, ValueError):
        stdin = sys.__stdin__.fileno()  # type: ignore[union-attr]
        if os.isatty(stdin) and select.select([stdin], [], [], 0)[0]:
            return os.read(stdin, _MAX_BYTES)
    return b""


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
