"""The working directory of a build: hidden, next to its output, and deleted afterwards.

The directory is locked while its process lives. A build that was killed leaves an unlocked
directory, which the next build removes.
"""

from __future__ import annotations

import contextlib
import errno
import glob
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tui_app.registry.errors import BuildError
from tui_app.registry.sqlite.schema import APPLICATION_ID
from tui_app.system.file_lock import locked, try_lock
from tui_app.system.language import _

_HEADER: Final = 72
"""Bytes of a SQLite file up to the end of its ``application_id``."""
# SQLite reports a file that may not grow (a size limit) as an I/O error.
_FULL: Final = {"SQLITE_FULL", "SQLITE_IOERR_WRITE"}


@contextmanager
def build_folder(output: Path) -> Iterator[Path]:
    """A new directory next to ``output``; raises ``OSError``."""
    prefix = f".{output.name}.build-"
    # Compared as text, not as a pattern: building "firme[1].db" must not delete "firme1.db"'s.
    for leftover in output.parent.glob(f"{glob.escape(prefix)}*"):
        _remove_if_dead(leftover)
    folder, lock = _locked_folder(output.parent, prefix)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


@contextmanager
def one_at_a_time(output: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Add to ``output`` while nobody else does; calls ``waiting`` if another process is adding.

    Two that began with the same file would each lose what the other added. In a folder that cannot
    be locked the build itself fails, and says why.
    """
    output = output.resolve()
    path = output.with_name(f".{output.name}.lock")
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            stack.enter_context(locked(path, waiting=waiting, delete=True))
        yield


def refuse_foreign(output: Path) -> None:
    """Raise ``BuildError`` if a build would replace something that is not a registry."""
    try:
        if not output.exists():
            return
        if not output.is_file():
            raise BuildError(
                _("{output} is not a file: name a file for the registry.").format(output=output)
            )
        with output.open("rb") as file:
            header = file.read(_HEADER)
    except OSError as error:
        raise BuildError(
            _("{output} cannot be read: {why}.").format(output=output, why=error.strerror)
        ) from None
    ours = APPLICATION_ID.to_bytes(4, "big")
    if header and (not header.startswith(b"SQLite format 3\0") or not header.endswith(ours)):
        raise BuildError(
            _(
                "{output} is not a registry, and stays as it is. Name another file, or remove it."
            ).format(output=output)
        )


def publish(draft: Path, output: Path) -> None:
    """Move a finished file into place atomically, even if the power fails."""
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
        # Another build may have deleted it as a leftover before it was locked.
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
        if try_lock(descriptor):
            return descriptor
    except OSError:
        pass  # a file system without locks
    os.close(descriptor)
    return None


def why_not_built(error: sqlite3.Error | OSError, output: Path) -> str:
    """The message for a registry that could not be written."""
    full = isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
    if full or getattr(error, "sqlite_errorname", "") in _FULL:
        return _(
            "The disk is full: {output} was not built and nothing is left of the attempt."
            " Make room in {parent} or name an output on another disk."
        ).format(output=output, parent=output.parent)
    reason = getattr(error, "strerror", None) or error
    return _("{output} was not built, nothing is left of the attempt: {reason}.").format(
        output=output, reason=reason
    )
