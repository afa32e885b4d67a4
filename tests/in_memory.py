"""Where the files of tests lie: in memory where there is plenty, since no disk is tested.

Each database that is written waits for the disk, beside which a test does little.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

_MEMORY: Final = Path("/dev/shm")
_PLENTY: Final = 4_000_000_000
"""Bytes: several times what a run of all tests writes."""


def room(otherwise: str) -> str:
    """A folder in memory, or the other one."""
    if not _MEMORY.is_dir() or not os.access(_MEMORY, os.W_OK):
        return otherwise
    found = os.statvfs(_MEMORY)
    if found.f_flag & os.ST_NOEXEC or found.f_bavail * found.f_frsize < _PLENTY:
        return otherwise
    return str(_MEMORY)
