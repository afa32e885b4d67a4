"""Ctrl+C while SQLite runs a statement that calls Python: what is raised in there gets lost."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def noting_interrupts() -> Iterator[Callable[[], bool]]:
    """Note that ctrl+c came, and handle it as before; tells whether it came."""
    came = False
    before = signal.getsignal(signal.SIGINT)

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal came
        came = True
        if callable(before):
            before(number, frame)

    # Only the main thread may; where ctrl+c is ignored it stays so.
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield lambda: False
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield lambda: came
    finally:
        signal.signal(signal.SIGINT, before)
