"""Where a build works: a hidden folder beside its output, gone when the build is over.

The folder is locked for as long as its process lives. A build that died leaves an unlocked
folder, which the next build beside it removes.
"""

from __future__ import annotations

import fcntl
import glob
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def build_folder(output: Path) -> Iterator[Path]:
    """A new folder in the folder of ``output``; raises ``OSError``."""
    prefix = f".{output.name}.build-"
    # The name is a text and no pattern: build "firme[1].db" leaves what is of "firme1.db".
    for leftover in output.parent.glob(f"{glob.escape(prefix)}*"):
        _remove_if_dead(leftover)
    folder, lock = _locked_folder(output.parent, prefix)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def publish(draft: Path, output: Path) -> None:
    """Put a finished file in its place, whole or not at all, also when the power fails."""
    with draft.open("rb") as file:
        os.fsync(file.fileno())
    draft.replace(output)
    folder = os.open(output.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _locked_folder(parent: Path, prefix: str) -> tuple[Path, int]:
    while True:
        folder = Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
        lock = _lock(folder)
        # Another build may have taken it for a leftover before it was locked.
        if lock is not None and folder.exists():
            return folder, lock


def _remove_if_dead(folder: Path) -> None:
    lock = _lock(folder)
    if lock is not None:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def _lock(folder: Path) -> int | None:
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor
