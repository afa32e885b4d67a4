"""Looks for garbage while nobody waits: a full look takes longer than the echo of a key may."""

from __future__ import annotations

import asyncio
import gc
from typing import Final

_STILL: Final = 0.5
"""Seconds without a frame after which nobody is taken to wait."""
_YOUNG: Final = (700, 10)
"""Python's own thresholds for what was made a moment ago: a look at those is short."""
_OLD: Final = 80
"""Looks at the middle generation after which a full one is made, though somebody types."""
_WORTH: Final = 10
"""The same when nobody does: as often as Python would."""


class IdleGc:
    """Chooses when garbage is looked for, in a program that began without looking."""

    def __init__(self) -> None:
        self._due: asyncio.TimerHandle | None = None
        self._begun = False

    def begin(self) -> None:
        """Look for it from now on, if nobody does; what is here by now is there to stay."""
        if gc.isenabled():
            return
        gc.freeze()
        gc.set_threshold(*_YOUNG, _OLD)
        gc.enable()
        self._begun = True

    def not_now(self) -> None:
        """A frame was painted: somebody may be typing."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
        if self._begun and gc.get_count()[2] >= _WORTH:
            self._due = asyncio.get_running_loop().call_later(_STILL, self._collect)

    def _collect(self) -> None:
        self._due = None
        gc.collect()
