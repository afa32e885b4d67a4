"""Keys act in the order in which they were typed, once what they act on is there."""

from __future__ import annotations

import asyncio
import weakref
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Final

from textual.app import App
from textual.events import Event, Key, Paste
from textual.screen import Screen
from textual.widgets import Input

from tui_app.system.untyped import Work
from tui_app.ui.frame import ESCAPE, ActionRunner, Notice
from tui_app.ui.panes.action import Action
from tui_app.ui.remote.value import start
from tui_app.ui.terminal.keys import wait_until_idle
from tui_app.ui.two_panes.screen import TwoPaneScreen

_QUITS: Final = frozenset({"ctrl+c", "ctrl+q"})
"""Keys that act at once, always."""
_AWAITED: Final = "awaited-by-keys"


class HeldKeys:
    """Holds what is typed from ``hold`` on; then the app gets it one by one, in order."""

    # Any: whatever the app returns.
    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._typed: deque[Key | Paste] = deque()
        self._awaited: dict[object, Screen[Any]] = {}
        """What is awaited, and the screen whose keys wait for it."""
        self._is_replaying = False
        self._passing: Key | Paste | None = None
        """What is being given back to the app."""

    @property
    def is_active(self) -> bool:
        """Whether a key typed now has to wait for earlier ones."""
        return self._is_replaying or self._is_waiting

    @property
    def _is_waiting(self) -> bool:
        stack = self._app.screen_stack  # empty at the end
        return bool(self._awaited) and bool(stack) and stack[-1] in self._awaited.values()

    def hold(self, awaited: Work) -> None:
        """Let ``awaited`` run, and hold the following keys of this screen until it is done."""
        wait = object()
        self._awaited[wait] = self._app.screen
        worker = start(self._app, self._wait(wait, awaited), description=_AWAITED)
        # It may be cancelled before its first step.
        weakref.finalize(worker, awaited.close)

    async def _wait(self, wait: object, awaited: Work) -> None:
        try:
            await awaited
        finally:
            # Keys typed until what this led to is done are held, too: the focus may still move.
            if self._awaited.pop(wait, None) and not self._is_replaying:
                self._is_replaying = True
                start(self._app, self._replay(), description="give held keys back")

    def takes(self, event: Event) -> bool:
        """Whether a key is held and acts later. Esc ends a wait; keys that quit never wait."""
        if not (self._awaited or self._is_replaying) or not isinstance(event, Key | Paste):
            return False
        if event.is_forwarded or event is self._passing or not self.is_active:
            return False
        key = event.key if isinstance(event, Key) else ""
        if key in _QUITS or (key == "escape" and self._is_waiting):
            self.drop()
            return False
        self._typed.append(event)
        return True

    def drop(self) -> None:
        """Stop waiting; what waits does nothing, and the held keys are dropped."""
        self._typed.clear()
        self._awaited.clear()
        self._app.workers.cancel_group(self._app, _AWAITED)

    async def _replay(self) -> None:
        try:
            await wait_until_idle(self._app)
            while self._typed and not self._is_waiting:
                self._passing = self._typed.popleft()
                self._app.post_message(self._passing)
                await wait_until_idle(self._app)
        finally:
            self._is_replaying = False


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
