"""The line of messages above the footer, and what waits there for Enter."""

from __future__ import annotations

from collections.abc import Callable

from textual.timer import Timer

from tui_app.ui.timings import NOTICE, READING
from tui_app.ui.widgets.text_pane import TextPane


class Notice(TextPane):
    """A message ends after a while, with the next message, or when its condition ends."""

    DEFAULT_CSS = """
    Notice { height: auto; max-height: 6; background: $panel; color: $text; padding: 0 1; }
    """

    def __init__(self) -> None:
        super().__init__(id="notice")
        self.display = False
        self._message: tuple[str, str] | None = None
        self._shown_while: Callable[[], bool] = lambda: True
        self._timer: Timer | None = None
        self._waiting: Callable[[], object] | None = None

    @property
    def has_ended(self) -> bool:
        """Whether a message is shown whose condition has ended."""
        return self._message is not None and not self._shown_while()

    def say(
        self,
        text: str,
        style: str = "text",
        *,
        also: bool = False,
        shown_while: Callable[[], bool] = lambda: True,
    ) -> None:
        """Show a message for a while, but only as long as ``shown_while()`` holds.

        ``also``: append it to a message of the same style.
        """
        if also and self._message and self._message[1] == style and not self._waiting:
            text = f"{self._message[0]} {text}"
        self._show((text, style), shown_while)
        message = self._message
        lasts = max(NOTICE, len(text) * READING)
        self._timer = self.set_timer(lasts, lambda: self._expire(message))

    def hold(self, run: Callable[[], object], text: str, shown_while: Callable[[], bool]) -> None:
        """Say that Enter runs something, until ``release`` or while ``shown_while()`` holds."""
        self._show((text, "warn"), shown_while)
        self._waiting = run

    @property
    def waits(self) -> bool:
        """Whether something waits for Enter."""
        return self._waiting is not None

    def release(self) -> Callable[[], object] | None:
        """Stop waiting for Enter; return what waited, or ``None``."""
        waiting = self._waiting
        if waiting is not None:
            self.clear()
        return waiting

    def _show(
        self, message: tuple[str, str] | None, shown_while: Callable[[], bool] = lambda: True
    ) -> None:
        self._message, self._waiting, self._shown_while = message, None, shown_while
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if message is not None:
            super().say(*message)
        if self.display != (message is not None):
            self.display = message is not None

    def _expire(self, message: tuple[str, str] | None) -> None:
        # A stopped timer may still fire when another message is shown.
        if self._message is message:
            self.clear()

    def clear(self) -> None:
        """Show no message any more."""
        self._show(None)
