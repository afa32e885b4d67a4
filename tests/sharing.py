"""Files that the workers of a run share: the first that needs one creates it while others wait."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def turn(folder: Path) -> Iterator[None]:
    """One process at a time goes through the block."""
    with (folder / "turn").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
