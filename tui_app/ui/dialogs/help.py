"""The help panel: every key, what it does and costs, and why it cannot be used now."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input

from tui_app.contract.folding import fold
from tui_app.system.language import _
from tui_app.ui.dialogs.dialog import Dialog
from tui_app.ui.text.drawing import lines, pad, paragraph, styled, wrap
from tui_app.ui.widgets.text_field import TextField
from tui_app.ui.widgets.text_pane import TextPane

_KEYS_BESIDE = 11
"""The maximum width of the keys of one action, and two blanks."""


class HelpRow(NamedTuple):
    """An action: keys and help text; price and the reason why it cannot run, if any."""

    keys: str
    help: str
    price: str = ""
    reason: str = ""


class HelpGroup(NamedTuple):
    """Actions that apply in the same pane."""

    title: str
    rows: list[HelpRow]


class HelpScreen(Dialog[None]):
    """The actions in groups, below problems with the user's keys.

    Letters are text here: typing searches the actions.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False, id="escape"),
        Binding("down", "scroll(1)", show=False, id="down"),
        Binding("up", "scroll(-1)", show=False, id="up"),
        Binding("pagedown", "scroll(9)", show=False, id="page_down"),
        Binding("pageup", "scroll(-9)", show=False, id="page_up"),
    ]

    def __init__(
        self,
        title: str,
        wrong: list[str],
        groups: list[HelpGroup],
        keys_in: Callable[[str], Collection[str]],
    ) -> None:
        """``keys_in`` reads keys that the user wrote and returns them as rows show them."""
        super().__init__(title, _("type to search · ↑↓ scroll · {escape} closes"))
        self._wrong = wrong
        self._groups = groups
        self._keys_in = keys_in
        self._field = TextField(placeholder=_("a key, or a word of what it does"), id="help-field")
        self._text_pane = TextPane(self.draw)

    def compose_body(self) -> ComposeResult:
        """The search field and the actions."""
        yield self._field
        yield self._text_pane

    def on_mount(self) -> None:
        """The field keeps the focus."""
        self._field.focus()

    def widest(self, available: int) -> int:
        """As wide as with all actions: searching must not change the width."""
        rows = [_KEYS_BESIDE + cell_len(_text(row)) for group in self._groups for row in group.rows]
        return max([*rows, *map(cell_len, self._wrong)], default=0)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search while typing."""
        event.stop()
        self._text_pane.draw(self.draw)
        self.body.scroll_home(animate=False)

    def action_leave(self) -> None:
        """Show all actions again, or close."""
        if self._field.value:
            self._field.value = ""
        else:
            self.dismiss(None)

    def draw(self, width: int) -> Content:
        """One line per action, grouped by pane."""
        found = [
            HelpGroup(group.title, fitting(group.rows, self._field.value, self._keys_in))
            for group in self._groups
        ]
        if not any(group.rows for group in found):
            return styled(_("No key does that"), "dim")
        parts = [paragraph(wrong, width, "warn") for wrong in self._wrong]
        for title, rows in found:
            if rows:
                head = [styled(title, "strong")] if title else []
                parts += [Content(), *head] if title or parts else []
                parts += [_draw_row(row, width) for row in rows]
        return lines(parts)


def fitting(
    rows: list[HelpRow], text: str, keys_in: Callable[[str], Collection[str]]
) -> list[HelpRow]:
    """The rows with a typed key, or with all words; all rows for an empty text."""
    typed = text.strip()
    if not typed:
        return rows
    keys = {typed, *keys_in(typed)}
    # ^p is only a key, but p, or enter, may be a word as well.
    is_only_key = any(len(key) > 1 and key.startswith("^") for key in keys)
    words = [] if is_only_key else fold(typed).split()
    return [
        row
        for row in rows
        if not keys.isdisjoint(row.keys.split())
        or (words and all(word in fold(f"{row.help} {row.reason}") for word in words))
    ]


def _text(row: HelpRow) -> str:
    """The action's description, its price, and why it cannot run now."""
    price = f" ({row.price})" if row.price else ""
    return row.help + price + (f" — {row.reason}" if row.reason else "")


@lru_cache(maxsize=512)  # all actions are drawn up to three times until their height is known
def _draw_row(row: HelpRow, width: int) -> Content:
    first, *rest = wrap(_text(row), width - _KEYS_BESIDE)
    style = "dim" if row.reason else "text"
    keys = styled(pad(row.keys, _KEYS_BESIDE), style if row.reason else "strong")
    below = [styled(" " * _KEYS_BESIDE + line, style) for line in rest]
    return lines([keys + styled(first, style), *below])
