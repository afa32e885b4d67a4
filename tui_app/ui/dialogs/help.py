"""The help panel: every key, what it does, what it costs, and why it cannot be used now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from tui_app.language import _
from tui_app.ui.actions.base import Action, Pane
from tui_app.ui.actions.keys import shown_key
from tui_app.ui.actions.registry import ACTIONS, keys_in_force
from tui_app.ui.dialogs.dialog import Dialog
from tui_app.ui.remote.price import in_words
from tui_app.ui.text.cells import pad
from tui_app.ui.text.drawing import heading, lines, paragraph, styled, wrap

if TYPE_CHECKING:
    from tui_app.ui.explorer.screen import ExplorerScreen

_KEY_WIDTH = 9
"""Cells of the longest pair of keys."""


class HelpScreen(Dialog[None]):
    """What the focused pane offers comes first."""

    def __init__(self, explorer: ExplorerScreen) -> None:
        # All of it is read before this screen takes the focus away from the pane it tells about.
        place, tab = explorer.here
        pane = explorer.detail.section if place is Pane.DETAIL else explorer.list
        super().__init__(
            _("Keys in: {pane}").format(pane=pane.label()), _("Esc closes · j k scroll")
        )
        self._wrong = explorer.wrong_keys
        self._keys = keys_in_force(explorer.program.settings.keys)
        self._facts = {a.name: (a.reason(explorer), a.price(explorer)) for a in ACTIONS}
        here = [a for a in ACTIONS if a.place is not Pane.ANYWHERE and a.is_of(place, tab)]
        everywhere = [a for a in ACTIONS if a.place is Pane.ANYWHERE]
        elsewhere = [a for a in ACTIONS if a not in here and a not in everywhere]
        self._groups = (
            ("", here),
            (_("Everywhere"), everywhere),
            (_("In other panes"), elsewhere),
        )

    def draw(self, width: int) -> Content:
        """One line an action, grouped by where it is of use."""
        parts = [paragraph(wrong, width, "warn") for wrong in self._wrong]
        for title, actions in self._groups:
            parts += [Content(), heading(title)] if title else [Content()] if parts else []
            parts += [self._row(action, width) for action in actions]
        return lines(parts)

    def _row(self, action: Action, width: int) -> Content:
        keys = " ".join(shown_key(key) for key in self._keys[action.name]) or "–"
        reason, price = self._facts[action.name]
        text = _(action.help)
        if cost := in_words(price):
            text += f" ({cost})"
        if reason:
            text += f" — {reason}"
        first, *rest = wrap(text, width - _KEY_WIDTH - 2)
        style = "dim" if reason else "text"
        beside = styled(pad(keys, _KEY_WIDTH) + "  ", style if reason else "strong")
        below = [styled(" " * (_KEY_WIDTH + 2) + line, style) for line in rest]
        return lines([beside + styled(first, style), *below])
