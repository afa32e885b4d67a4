"""Runs the actions of the main screen, where keys may come before the data of the last location."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from textual.widgets import Input

from tui_app.ui.frame.notice import Notice
from tui_app.ui.frame.runner import ActionRunner
from tui_app.ui.panes.action import Action
from tui_app.ui.two_panes.screen import TwoPaneScreen


class ExplorerRunner(ActionRunner):
    """Keeps early actions until the last location is loaded, and saves each new location."""

    def __init__(
        self, explorer: TwoPaneScreen, actions: Mapping[str, Action], notice: Notice
    ) -> None:
        super().__init__(explorer, actions, notice)
        self._explorer = explorer
        self._early: list[str] = []
        """Actions whose keys were pressed before the data of the last location arrived."""

    def act(self, name: str, *, may_spend: bool = False) -> None:
        """Run an action, once the data that it needs are there."""
        explorer = self._explorer
        if explorer.is_restoring and (
            name in explorer.detail.kinds or self._actions[name].reason(explorer)
        ):
            self._early.append(name)
        else:
            super().act(name, may_spend=may_spend)

    def run(self, action: Action) -> None:
        """Run an action, and save where it led."""
        self._early.clear()
        super().run(action)
        self._explorer.remember()

    def run_early(self) -> None:
        """Run the actions that waited for the last location, if it is loaded now."""
        if self._early and not self._explorer.is_restoring:
            early, self._early = self._early, []
            for name in early:
                self.act(name)

    def hold(self, what: str, price: int | None, run: Callable[[], object]) -> None:
        """Let something wait for Enter, which must not go to a field."""
        if isinstance(self._explorer.focused, Input):
            self._explorer.list.rows.focus()
        super().hold(what, price, run)
