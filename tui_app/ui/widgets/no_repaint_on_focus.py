"""A widget that is not painted again because it gets the keys or loses them."""

from __future__ import annotations

from contextlib import suppress
from typing import Self

from textual import events
from textual.dom import NoScreen
from textual.widget import Widget


class NoRepaintOnFocus(Widget):
    """Tells of the focus as Textual's widgets do, without painting all of itself for it.

    No style of it may depend on the focus: none is looked up again. The last of a class's
    bases: Textual looks for default styles along the first.
    """

    def focus(self, scroll_visible: bool = True) -> Self:
        """Ask for the keys."""
        self.app.call_later(self._take_keys, scroll_visible)
        return self

    def _take_keys(self, scroll_visible: bool) -> None:
        with suppress(NoScreen):
            self.screen.set_focus(self, scroll_visible)

    def watch_has_focus(self, _has_focus: bool) -> None:
        """Textual's own looks up all styles again, of what it contains too."""

    def on_focus(self, event: events.Focus) -> None:
        """The keys come here."""
        self._tell(event, events.DescendantFocus(self), has_focus=True)

    def on_blur(self, event: events.Blur) -> None:
        """The keys go elsewhere."""
        self._tell(event, events.DescendantBlur(self), has_focus=False)

    def _tell(self, event: events.Event, told: events.Event, *, has_focus: bool) -> None:
        # Textual's own would draw all of it again.
        event.prevent_default()
        self.has_focus = has_focus
        if self.parent is not None:
            self.parent.post_message(told)
