"""Asks the terminal for its background (OSC 11), so that the first theme is dark or light.

The request is sent before the heavy imports, and the answer arrives meanwhile. Nothing waits for
it: without an answer ``COLORFGBG`` decides, and the key reader drops a late answer. Keys typed
meanwhile are kept for that reader.
"""

from __future__ import annotations

import os
import re
import select
import sys
from contextlib import suppress
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
