"""A call of an operation: its deadline, its progress, and its cancellation."""

from __future__ import annotations

import threading
import time

from msgspec.structs import replace

from tui_app.contract.live import Listener, Progress
from tui_app.system.language import _


class StoppedError(Exception):
    """The user stopped a call: no further request is sent for it."""


class ActiveCall:
    """A call under way, with a time limit in seconds."""

    def __init__(
        self, operation: str, tax_id: str, seconds: float, listener: Listener | None = None
    ) -> None:
        self.operation = operation
        self.tax_id = tax_id
        self._until = time.monotonic() + seconds
        self._listener = listener
        self._stopped = threading.Event()
        self._newest: Progress | None = None
        self._reported_at = 0.0

    @property
    def seconds_left(self) -> float:
        """The remaining time; negative after the deadline."""
        return self._until - time.monotonic()

    def stop(self) -> None:
        """Send no further request. An answer to one already sent is still awaited and cached."""
        self._stopped.set()

    def check(self) -> None:
        """Raise ``StoppedError`` when no further request may be sent."""
        if self._stopped.is_set():
            raise StoppedError

    def wait(self, seconds: float) -> None:
        """Wait, but not after a stop; raises ``StoppedError``."""
        self._stopped.wait(max(0.0, seconds))
        self.check()

    def report(self, step: int, steps: int, text: str) -> None:
        """Report the progress of the call."""
        self._reported_at = time.monotonic()
        self._newest = Progress(
            operation=self.operation, tax_id=self.tax_id, step=step, steps=steps, text=text
        )
        self._notify(self._newest)

    def report_waiting(self) -> None:
        """Report that the call has made no progress, and for how long."""
        if self._newest is not None:
            seconds = f"{time.monotonic() - self._reported_at:.0f}"
            text = _("{progress}, {seconds} s so far")
            text = text.format(progress=self._newest.text, seconds=seconds)
            self._notify(replace(self._newest, text=text))

    def _notify(self, progress: Progress) -> None:
        if self._listener is not None:
            self._listener(progress)
