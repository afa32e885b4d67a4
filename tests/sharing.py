"""Files that the workers of a run share: the first that needs one creates it while others wait.

The sample is shared with later runs, too, for as long as what builds it stays the same.
"""

from __future__ import annotations

import fcntl
import shutil
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

import tui_app

_PACKAGE: Final = Path(tui_app.__file__).parent
_BUILDS_THE_SAMPLE: Final = ("registry", "insight", "contract", "system")
"""The rooms whose modules take part in it."""


@contextmanager
def turn(folder: Path) -> Iterator[None]:
    """One process at a time goes through the block."""
    with (folder / "turn").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def folder_of_sample(config: pytest.Config, otherwise: Path) -> Path:
    """Where the sample of today's program is kept, beside no older one."""
    if not config.pluginmanager.has_plugin("cacheprovider"):
        return otherwise
    assert config.cache is not None
    samples = config.cache.mkdir("sample")
    with turn(samples):
        kept = samples / _today()
        for other in set(samples.glob("*/")) - {kept}:
            shutil.rmtree(other)
        kept.mkdir(exist_ok=True)
    return kept


def _today() -> str:
    """Another name whenever a file of what builds the sample was written."""
    state = [sys.version]
    for room in _BUILDS_THE_SAMPLE:
        for file in sorted((_PACKAGE / room).rglob("*.*")):
            if file.suffix != ".pyc":
                found = file.stat()
                state.append(f"{file} {found.st_size} {found.st_mtime_ns}")
    return f"{zlib.crc32(chr(10).join(state).encode()):08x}"
