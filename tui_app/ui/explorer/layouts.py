"""The terminal sizes at which the layout of the screen changes."""

from __future__ import annotations

from typing import Final

from textual.geometry import Size

from tui_app.ui.spoken import is_spoken
from tui_app.ui.terminal.capabilities import MIN_HEIGHT, MIN_WIDTH

# Lists, as Textual's own breakpoints: a least size in cells and a class of the screen.
_WIDTHS: Final = [(0, "-tiny"), (MIN_WIDTH, "-narrow"), (100, "-normal"), (160, "-wide")]
HEIGHTS: Final = [(0, "-flat"), (MIN_HEIGHT, "-low"), (20, "-high")]


def widths() -> list[tuple[int, str]]:
    """The steps of the width. Read aloud, two panes in the same lines would be mixed up."""
    return _WIDTHS[:2] if is_spoken() else _WIDTHS


def classes_for(size: Size) -> tuple[str, str]:
    """The classes of a screen of this size, for its width and its height."""
    return _reached(size.width, widths()), _reached(size.height, HEIGHTS)


def _reached(cells: int, steps: list[tuple[int, str]]) -> str:
    return max((least, name) for least, name in steps if cells >= least)[1]
