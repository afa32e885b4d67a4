"""Collects garbage while the user is idle: a full collection takes longer than an echo may."""

from __future__ import annotations

import asyncio
import gc
from typing import Final

_IDLE_SECONDS: Final = 0.5
"""Seconds without a frame after which the user counts as idle."""
_YOUNG_THRESHOLDS: Final = (700, 10)
"""Python's own thresholds for the young generation, which is quick to collect."""
_FULL_THRESHOLD: Final = 80
"""Collections of the middle generation before a full one, even while somebody types."""
_FULL_THRESHOLD_IDLE: Final = 10
"""The same while the user is idle: as often as in Python by default."""


class IdleGc:
    """Decides when garbage is collected, in a program that starts with collection off."""

    def __init__(self) -> None:
        self._due: asyncio.TimerHandle | None = None
        self._begun = False

    def begin(self) -> None:
        """Switch collection on, if it is off; existing objects are frozen, since they stay."""
        if gc.isenabled():
            return
        gc.freeze()
        gc.set_threshold(*_YOUNG_THRESHOLDS, _FULL_THRESHOLD)
        gc.enable()
        self._begun = True

    def postpone(self) -> None:
        """Note that a frame was painted: the user may be typing."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
        if self._begun and gc.get_count()[2] >= _FULL_THRESHOLD_IDLE:
            self._due = asyncio.get_running_loop().call_later(_IDLE_SECONDS, self._collect)

    def _collect(self) -> None:
        self._due = None
        gc.collect()
