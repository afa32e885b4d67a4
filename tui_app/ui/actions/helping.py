"""The content of the help panel: every action with its keys, price, and why it cannot run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui_app.system.language import _
from tui_app.ui.actions.base import Action, Pane, actions_of, pane_of
from tui_app.ui.actions.keys import shown_key
from tui_app.ui.dialogs.help import HelpGroup, HelpRow
from tui_app.ui.remote.allowance import session_text
from tui_app.ui.remote.price import price_label

if TYPE_CHECKING:
    from tui_app.ui.explorer.screen import ExplorerScreen


def help_of(explorer: ExplorerScreen) -> tuple[str, list[str], list[HelpGroup]]:
    """Title, problems with the user's keys, and groups of actions, the focused pane's first."""
    pane, tab = pane_of(explorer), explorer.pane.tab
    actions = tuple(explorer.keys)
    here = [a for a in actions_of(actions, pane, tab) if a.pane is not Pane.ANYWHERE]
    everywhere = [a for a in actions if a.pane is Pane.ANYWHERE]
    elsewhere = [a for a in actions if a not in here and a not in everywhere]
    groups = (("", here), (_("Everywhere"), everywhere), (_("In other panes"), elsewhere))
    title = _("Keys: {pane}").format(pane=explorer.pane.label())
    if sent := session_text(explorer.program.client):
        title += f" · {sent}"
    return (
        title,
        explorer.keys.complaints(),
        [HelpGroup(name, [_row(explorer, action) for action in group]) for name, group in groups],
    )


def _row(explorer: ExplorerScreen, action: Action) -> HelpRow:
    return HelpRow(
        keys=" ".join(shown_key(key) for key in explorer.keys.keymap[action.name]) or "–",
        help=_(action.help),
        price=price_label(action.price(explorer), explorer.program.client),
        reason=action.reason(explorer),
    )
