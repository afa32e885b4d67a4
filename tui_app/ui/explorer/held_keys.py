"""Holds keys typed after Enter until its answer arrives; then they act in order."""

from __future__ import annotations

from collections import deque
from typing import Any, Final

from textual.app import App
from textual.dom import DOMNode
from textual.events import Event, Key

from tui_app.ui.remote.workers import start
from tui_app.ui.session import Awaited
from tui_app.ui.terminal.keys import wait_until_idle

_PASSES: Final = frozenset({"escape", "ctrl+c", "ctrl+q"})
"""Keys that end the wait."""


class HeldKeys:
    """Holds keys from ``hold`` until ``release``; then the app gets them one by one, in order."""

    # Any: whatever the app returns.
    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._keys: deque[Key] = deque()
        self._awaited: set[Awaited] = set()
        self._is_replaying = False
        self._passing: Key | None = None
        """The key that is being given back to the app."""

    @property
    def is_active(self) -> bool:
        """Whether a key typed now has to wait for earlier ones."""
        return bool(self._awaited) or self._is_replaying

    def hold(self, awaited: Awaited) -> None:
        """Hold the following keys until what is awaited is there."""
        self._awaited.add(awaited)

    def takes(self, key: Event) -> bool:
        """Whether a key is held and acts later. Esc and keys that quit act alone, at once."""
        if not isinstance(key, Key) or key.is_forwarded:
            return False
        if key is self._passing or not self.is_active:
            return False
        if key.key in _PASSES:
            self.drop()
            return False
        self._keys.append(key)
        return True

    def drop(self) -> None:
        """Stop waiting; the held keys are dropped."""
        self._keys.clear()
        self._awaited.clear()

    def release(self, node: DOMNode, awaited: Awaited) -> None:
        """Let the held keys act, unless they wait for something else: it is there, or never is.

        Keys typed from now on are held, too, until what the release leads to is done: the focus may
        still be on its way.
        """
        if awaited not in self._awaited:
            return
        self._awaited.discard(awaited)
        if not self.is_active:
            self._is_replaying = True
            start(node, self._replay(), group="held keys", description="give held keys back")

    async def _replay(self) -> None:
        try:
            await wait_until_idle(self._app)
            while self._keys and not self._awaited:
                self._passing = self._keys.popleft()
                self._app.post_message(self._passing)
                await wait_until_idle(self._app)
        finally:
            self._is_replaying = False
