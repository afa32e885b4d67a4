"""The content of the help panel: every action with its keys, price, and why it cannot run."""

from __future__ import annotations

from tui_app.system.language import _
from tui_app.ui.actions.pane_actions import pane_of
from tui_app.ui.actions.registry import ActionTable
from tui_app.ui.dialogs.help import HelpGroup, HelpRow, HelpScreen
from tui_app.ui.panes.action import Action, Pane, actions_of
from tui_app.ui.remote.questions import price_label, session_text
from tui_app.ui.text.keys import shown_key, shown_keys
from tui_app.ui.two_panes.screen import TwoPaneScreen


def open_help(panes: TwoPaneScreen, keys: ActionTable) -> None:
    """Open the panel."""
    panes.open_dialog(HelpScreen(*help_of(panes, keys), shown_keys))


def help_of(panes: TwoPaneScreen, keys: ActionTable) -> tuple[str, list[str], list[HelpGroup]]:
    """Title, problems with the user's keys, and groups of actions, the focused pane's first."""
    pane, tab = pane_of(panes), panes.pane.tab
    actions = tuple(keys)
    here = [a for a in actions_of(actions, pane, tab) if a.pane is not Pane.ANYWHERE]
    everywhere = [a for a in actions if a.pane is Pane.ANYWHERE]
    elsewhere = [a for a in actions if a not in here and a not in everywhere]
    groups = (("", here), (_("Everywhere"), everywhere), (_("In other panes"), elsewhere))
    title = _("Keys: {pane}").format(pane=panes.pane.label())
    if sent := session_text(panes.session.client):
        title += f" · {sent}"
    return (
        title,
        keys.complaints(),
        [
            HelpGroup(name, [_row(panes, keys, action) for action in group])
            for name, group in groups
        ],
    )


def _row(panes: TwoPaneScreen, keys: ActionTable, action: Action) -> HelpRow:
    return HelpRow(
        keys=" ".join(shown_key(key) for key in keys.keymap[action.name]) or "–",
        help=_(action.help),
        price=price_label(action.price(panes), panes.session.client),
        reason=action.reason(panes),
    )
