"""A widget that is not repainted when it gets or loses the focus."""

from __future__ import annotations

from contextlib import suppress
from typing import Self

from textual import events
from textual.dom import NoScreen
from textual.widget import Widget


class NoRepaintOnFocus(Widget):
    """Handles the focus like Textual's widgets, without repainting all of itself.

    None of its styles may depend on the focus, since none is looked up again. Must be the last of
    a class's bases: Textual looks for default styles along the first.
    """

    def focus(self, scroll_visible: bool = True) -> Self:
        """Ask for the focus."""
        self.app.call_later(self._take_keys, scroll_visible)
        return self

    def _take_keys(self, scroll_visible: bool) -> None:
        with suppress(NoScreen):
            self.screen.set_focus(self, scroll_visible)

    def watch_has_focus(self, _has_focus: bool) -> None:
        """Textual's own looks up all styles again, including those of children."""

    def on_focus(self, event: events.Focus) -> None:
        """Got the focus."""
        self._tell(event, events.DescendantFocus(self), has_focus=True)

    def on_blur(self, event: events.Blur) -> None:
        """Lost the focus."""
        self._tell(event, events.DescendantBlur(self), has_focus=False)

    def _tell(self, event: events.Event, told: events.Event, *, has_focus: bool) -> None:
        # Textual's own handler would repaint the whole widget.
        event.prevent_default()
        self.has_focus = has_focus
        if self.parent is not None:
            self.parent.post_message(told)
