"""The resources that a process holds, and the errors it logs."""

from __future__ import annotations

import gc
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def resident() -> float:
    """MB of memory that this process holds, without garbage."""
    gc.collect()
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return next(int(row.split()[1]) for row in status.splitlines() if "VmRSS" in row) / 1000


def descriptors() -> int:
    """Files and sockets that are open."""
    return len(list(Path("/proc/self/fd").iterdir()))


class Complaints(logging.Handler):
    """Errors that were logged: a task that died, a fault of our own."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        self.texts.append(record.getMessage())


@contextmanager
def complaints() -> Iterator[list[str]]:
    """Everything logged as an error inside the block."""
    handler = Complaints()
    logging.getLogger().addHandler(handler)
    try:
        yield handler.texts
    finally:
        logging.getLogger().removeHandler(handler)
