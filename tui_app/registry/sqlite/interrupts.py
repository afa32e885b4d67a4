"""Handles ctrl+c while SQLite runs a statement that calls Python, which would swallow it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def noting_interrupts() -> Iterator[Callable[[], bool]]:
    """Record ctrl+c and handle it as before; the returned function says whether it came."""
    came = False
    before = signal.getsignal(signal.SIGINT)

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal came
        came = True
        if callable(before):
            before(number, frame)

    # Only the main thread can set it; an ignored ctrl+c stays ignored.
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield lambda: False
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield lambda: came
    finally:
        signal.signal(signal.SIGINT, before)
