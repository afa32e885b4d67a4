"""Files that only their owner reads, and that are set aside once they are damaged."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import sqlite3

SET_ASIDE: Final = ".damaged-"
"""What follows the name of a file that was set aside."""

_DAMAGE: Final = (11, 26)
"""``SQLITE_CORRUPT`` and ``SQLITE_NOTADB``: the first frame has no time to load the module."""

_COMPANIONS: Final = ("", "-wal", "-shm", "-journal")


def create_private(path: Path) -> None:
    """Create a file, unless it exists, before SQLite does: its log files copy the permissions."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    path.chmod(0o600)


def identity(path: Path) -> tuple[int, int] | None:
    """Device and number of the file with this name; ``None`` if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def is_damage(error: sqlite3.Error) -> bool:
    """Whether an error means that the file itself is damaged, or another kind of file."""
    # The low byte is the primary code; the rest is details.
    return (getattr(error, "sqlite_errorcode", 0) & 0xFF) in _DAMAGE


def set_aside(path: Path) -> Path:
    """Rename a damaged file, with SQLite's files beside it, so that it can be examined."""
    aside = path.with_name(f"{path.name}{SET_ASIDE}{int(time.time())}")
    for suffix in _COMPANIONS:
        with contextlib.suppress(OSError):
            path.with_name(path.name + suffix).replace(aside.with_name(aside.name + suffix))
    return aside
