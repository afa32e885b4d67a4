"""The checksum of a registry file, which also reveals damage within a value.

SQLite checks the structure of pages, not their contents. The checksum is after the last page, where
SQLite reads nothing.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path
from typing import Final

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
    length = file.stat().st_size - _LENGTH
    if length <= 0:
        return False
    with file.open("rb") as stream:
        stream.seek(length)
        end = stream.read()
    return end.startswith(_MARK) and end.removeprefix(_MARK) != _digest(file, length)


def copy_without_checksum(file: Path, copy: Path) -> None:
    """Copy a file whose checksum is right, to change the copy."""
    shutil.copyfile(file, copy)
    os.truncate(copy, file.stat().st_size - _LENGTH)


def _digest(file: Path, length: int) -> bytes:
    digest = hashlib.sha256()
    with file.open("rb") as stream:
        while block := stream.read(min(_BLOCK, length - stream.tell())):
            digest.update(block)
    return digest.digest()
