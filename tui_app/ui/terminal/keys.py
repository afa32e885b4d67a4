"""Passes keys from the reading thread into the app, no faster than they are handled.

Textual posts each key to the focused widget the moment it is read. When keys arrive in one burst,
as over a slow line, an earlier key may move the focus after later ones were posted; and ten
thousand keys would queue ten thousand messages. So each key waits for the previous one.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Coroutine
from concurrent.futures import Future, wait
from contextlib import suppress
from threading import Event
from typing import Final, TypeVar

from textual.app import App, ModeError, ScreenError
from textual.events import Key
from textual.message import Message
from textual.message_pump import MessagePump
from textual.widgets import Input

from tui_app.ui.terminal.textual_private import FrameApp, is_idle

_Result = TypeVar("_Result")

_PATIENCE: Final = 5.0
"""Seconds after which a key is passed on though the previous one is not done."""
_STEP: Final = 0.005
# Letters for a field are passed on together, for one repaint; this many may wait.
_TOGETHER: Final = 32


class KeyGate:
    """Lets messages into an app one after the other; ``stopped`` ends every wait."""

    def __init__(
        self, app: FrameApp[object], loop: asyncio.AbstractEventLoop, stopped: Event
    ) -> None:
        self._app = app
        self._loop = loop
        self._stopped = stopped
        self._unsettled = 0
        self._settling: Future[None] | None = None
        """Started with the previous key: by the next key it has usually finished."""
        self.holds_a_key = False
        """Whether a key was read and waits for the previous one."""
        self.last_key_time = -math.inf
        """When a key was read, by ``time.monotonic``."""

    def pass_on(self, message: Message) -> None:
        """Pass a message to the app; blocks until the app has handled the earlier ones."""
        if self._settling is not None and not self._settling.done():
            self.holds_a_key = True
            self._finish(self._settling)
            self.holds_a_key = False
        self._settling = None
        if isinstance(message, Key):  # the mouse may move all the time
            self.last_key_time = time.monotonic()
        if self._is_text(message):
            self._unsettled += 1
        else:
            self._unsettled = _TOGETHER
        self._begin(self._app.post_now(message))
        if self._unsettled >= _TOGETHER:
            self._settling = self._begin(wait_until_idle(self._app))
            self._unsettled = 0

    def _is_text(self, message: Message) -> bool:
        """Whether a field handles a message by itself; a backspace bubbles up to the app."""
        is_letter = isinstance(message, Key) and message.is_printable
        return is_letter and isinstance(_involved(self._app)[0], Input)

    def _begin(self, work: Coroutine[None, None, _Result]) -> Future[_Result]:
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def _finish(self, running: Future[None]) -> None:
        """Wait for something in the app's loop, which may itself wait for this thread to end."""
        until = time.monotonic() + _PATIENCE
        while not (running.done() or self._stopped.is_set() or time.monotonic() > until):
            wait([running], _STEP)


async def wait_until_idle(app: App[object]) -> None:
    """Return when every message under way was handled, from the focused widget up to the app."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_PATIENCE):
            while not all(map(is_idle, _involved(app))):  # noqa: ASYNC110 (no event says it)
                await asyncio.sleep(0)


def _involved(app: App[object]) -> list[MessagePump]:
    """The message pumps that a key passes through, from the focused widget up."""
    with suppress(ModeError, ScreenError):  # between two screens there is none
        return [*(app.screen.focused or app.screen).ancestors_with_self]
    return [app]
