"""A field for criteria that completes names and values, and marks the wrong word."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.highlighter import Highlighter
from rich.style import Style
from rich.text import Text

from tui_app.contract.screening.completion import complete
from tui_app.ui.screening.completing_field import Complete, CompletingField
from tui_app.ui.screening.completions import Completions


class _Mark(Highlighter):
    """Highlights the wrong part."""

    def __init__(self, style: Callable[[], Style]) -> None:
        self.start = self.end = 0
        self._style = style

    def highlight(self, text: Text) -> None:
        if self.end > self.start:
            text.stylize(self._style(), self.start, self.end)


class CriteriaField(CompletingField):
    """Completes the names and values of criteria, and marks the wrong word."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"criteria--wrong"}
    DEFAULT_CSS = "CriteriaField > .criteria--wrong { color: $text-error; text-style: underline; }"

    def __init__(
        self,
        completions: Completions,
        *,
        placeholder: str = "",
        id: str | None = None,
        complete: Complete = complete,
    ) -> None:
        super().__init__(completions, placeholder=placeholder, id=id, complete=complete)
        self._mark = _Mark(lambda: self.get_component_rich_style("criteria--wrong"))
        self.highlighter = self._mark

    def mark_wrong(self, start: int, end: int) -> None:
        """Mark a part of the text as wrong; an empty range marks nothing."""
        if (self._mark.start, self._mark.end) != (start, end):
            self._mark.start, self._mark.end = start, end
            self.refresh()
