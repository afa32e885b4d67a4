"""The help panel: every key, what it does, what it costs, and why it cannot be used now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from tui_app.language import _
from tui_app.ui import prices
from tui_app.ui.actions.base import Action, Place
from tui_app.ui.actions.registry import ACTIONS, keys_in_force, shown_key
from tui_app.ui.drawing import heading, lines, styled, wrap
from tui_app.ui.screens.dialog import Dialog

if TYPE_CHECKING:
    from tui_app.ui.screens.explorer import ExplorerScreen

_KEY_WIDTH = 12


class HelpScreen(Dialog[None]):
    """What the focused pane offers comes first."""

    def __init__(self, explorer: ExplorerScreen) -> None:
        super().__init__(_("Keys"), _("Esc closes · j k scroll"))
        self._explorer = explorer
        self._keys = keys_in_force(explorer.program.settings.keys)
        # Read before this screen takes the focus away from the pane it tells about.
        self._here = Place.DETAIL if explorer.detail_has_focus else Place.LIST
        self._facts = {a.name: (a.reason(explorer), a.price(explorer)) for a in ACTIONS}

    def draw(self, width: int) -> Content:
        """One line an action, grouped by where it is of use."""
        there = Place.LIST if self._here is Place.DETAIL else Place.DETAIL
        titles = {
            Place.ANYWHERE: _("Everywhere"),
            Place.LIST: _("In the list"),
            Place.DETAIL: _("In the company"),
        }
        parts: list[Content] = []
        for place in (self._here, Place.ANYWHERE, there):
            parts.append(heading(titles[place]))
            parts += [self._row(a, width) for a in ACTIONS if a.place is place]
            parts.append(Content())
        return lines(parts)

    def _row(self, action: Action, width: int) -> Content:
        keys = " ".join(shown_key(key) for key in self._keys[action.name])
        reason, price = self._facts[action.name]
        text = _(action.help)
        if cost := prices.in_words(price):
            text += f" ({cost})"
        if reason:
            text += f" — {reason}"
        wrapped = wrap(text, width - _KEY_WIDTH - 1)
        style = "dim" if reason else "text"
        first = styled(keys.ljust(_KEY_WIDTH) + " ", style if reason else "strong")
        rest = [styled(" " * (_KEY_WIDTH + 1) + line, style) for line in wrapped[1:]]
        return lines([first + styled(wrapped[0], style), *rest])
