"""The help panel: every key, what it does, what it costs, and why it cannot be used now."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Input

from tui_app.contract.folding import fold
from tui_app.language import _
from tui_app.ui.dialogs.dialog import Dialog
from tui_app.ui.text.cells import pad
from tui_app.ui.text.drawing import heading, lines, paragraph, styled, wrap
from tui_app.ui.widgets.field import Field
from tui_app.ui.widgets.text_pane import TextPane

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


class HelpScreen(Dialog[None], inherit_bindings=False):
    """The actions in groups, and above them what is wrong with the user's keys.

    Typing searches them: letters are text here.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("up", "scroll(-1)", show=False),
        Binding("pagedown", "scroll(9)", show=False),
        Binding("pageup", "scroll(-9)", show=False),
    ]

    def __init__(self, title: str, wrong: list[str], groups: list[HelpGroup]) -> None:
        super().__init__(title, _("type to search · ↑↓ scroll · Esc closes"))
        self._wrong = wrong
        self._groups = groups
        self._field = Field(placeholder=_("a key, or a word of what it does"), id="help-field")
        self._text_pane = TextPane(self.draw)

    def compose_body(self) -> ComposeResult:
        """What is sought, and the keys."""
        yield self._field
        yield self._text_pane

    def on_mount(self) -> None:
        """The field keeps the keys."""
        self.query_one(".dialog-body").can_focus = False
        self._field.focus()

    def widest(self, available: int) -> int:
        """As for all keys: what is sought must not change it."""
        return max(
            cell_len(line) for line in self._drawn(self._groups, available).plain.split("\n")
        )

    def on_input_changed(self, event: Input.Changed) -> None:
        """Find while typing."""
        event.stop()
        self._text_pane.draw(self.draw)
        self.query_one(".dialog-body", VerticalScroll).scroll_home(animate=False)

    def action_leave(self) -> None:
        """Back to all keys, or out."""
        if self._field.value:
            self._field.value = ""
        else:
            self.dismiss(None)

    def draw(self, width: int) -> Content:
        """One line an action, grouped by where it is of use."""
        found = [HelpGroup(group.title, self._fitting(group.rows)) for group in self._groups]
        groups = [group for group in found if group.rows]
        if not groups:
            return styled(_("No key does that"), "dim")
        return self._drawn(groups, width)

    def _fitting(self, rows: list[HelpRow]) -> list[HelpRow]:
        typed = self._field.value.strip()
        if not typed:
            return rows
        words = fold(typed).split()
        return [
            row
            for row in rows
            if typed in row.keys.split()
            or (words and all(word in fold(f"{row.help} {row.reason}") for word in words))
        ]

    def _drawn(self, groups: list[HelpGroup], width: int) -> Content:
        parts = [paragraph(wrong, width, "warn") for wrong in self._wrong]
        for title, rows in groups:
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
