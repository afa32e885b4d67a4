"""Handles exhausted memory: the program reports it and ends in order."""

from __future__ import annotations

import errno
from typing import Final

from tui_app.system.language import N_

_RESERVE_BYTES: Final = 8_000_000
"""Bytes of address space that are released at the end, for the last messages and the terminal."""

_MIN_ROOM: Final = 1_000_000

EXIT_STATUS: Final = 71
"""``EX_OSERR`` of sysexits.h: the system ran out of a resource."""

OUT_OF_MEMORY: Final = N_(
    "Memory ran out, so firmeterm has ended. What had been saved is kept. "
    "Close other programs or raise the limit (ulimit -v), then start again."
)

_SQLITE_NOMEM: Final = 7
"""As in ``sqlite3``, which some starts do not import."""

_reserve: list[bytes] = []


def keep_reserve() -> None:
    """Reserve address space so that the program can end in order.

    ``bytes`` of zeros, unlike a ``bytearray``, are never written, so they take no memory.
    """
    _reserve[:] = [bytes(_RESERVE_BYTES)]


def release_reserve() -> None:
    """Give the reserve back: the program is about to end."""
    _reserve.clear()


def is_exhausted(error: BaseException) -> bool:
    """Whether memory ran out: the error says so in one of several ways, or no memory is left.

    Without memory Python fails in ways that do not name the cause.
    """
    if not _has_room():
        return True
    found: BaseException | None = error
    while found is not None:
        if isinstance(found, MemoryError) or _is_no_memory(found):
            return True
        found = found.__cause__ or found.__context__
    return False


def _has_room() -> bool:
    try:
        return bool(bytearray(_MIN_ROOM))
    except MemoryError:
        return False


def _is_no_memory(error: BaseException) -> bool:
    if isinstance(error, OSError):
        return error.errno == errno.ENOMEM
    if getattr(error, "sqlite_errorcode", 0) == _SQLITE_NOMEM:
        return True
    # From the loader of compiled modules, and from a thread that gets no stack.
    words = {ImportError: "failed to map segment", RuntimeError: "can't start new thread"}
    return any(isinstance(error, kind) and text in str(error) for kind, text in words.items())
