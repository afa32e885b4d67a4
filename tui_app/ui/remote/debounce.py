"""Acting once something rests: the text in a field, the cursor on a row."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual.timer import Timer
from textual.widget import Widget


class Debounce:
    """Holds at most one action. A later one takes its place, and its wait begins anew."""

    def __init__(self, widget: Widget) -> None:
        self._widget = widget
        self._timer: Timer | None = None
        self._calls = 0

    @property
    def is_waiting(self) -> bool:
        """Whether an action is still to be done."""
        return self._timer is not None

    def call(self, after: float, act: Callable[[], object]) -> None:
        """Do ``act`` once so many seconds went by without another call."""
        self.cancel()
        self._calls += 1
        self._timer = self._widget.set_timer(after, partial(self._rested, self._calls, act))

    def cancel(self) -> None:
        """Do nothing any more."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _rested(self, call: int, act: Callable[[], object]) -> None:
        # A stopped timer may call once more: its message was on the way.
        if self._timer is not None and call == self._calls:
            self._timer = None
            act()
