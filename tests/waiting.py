"""Waiting for what another process or thread does."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


def until(condition: Callable[[], object], seconds: float = 60.0, *, every: float = 0.02) -> None:
    """Come back once ``condition``, looked at so often, holds; fail when it never does."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        threading.Event().wait(every)
