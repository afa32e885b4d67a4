"""A small list of completions below a field."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rich.cells import cell_len
from textual import events

from tui_app.contract.screening.completion import Completion
from tui_app.ui.screening import wording
from tui_app.ui.text.cells import pad
from tui_app.ui.widgets.row_list import Piece, Row, RowLine, RowList

_MAX_SHOWN: Final = 8
"""The most rows at once; the others are reached by scrolling."""


class Completions(RowList, can_focus=False):
    """An overlay: the widgets below do not move. A click accepts a completion."""

    DEFAULT_CSS = """
    Completions {
        overlay: screen; display: none; height: 1; width: 100%;
        background: $panel; color: $text; scrollbar-size-vertical: 1;
    }
    """

    def __init__(self) -> None:
        super().__init__(lines_per_row=1)
        self._offered: tuple[Completion, ...] = ()
        self._accept: Callable[[Completion], None] = lambda _completion: None

    @property
    def completion(self) -> Completion | None:
        """The completion under the cursor."""
        return self._offered[self.cursor] if self._offered else None

    @property
    def height(self) -> int:
        """The number of lines it takes."""
        return min(_MAX_SHOWN, len(self._offered))

    def offer(
        self, completions: Sequence[Completion], accept: Callable[[Completion], None]
    ) -> None:
        """Show other completions, the first under the cursor; an empty sequence hides the list.

        A clicked one goes to ``accept``.
        """
        self._offered, self._accept = tuple(completions), accept
        labels = max((cell_len(each.text) for each in self._offered), default=0)
        self.show([_row(index, each, labels) for index, each in enumerate(self._offered)])
        if self._offered:
            self.styles.height = self.height
        if self.display != bool(self._offered):
            self.display = bool(self._offered)

    def on_click(self, event: events.Click) -> None:
        """Accept the clicked completion; the field keeps the focus."""
        event.stop()
        index = event.y + round(self.scroll_y)
        if index < len(self._offered):
            self._accept(self._offered[index])


def _row(index: int, completion: Completion, labels: int) -> Row:
    about = wording.about(completion.about)
    left = (Piece(pad(completion.text, labels)), Piece(f"  {about}", "dim"))
    return Row(str(index), (RowLine(left),))
