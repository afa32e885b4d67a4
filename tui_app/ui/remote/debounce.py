"""Debouncing: acts once the text in a field or the cursor in a list has rested."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial

from textual.timer import Timer
from textual.widget import Widget

from tui_app.ui.timings import LONGEST_DEBOUNCE, PAUSE, SLOWEST_LETTER


class Debounce:
    """Holds at most one pending call. A later call replaces it and restarts its wait."""

    def __init__(self, widget: Widget) -> None:
        self._widget = widget
        self._timer: Timer | None = None
        self._calls = 0

    @property
    def is_waiting(self) -> bool:
        """Whether a call is pending."""
        return self._timer is not None

    def call(self, after: float, act: Callable[[], object]) -> None:
        """Call ``act`` after ``after`` seconds without another call."""
        self.cancel()
        self._calls += 1
        self._timer = self._widget.set_timer(after, partial(self._fire, self._calls, act))

    def cancel(self) -> None:
        """Drop the pending call."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _fire(self, call: int, act: Callable[[], object]) -> None:
        # A stopped timer may still fire once, because its message was already queued.
        if self._timer is not None and call == self._calls:
            self._timer = None
            act()


class TypingPace:
    """Measures typing speed, so that a search waits for a pause, not for the next letter."""

    def __init__(self) -> None:
        self._last = 0.0
        self._intervals: deque[float] = deque(maxlen=4)

    def typed(self, now: float, least: float) -> float:
        """Note a typed letter; ``now`` counts seconds.

        Returns the seconds without a letter that count as a pause for this user, at least
        ``least``.
        """
        interval, self._last = now - self._last, now
        if interval <= SLOWEST_LETTER:
            self._intervals.append(interval)
        longest = max(self._intervals, default=0.0)
        return max(least, min(LONGEST_DEBOUNCE, PAUSE * longest))
