"""The first and the last line of the screen."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from tui_app.ui.text.cells import fit
from tui_app.ui.text.drawing import styled


class StatusLine(Widget):
    """One line with something left and something right; what is right never gives way."""

    DEFAULT_CSS = "StatusLine { height: 1; }"
    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._left = Content()
        self._right = Content()

    def show(self, left: Content, right: Content) -> None:
        """Show something else; nothing is written where nothing changed."""
        if not (left.is_same(self._left) and right.is_same(self._right)):
            self._left, self._right = left, right
            self.refresh()

    @property
    def plain(self) -> str:
        """The text of the line."""
        return f"{self._left.plain} {self._right.plain}"

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as there is room."""
        return container.width

    def render(self) -> Content:
        """The line at its present width."""
        width = self.size.width - 2
        right = self._right
        room = width - right.cell_length - 1
        left = self._left.truncate(max(0, room), ellipsis=True)
        gap = " " * max(1, width - left.cell_length - right.cell_length)
        return Content(" ") + left + gap + right


def key_hint(key: str, label: str, price: str = "", *, enabled: bool = True) -> Content:
    """A key, what it does and what that costs; greyed when it can do nothing now."""
    if not enabled:
        return styled(f"{key} {label}", "dim")
    hint = styled(key, "strong") + Content(f" {label}")
    return hint + styled(f" ({price})", "dim") if price else hint


def fits(hints: list[Content], width: int) -> Content:
    """As many hints as fit whole."""
    shown = Content()
    for hint in hints:
        longer = shown + ("  " if shown.plain else "") + hint
        if longer.cell_length > width:
            break
        shown = longer
    return shown


def short(text: str, width: int) -> Content:
    """A text cut to a width."""
    return Content(fit(text, width)) if cell_len(text) > width else Content(text)
