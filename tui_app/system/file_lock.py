"""Locks between processes, on an open file or folder.

The system releases the locks of dead processes. Only this module locks. Windows has no such lock,
so nothing is locked there.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


def try_lock(descriptor: int) -> bool:
    """Lock an open file or folder until it is closed; false if another process holds the lock."""
    return _flock(descriptor, wait=False)


@contextmanager
def locked(
    path: Path, *, waiting: Callable[[], None] = lambda: None, delete: bool = False
) -> Iterator[None]:
    """Hold the lock of a file in the block; calls ``waiting`` if another process holds it.

    ``delete`` removes the file at the end. Raises ``OSError`` if it cannot be created.
    """
    descriptor = _awaited(path, waiting)
    try:
        yield
    finally:
        if delete:
            path.unlink(missing_ok=True)
        os.close(descriptor)


def _awaited(path: Path, waiting: Callable[[], None]) -> int:
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if not try_lock(descriptor):
                waiting()
                _flock(descriptor, wait=True)
            # The previous holder may have deleted the file.
            if _is_file(path, descriptor):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _flock(descriptor: int, *, wait: bool) -> bool:
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    return True


def _is_file(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False
