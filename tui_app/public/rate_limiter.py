"""Limits the rate of requests to one host, across all firmeterm processes of the user.

A file holds the time of the last request. A sender locks it, waits until the
interval is over, sends, writes the time and unlocks. It holds the lock until the request
was sent, so neither a slow connection nor a process that wakes up late brings two requests
closer together. If a process dies, its lock is released.
"""

from __future__ import annotations

import math
import os
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tui_app.public.active_call import ActiveCall
from tui_app.system.file_lock import try_lock

_POLL: Final = 0.02


class Slot:
    """The exclusive right to send one request."""

    def __init__(self, file: int) -> None:
        self._file: int | None = file

    def sent(self) -> None:
        """Record that the request was sent: the next one may follow after the interval."""
        if self._file is not None:
            # This clock is the same in every process of the machine, and cannot be set back.
            os.pwrite(self._file, b"%020.6f" % time.monotonic(), 0)
        self.release()

    def release(self) -> None:
        """Release the lock; without ``sent``, the time of the last request does not change."""
        file, self._file = self._file, None
        if file is not None:
            os.close(file)


class RateLimiter:
    """The rate limit of one host: ``interval`` is the minimum of seconds between two requests."""

    def __init__(self, host: str, folder: Path, interval: float) -> None:
        self.interval = interval
        self._path = folder / f"gate-{re.sub(r'[^A-Za-z0-9.-]', '_', host)}.lock"

    @contextmanager
    def slot(self, call: ActiveCall) -> Iterator[Slot]:
        """Wait for a turn; the block sends its request and calls ``Slot.sent``.

        Raises ``StoppedError`` if the call is stopped meanwhile, ``TimeoutError`` if its time is
        over, and ``OSError`` if no lock can be created.
        """
        file = self._opened()
        slot = Slot(file)
        try:
            while not try_lock(file):
                if call.seconds_left < 0:
                    raise TimeoutError
                call.wait(_POLL)
            wait = _last_sent(file) + self.interval - time.monotonic()
            if wait > call.seconds_left:
                raise TimeoutError
            call.wait(wait)
            yield slot
        finally:
            slot.release()

    def _opened(self) -> int:
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            return os.open(self._path, flags, 0o600)
        except OSError:
            # The directory is not writable: keep the interval within this process.
            other = Path(tempfile.gettempdir()) / f"firmeterm-{os.getuid()}-{self._path.name}"
            return os.open(other, flags, 0o600)


def _last_sent(file: int) -> float:
    """When the last request was sent; long ago if unknown."""
    try:
        last = float(os.pread(file, 20, 0))
    except ValueError:
        return -math.inf
    # A later time is from before the last restart of the machine.
    return last if last <= time.monotonic() else -math.inf
