"""The checksum of a finished file, which also reveals damage within a value.

SQLite checks the structure of pages, not their contents. The checksum is after the last page, where
SQLite reads nothing.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
from pathlib import Path
from typing import Final

from tui_app.registry.sqlite.finished import finished
from tui_app.system.language import _

_MARK: Final = b"firmeterm sha256"
_LENGTH: Final = len(_MARK) + hashlib.sha256().digest_size
_BLOCK: Final = 1 << 16


def append_checksum(file: Path) -> None:
    """Append the checksum to a finished file, which must not change any more."""
    digest = _digest(file, file.stat().st_size)
    with file.open("ab") as stream:
        stream.write(_MARK + digest)


def has_wrong_checksum(file: Path) -> bool:
    """Whether a file differs from what was written; false without a checksum."""
    length, told = _told(file)
    return told != b"" and told != _digest(file, length)


def copy_without_checksum(file: Path, copy: Path) -> None:
    """Copy a file, to change the copy."""
    length, _digest_told = _told(file)
    shutil.copyfile(file, copy)
    os.truncate(copy, length)


def damage_in(file: Path) -> str | None:
    """What is wrong with a finished file, all of which is read; ``None`` if it is sound."""
    try:
        with finished(file) as connection:
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            (finding,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if finding != "ok" or not tables:
            return str(finding) if tables else "it is empty"
        return _("its checksum is wrong") if has_wrong_checksum(file) else None
    except (OSError, sqlite3.DatabaseError) as error:
        return str(error)


def _told(file: Path) -> tuple[int, bytes]:
    """The length of a file without its checksum, and that; empty without one."""
    size = file.stat().st_size
    with file.open("rb") as stream:
        stream.seek(max(size - _LENGTH, 0))
        end = stream.read()
    has_one = end.startswith(_MARK) and size > _LENGTH
    return (size - _LENGTH, end.removeprefix(_MARK)) if has_one else (size, b"")


def _digest(file: Path, length: int) -> bytes:
    digest = hashlib.sha256()
    with file.open("rb") as stream:
        while block := stream.read(min(_BLOCK, length - stream.tell())):
            digest.update(block)
    return digest.digest()
