"""The calls under way, and the remarks on the newest answers. Safe for any thread."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tui_app.contract.live import Listener, Progress, Remarks
from tui_app.public.active_call import ActiveCall

SECONDS: Final = 85.0
"""The time limit of a call, in seconds; then the part loaded so far is the answer.

The client waits for 90.
"""

_REMEMBERED: Final = 500

_Name = tuple[str, str]
"""An operation and a tax id."""


class Calls:
    """Starts and stops calls, and stores requests and remarks by operation and company."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._active: set[ActiveCall] = set()
        self._listener: Listener | None = None
        self._remarks: OrderedDict[_Name, Remarks] = OrderedDict()
        self._to_refresh: set[_Name] = set()
        self._whole: set[_Name] = set()

    def listen(self, listener: Listener | None) -> None:
        """Set the listener for the progress of calls."""
        self._listener = listener

    @contextmanager
    def begin(self, operation: str, tax_id: str) -> Iterator[ActiveCall]:
        """A call that can be stopped until the block ends."""
        call = ActiveCall(operation, tax_id, self._seconds, self._report)
        with self._lock:
            self._active.add(call)
        try:
            yield call
        finally:
            with self._lock:
                self._active.discard(call)

    def stop(self, tax_id: str | None = None) -> None:
        """Stop the calls of one company or all."""
        with self._lock:
            for call in self._active:
                if tax_id in (None, call.tax_id):
                    call.stop()

    def refresh(self, operation: str, tax_id: str) -> None:
        """Let the next call bypass the cache."""
        with self._lock:
            self._to_refresh.add((operation, tax_id))

    def spend_refresh(self, operation: str, tax_id: str) -> bool:
        """Whether this call bypasses the cache; resets the flag."""
        with self._lock:
            is_set = (operation, tax_id) in self._to_refresh
            self._to_refresh.discard((operation, tax_id))
            return is_set

    def load_everything(self, operation: str, tax_id: str) -> None:
        """Let later calls load everything."""
        with self._lock:
            self._whole.add((operation, tax_id))

    def wants_all(self, operation: str, tax_id: str) -> bool:
        """Whether calls load everything."""
        with self._lock:
            return (operation, tax_id) in self._whole

    def remark(self, operation: str, tax_id: str, remarks: Remarks) -> None:
        """Store the remarks on an answer that is about to be returned."""
        with self._lock:
            self._remarks[operation, tax_id] = remarks
            self._remarks.move_to_end((operation, tax_id))
            if len(self._remarks) > _REMEMBERED:
                self._remarks.popitem(last=False)

    def remarks(self, operation: str, tax_id: str) -> Remarks:
        """The remarks on the newest answer."""
        with self._lock:
            return self._remarks.get((operation, tax_id), Remarks())

    def _report(self, progress: Progress) -> None:
        listener = self._listener
        if listener is not None:
            listener(progress)
