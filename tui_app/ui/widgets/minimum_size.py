"""What every screen does in a terminal that is too small: nothing, until it is larger again."""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.content import Content
from textual.widget import Widget

from tui_app.system.language import _
from tui_app.ui.terminal.capabilities import MIN_HEIGHT, MIN_WIDTH
from tui_app.ui.terminal.frame_timer import RepaintScreen
from tui_app.ui.text.drawing import paragraph
from tui_app.ui.widgets.text_pane import TextPane

R = TypeVar("R")


class TooSmall(TextPane):
    """The line that replaces the layout: how much room is needed."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(self._needed, id=id, classes="too-small")

    def _needed(self, width: int) -> Content:
        least = f"{MIN_WIDTH}×{MIN_HEIGHT}"
        return paragraph(_("Too small: firmeterm needs {least}").format(least=least), width)


class MinimumSizeScreen(RepaintScreen[R]):
    """A screen whose keys do nothing below the smallest layout."""

    _focused_before: Widget | None = None

    @property
    def too_small(self) -> bool:
        """Whether the terminal is smaller than the smallest layout.

        A screen under a dialog learns its new size before its new classes.
        """
        return self.app.size.width < MIN_WIDTH or self.app.size.height < MIN_HEIGHT

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """No key acts while the terminal is too small."""
        return not self.too_small

    def dismiss(self, result: R | None = None) -> AwaitComplete:
        """Leave this screen, once: keys may still be on their way to it after it was left.

        Textual would take away the screen below.
        """
        if self.app.screen_stack[-1:] != [self]:
            return AwaitComplete()
        return super().dismiss(result)

    def on_resize(self) -> None:
        """While the terminal is too small nothing has the focus; afterwards it is restored."""
        if self.too_small and self.focused:
            self._focused_before = self.focused
            self.set_focus(None)
        elif not self.too_small and self._focused_before:
            self.set_focus(self._focused_before)
            self._focused_before = None
