"""Writes to the terminal from a thread, so that a slow line delays only the display."""

from __future__ import annotations

import os
import select
import threading
from collections import deque
from collections.abc import Callable


class TerminalWriter:
    """A queue of texts that one thread writes in order.

    ``drained`` is called after everything was written, ``broken`` once when the terminal is gone;
    both in the thread. Nothing raises, and only ``close`` blocks.
    """

    def __init__(
        self, fileno: int, drained: Callable[[], None], broken: Callable[[], None]
    ) -> None:
        self._fileno = fileno
        self._drained = drained
        self._broken = broken
        self._waiting: deque[str] = deque()
        self._changed = threading.Condition()
        self._writing = self._closing = self._is_broken = False
        # A daemon thread: a stalled terminal must not keep the process from ending.
        self._thread = threading.Thread(target=self._run, name="output", daemon=True)
        self._thread.start()

    @property
    def is_busy(self) -> bool:
        """Whether anything is still to be written."""
        return self._writing or bool(self._waiting)

    def write(self, text: str) -> None:
        """Queue a text; it is dropped if the terminal is gone."""
        with self._changed:
            if not self._is_broken:
                self._waiting.append(text)
                self._changed.notify()

    def close(self, timeout: float) -> bool:
        """Write the queue and end; ``False`` if the terminal did not take it in time."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while (data := self._next()) is not None:
            try:
                self._write(data)
            except OSError:
                with self._changed:
                    self._is_broken = True
                    self._waiting.clear()
                    self._writing = False
                self._broken()
                return
            self._writing = False
            if not self._waiting:
                self._drained()

    def _next(self) -> bytes | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closing)
            if not self._waiting:
                return None
            self._writing = True
            text = "".join(self._waiting)
            self._waiting.clear()
        return text.encode("utf-8", "replace")

    def _write(self, data: bytes) -> None:
        while data:
            try:
                data = data[os.write(self._fileno, data) :]
            except BlockingIOError:
                # The parent process may have left the terminal in non-blocking mode.
                select.select([], [self._fileno], [], None)
