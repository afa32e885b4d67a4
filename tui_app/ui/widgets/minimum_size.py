"""The terminal sizes at which a screen changes its layout; below the smallest it does nothing."""

from __future__ import annotations

from typing import Final, TypeVar

from textual.await_complete import AwaitComplete
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from tui_app.system.language import _
from tui_app.ui.terminal.capabilities import MIN_HEIGHT, MIN_WIDTH, is_spoken
from tui_app.ui.terminal.frames import RepaintScreen
from tui_app.ui.text.drawing import paragraph
from tui_app.ui.widgets.text_pane import TextPane

R = TypeVar("R")

# Lists, as Textual's own breakpoints: a least size in cells and a class of the screen.
_WIDTHS: Final = [(0, "-tiny"), (MIN_WIDTH, "-narrow"), (100, "-normal"), (160, "-wide")]
HEIGHTS: Final = [(0, "-flat"), (MIN_HEIGHT, "-low"), (20, "-high")]


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


def widths() -> list[tuple[int, str]]:
    """The steps of the width. Read aloud, two panes in the same lines would be mixed up."""
    return _WIDTHS[:2] if is_spoken() else _WIDTHS


def classes_for(size: Size) -> tuple[str, str]:
    """The classes of a screen of this size, for its width and its height."""
    return _reached(size.width, widths()), _reached(size.height, HEIGHTS)


def _reached(cells: int, steps: list[tuple[int, str]]) -> str:
    return max((least, name) for least, name in steps if cells >= least)[1]
