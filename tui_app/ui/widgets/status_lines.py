"""Status lines: the first and the last line of the screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct
from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from tui_app.ui.text.drawing import styled

BETWEEN: Final = "  "
"""What stands between two hints."""


class Hint(Struct, frozen=True):
    """A text in a status line, and the name that a click on it sends, if any."""

    content: Content
    name: str = ""


class StatusLine(Widget):
    """One line with a left and a right part; the right part is never cut."""

    DEFAULT_CSS = "StatusLine { height: 1; }"
    ALLOW_SELECT = False

    pointed: reactive[str] = reactive("")
    """The name of the hint under the mouse pointer."""

    class HintClicked(Message):
        """A hint with a name was clicked."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._hints: tuple[Hint, ...] = ()
        self._right = Content()
        self._short: Content | None = None

    def show(
        self, left: Content | Sequence[Hint], right: Content, short: Content | None = None
    ) -> None:
        """Show other texts; writes nothing if nothing changed.

        ``short`` replaces the left part if that does not fit.
        """
        self._short = short
        hints = (Hint(left),) if isinstance(left, Content) else tuple(left)
        same = len(hints) == len(self._hints) and right.is_same(self._right)
        for now, before in zip(hints, self._hints, strict=False):
            same = same and now.name == before.name and now.content.is_same(before.content)
        self._hints, self._right = hints, right
        if not same:
            self.refresh()

    @property
    def plain(self) -> str:
        """The text of the line."""
        return f"{side_by_side(self._hints).plain} {self._right.plain}"

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The full width."""
        return container.width

    def render(self) -> Content:
        """The line at its current width."""
        width = self.size.width - 2
        right = self._right
        available = width - right.cell_length - 1
        left = side_by_side(self._hints, self.pointed)
        if self._short is not None and left.cell_length > available:
            left = self._short
        left = left.truncate(max(0, available), ellipsis=True)
        gap = " " * max(1, width - left.cell_length - right.cell_length)
        return Content(" ") + left + gap + right

    def on_click(self, event: events.Click) -> None:
        """Send the name of the clicked hint."""
        if name := self._name_at(event.x):
            self.post_message(self.HintClicked(name))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Highlight the hint under the pointer."""
        self.pointed = self._name_at(event.x)

    def on_leave(self) -> None:
        """Stop highlighting: the pointer left the line."""
        self.pointed = ""

    def _name_at(self, x: int) -> str:
        start = 1
        for hint in self._hints:
            end = start + hint.content.cell_length
            if start <= x < end:
                return hint.name
            start = end + len(BETWEEN)
        return ""


def side_by_side(hints: Sequence[Hint], pointed: str = "") -> Content:
    """Hints in a line; the one named ``pointed`` is highlighted as the pointer's target."""
    return Content(BETWEEN).join(
        hint.content.stylize("underline") if pointed and hint.name == pointed else hint.content
        for hint in hints
        if hint.content.plain
    )


@lru_cache(maxsize=512)
def key_hint(key: str, label: str, price: str = "") -> Content:
    """A key, its action and its price."""
    hint = styled(key, "strong") + Content(f" {label}")
    return hint + styled(f" ({price})", "dim") if price else hint


def fits(hints: Iterable[Hint | None], width: int, *last: Hint | None) -> list[Hint]:
    """The hints that fit before the ``last``; none is read after one that does not fit."""
    shown: list[Hint] = []
    ending, left = list(filter(None, last)), width
    for hint in ending:
        left -= hint.content.cell_length + len(BETWEEN)
    for hint in filter(None, hints):
        left -= hint.content.cell_length
        if left < 0:
            break
        left -= len(BETWEEN)
        shown.append(hint)
    return shown + ending
