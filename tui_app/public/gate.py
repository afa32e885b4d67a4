"""Keeps requests to one host apart, across all firmeterm processes of the user.

A file holds when the last request left. Whoever wants to send locks it, waits until the
interval is over, sends, writes the time and unlocks. The lock is held until the request has
left, so neither a slow connection nor a process that wakes up late brings two requests
closer together. A process that dies lets go of the lock.
"""

from __future__ import annotations

import fcntl
import math
import os
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tui_app.public.ticket import Ticket

INTERVAL: Final = 1.1
"""Seconds between two requests; ANAF allows one a second."""

_POLL: Final = 0.02


class Slot:
    """The right to send one request, which nobody else has at the same time."""

    def __init__(self, file: int) -> None:
        self._file: int | None = file

    def sent(self) -> None:
        """The request has left: the next one may leave an interval from now."""
        if self._file is not None:
            # The same clock in every process of the machine, and nobody can set it back.
            os.pwrite(self._file, b"%020.6f" % time.monotonic(), 0)
        self.give_back()

    def give_back(self) -> None:
        """Let the next one in; without ``sent``, as if there had been no request."""
        file, self._file = self._file, None
        if file is not None:
            os.close(file)

    @property
    def last(self) -> float:
        """When the last request left; long ago where none is known."""
        try:
            last = float(os.pread(self._file or 0, 20, 0))
        except ValueError:
            return -math.inf
        # Of before the machine was started again.
        return last if last <= time.monotonic() else -math.inf


class Gate:
    """The way to one host. ``interval`` is shorter in tests."""

    def __init__(self, host: str, folder: Path, interval: float = INTERVAL) -> None:
        self.interval = interval
        self._path = folder / f"gate-{re.sub(r'[^A-Za-z0-9.-]', '_', host)}.lock"

    @contextmanager
    def slot(self, ticket: Ticket) -> Iterator[Slot]:
        """Wait for one's turn; then the block sends its request and calls ``Slot.sent``.

        Raises ``StoppedError`` when the ticket is stopped meanwhile, ``TimeoutError`` when its
        time is over first, and ``OSError`` where no lock can be had.
        """
        slot = Slot(self._locked(ticket))
        try:
            wait = slot.last + self.interval - time.monotonic()
            if wait > ticket.seconds_left:
                raise TimeoutError
            ticket.wait(wait)
            yield slot
        finally:
            slot.give_back()

    def _locked(self, ticket: Ticket) -> int:
        file = self._opened()
        try:
            while not _lock(file):
                if ticket.seconds_left < 0:
                    raise TimeoutError
                ticket.wait(_POLL)
            ticket.check()
        except BaseException:
            os.close(file)
            raise
        return file

    def _opened(self) -> int:
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            return os.open(self._path, flags, 0o600)
        except OSError:
            # A home that cannot be written: the interval is kept all the same.
            other = Path(tempfile.gettempdir()) / f"firmeterm-{os.getuid()}-{self._path.name}"
            return os.open(other, flags, 0o600)


def _lock(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
