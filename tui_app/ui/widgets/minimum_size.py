"""What every screen does in a terminal that is too small: nothing, until there is room again."""

from __future__ import annotations

from typing import TypeVar

from textual.widget import Widget

from tui_app.ui.terminal.frame_timer import RepaintScreen

R = TypeVar("R")


class MinimumSizeScreen(RepaintScreen[R]):
    """A screen whose keys do nothing below the smallest layout."""

    _focused_before: Widget | None = None

    @property
    def too_small(self) -> bool:
        """Whether the terminal is smaller than the smallest layout."""
        return self.has_class("-tiny") or self.has_class("-flat")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """No key acts while there is no room."""
        return not self.too_small

    def on_resize(self) -> None:
        """While there is no room nothing takes keys; then what had them has them again."""
        if self.too_small and self.focused:
            self._focused_before = self.focused
            self.set_focus(None)
        elif not self.too_small and self._focused_before:
            self.set_focus(self._focused_before)
            self._focused_before = None
