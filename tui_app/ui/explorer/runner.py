"""Runs the actions of the main screen, where keys may come before the data of the last location."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from textual.widgets import Input

from tui_app.ui.frame.notice import Notice
from tui_app.ui.frame.runner import ESCAPE, ActionRunner
from tui_app.ui.panes.action import Action
from tui_app.ui.two_panes.screen import TwoPaneScreen


class ExplorerRunner(ActionRunner):
    """Lets keys wait until the last location is loaded."""

    def __init__(
        self,
        explorer: TwoPaneScreen,
        actions: Mapping[str, Action],
        notice: Notice,
        restored: asyncio.Event,
    ) -> None:
        """``restored`` is set once the last location is loaded."""
        super().__init__(explorer, actions, notice)
        self._explorer = explorer
        self._restored = restored

    def act(self, name: str, *, may_spend: bool = False) -> None:
        """Run an action, once the data that it needs are there."""
        explorer = self._explorer
        is_early = not self._restored.is_set() and name != ESCAPE
        if is_early and (name in explorer.detail.kinds or self._actions[name].reason(explorer)):
            explorer.session.hold_keys(self._act_later(name, may_spend=may_spend))
        else:
            super().act(name, may_spend=may_spend)

    async def _act_later(self, name: str, *, may_spend: bool) -> None:
        await self._restored.wait()
        super().act(name, may_spend=may_spend)

    def hold(self, what: str, price: int | None, run: Callable[[], object]) -> None:
        """Let something wait for Enter, which must not go to a field."""
        if isinstance(self._explorer.focused, Input):
            self._explorer.list.rows.focus()
        super().hold(what, price, run)
