"""One call of an operation under way: how far it is, until when it may take, and its end."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from msgspec import Struct


class Progress(Struct, frozen=True, kw_only=True):
    """How far a call is: step ``step`` of ``steps``, each one request.

    ``text`` says it in words, such as ``year 3 of 12``.
    """

    operation: str
    tax_id: str
    step: int
    steps: int
    text: str


Report = Callable[[Progress], None]
"""Called from the thread that works, before each request."""


def report_to_nobody(_progress: Progress) -> None:
    """Let progress go unseen."""


class StoppedError(Exception):
    """The user left a call: no further request is sent for it."""


class Ticket:
    """A call under way. ``until`` is the time (``time.monotonic``) at which it must be over."""

    def __init__(self, operation: str, tax_id: str, seconds: float, report: Report) -> None:
        self.operation = operation
        self.tax_id = tax_id
        self.until = time.monotonic() + seconds
        self._report = report
        self._stopped = threading.Event()

    @property
    def seconds_left(self) -> float:
        """How long the call may still take; negative when its time is over."""
        return self.until - time.monotonic()

    def stop(self) -> None:
        """Send nothing more. What was sent is still waited for and kept."""
        self._stopped.set()

    @property
    def is_stopped(self) -> bool:
        """Whether nothing more may be sent."""
        return self._stopped.is_set()

    def check(self) -> None:
        """Raise ``StoppedError`` when nothing more may be sent."""
        if self.is_stopped:
            raise StoppedError

    def wait(self, seconds: float) -> None:
        """Wait, but not past a stop; raises ``StoppedError``."""
        self._stopped.wait(max(0.0, seconds))
        self.check()

    def at(self, step: int, steps: int, text: str) -> None:
        """Say how far the call is."""
        self._report(
            Progress(
                operation=self.operation, tax_id=self.tax_id, step=step, steps=steps, text=text
            )
        )
