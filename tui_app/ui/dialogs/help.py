"""The help panel: every key, what it does, what it costs, and why it cannot be used now."""

from __future__ import annotations

from typing import NamedTuple

from textual.content import Content

from tui_app.language import _
from tui_app.ui.dialogs.dialog import Dialog
from tui_app.ui.text.cells import pad
from tui_app.ui.text.drawing import heading, lines, paragraph, styled, wrap

_KEY_WIDTH = 9
"""Cells of the longest pair of keys."""


class HelpRow(NamedTuple):
    """An action: its keys and what it does; its price and the reason against it, if any."""

    keys: str
    help: str
    price: str = ""
    reason: str = ""


class HelpGroup(NamedTuple):
    """Actions of use in the same place."""

    title: str
    rows: list[HelpRow]


class HelpScreen(Dialog[None]):
    """The actions in groups, and above them what is wrong with the user's keys."""

    def __init__(self, title: str, wrong: list[str], groups: list[HelpGroup]) -> None:
        super().__init__(title, _("Esc closes · j k scroll"))
        self._wrong = wrong
        self._groups = groups

    def draw(self, width: int) -> Content:
        """One line an action, grouped by where it is of use."""
        parts = [paragraph(wrong, width, "warn") for wrong in self._wrong]
        for title, rows in self._groups:
            parts += [Content(), heading(title)] if title else [Content()] if parts else []
            parts += [_draw_row(row, width) for row in rows]
        return lines(parts)


def _draw_row(row: HelpRow, width: int) -> Content:
    text = row.help
    if row.price:
        text += f" ({row.price})"
    if row.reason:
        text += f" — {row.reason}"
    first, *rest = wrap(text, width - _KEY_WIDTH - 2)
    style = "dim" if row.reason else "text"
    beside = styled(pad(row.keys, _KEY_WIDTH) + "  ", style if row.reason else "strong")
    below = [styled(" " * (_KEY_WIDTH + 2) + line, style) for line in rest]
    return lines([beside + styled(first, style), *below])
