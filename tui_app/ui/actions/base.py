"""Reasons that several actions share, and the pane with the focus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui_app.system.language import _
from tui_app.ui.panes.action import Pane

if TYPE_CHECKING:
    from tui_app.ui.two_panes.screen import TwoPaneScreen


def offline_reason(panes: TwoPaneScreen) -> str:
    """Why no server may be asked; empty if one may."""
    if panes.session.settings.offline:
        return _("Offline: start without --offline to ask the server.")
    return ""


def pane_of(panes: TwoPaneScreen) -> Pane:
    """The pane that has the focus."""
    return Pane.DETAIL if panes.detail_has_focus else Pane.LIST


def only_in_list(panes: TwoPaneScreen) -> str:
    """Why a list action does nothing in the detail pane; empty while the list has the focus."""
    if not panes.detail_has_focus:
        return ""
    return _("Only in the list ({key}).").format(key=panes.session.first_key("left_pane"))


def why_none_chosen(panes: TwoPaneScreen) -> str:
    """Why no company is chosen."""
    return "" if panes.chosen else _("No company is open.")
