"""A key in the last line of a whole screen: what it does now, and its price."""

from __future__ import annotations

from tui_app.ui.frame.runner import ActingScreen
from tui_app.ui.panes.action import Action
from tui_app.ui.remote.price import as_short_text, as_text, is_price_shown
from tui_app.ui.widgets.status_lines import Hint, key_hint


def hint_of(screen: ActingScreen, is_narrow: bool, action: Action, key: str) -> Hint | None:
    """An action with its key and its price; ``None`` if it can do nothing now."""
    state = action.state(screen)
    if state is None:
        return None
    cost = ""
    if state.price and is_price_shown(state.price, screen.session.client):
        cost = as_short_text(state.price) if is_narrow else as_text(state.price)
    return Hint(key_hint(key, state.label, cost), action.name)
