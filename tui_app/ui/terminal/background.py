"""Asks the terminal for its background (OSC 11), so that the first theme is a dark or a light one.

The question is sent before the heavy imports, beside which the answer comes. Nothing waits for
it: without an answer ``COLORFGBG`` decides, and an answer that is late is dropped by the reader
of keys. What was typed meanwhile is kept for that reader.
"""

from __future__ import annotations

import os
import re
import select
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

_QUESTION: Final = b"\x1b]11;?\x1b\\"
_ANSWER: Final = re.compile(
    rb"\x1b\]11;rgba?:([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})[^\x07\x1b]*"
    rb"(?:\x07|\x1b\\)"
)
_MAX_BYTES: Final = 65_536
_LIGHT_FROM: Final = 0.5
"""The luminance from which on a background is light."""
_LIGHT_COLOURS: Final = frozenset({"7", "15"})
"""White and bright white in ``COLORFGBG``."""

_typed: list[bytes] = []
"""What was read beside the answer."""


def ask_background() -> None:
    """Send the question; only to a terminal that can move its cursor, and shows colours."""
    if os.environ.get("TERM", "") in ("", "dumb", "linux") or "NO_COLOR" in os.environ:
        return
    with suppress(OSError, AttributeError, ValueError):
        if sys.__stdin__.isatty() and sys.__stderr__.isatty():  # type: ignore[union-attr]
            os.write(sys.__stderr__.fileno(), _QUESTION)  # type: ignore[union-attr]


def is_light(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the background is light, by the answer that has come by now, else ``COLORFGBG``."""
    luminance = luminance_in(_read())
    if luminance is not None:
        return luminance >= _LIGHT_FROM
    colour = environment.get("COLORFGBG", "").rpartition(";")[2]
    return colour in _LIGHT_COLOURS


def take_typed() -> bytes:
    """What was typed before the answer was read, once."""
    typed = b"".join(_typed)
    _typed.clear()
    return typed


def luminance_in(data: bytes) -> float | None:
    """The luminance (0 to 1) in an answer; what stands around it is kept as typed."""
    found = _ANSWER.search(data)
    if found is None:
        _typed.append(data)
        return None
    _typed.append(data[: found.start()] + data[found.end() :])
    red, green, blue = (int(part, 16) / int(b"f" * len(part), 16) for part in found.groups())
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _read() -> bytes:
    """What has arrived, without waiting."""
    with suppress(OSError, AttributeError, ValueError):
        stdin = sys.__stdin__.fileno()  # type: ignore[union-attr]
        if os.isatty(stdin) and select.select([stdin], [], [], 0)[0]:
            return os.read(stdin, _MAX_BYTES)
    return b""
