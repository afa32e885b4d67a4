"""Typed keys: decoded from what the terminal sends, and passed into the app one by one.

Textual posts each key to the focused widget the moment it is read. When keys arrive in one burst,
as over a slow line, an earlier key may move the focus after later ones were posted; and ten
thousand keys would queue ten thousand messages. So each key waits for the previous one.
"""

from __future__ import annotations

import asyncio
import math
import re
import time
from codecs import getincrementaldecoder
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

_BEGIN: Final = "\x1b[200~"
_END: Final = "\x1b[201~"
"""The marks around a pasted text."""
_ANSWER: Final = re.compile(r"\x1b\]11;[^\x07\x1b]{0,64}(?:\x07|\x1b\\)")
"""The terminal's answer about its background, which came too late to be used."""
_ANSWER_BEGUN: Final = re.compile(r"\x1b\]1(?:1(?:;[^\x07\x1b]{0,64}\x1b?)?)?\Z")
_ESCAPE: Final = re.compile("\x1b(?:(?=[^][O\x7f\x08])|(?=O[^0-9A-DFHMP-Sj-y]))")
"""Esc before a key: no sequence begins so except Alt and Backspace, and no key of ours has Alt."""
_ESCAPE_KEY: Final = "\x1b[27u"
"""Esc in the Kitty protocol, where it cannot be mistaken for another key."""
_KEY_BEGUN: Final = re.compile(r"\x1b+[\[O]?\Z")
"""Esc, or the beginning of a sequence."""
_CONTROLS: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""Control characters that no text needs: all but tab, line feed and carriage return."""


class TypedText:
    """Decodes the input piece by piece; anything may be cut in two at the end of a piece.

    Textual ends at a byte that is not UTF-8, such as an accented letter of an older terminal. It
    also takes a control sequence within a pasted text for keys, and Esc with a key soon after it
    for one key.
    """

    def __init__(self) -> None:
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._is_pasting = False
        self._before = ""
        """The end of the text decoded so far, which may begin ``_BEGIN``."""
        self._waiting = ""
        """The end of the text read so far, whose meaning depends on the rest."""

    def decode(self, data: bytes) -> str:
        """The text of some bytes; pasted text has no control characters."""
        text, self._waiting = self._waiting + self._decode(data), ""
        if not self._is_pasting:
            text = _ANSWER.sub("", text)
            if begun := _ANSWER_BEGUN.search(text):
                text, self._waiting = text[: begun.start()], begun[0]
        taken = ""
        while text:
            piece, text = self._pasted(text) if self._is_pasting else self._typed(text)
            taken += piece
        return taken

    @property
    def may_be_escape(self) -> bool:
        """Whether Esc was typed, unless the rest of a sequence comes soon."""
        return not self._is_pasting and bool(_KEY_BEGUN.fullmatch(self._waiting))

    def give_up_waiting(self) -> str:
        """Decide that no rest comes: what looked like the beginning of a sequence was Esc."""
        if not self.may_be_escape:
            return ""
        text, self._waiting = self._waiting.replace("\x1b", _ESCAPE_KEY), ""
        return text

    def _typed(self, text: str) -> tuple[str, str]:
        """The text up to the beginning of a paste, and the rest."""
        at = (self._before + text).find(_BEGIN)
        if at < 0:
            if begun := _KEY_BEGUN.search(text):
                text, self._waiting = text[: begun.start()], begun[0] + self._waiting
            self._before = (self._before + text)[1 - len(_BEGIN) :]
            return _ESCAPE.sub(_ESCAPE_KEY, text), ""
        end = at + len(_BEGIN) - len(self._before)
        self._before, self._is_pasting = "", True
        return _ESCAPE.sub(_ESCAPE_KEY, text[:end]), text[end:]

    def _pasted(self, text: str) -> tuple[str, str]:
        """The text up to the end of the paste, and the rest."""
        pasted, end, rest = text.partition(_END)
        self._is_pasting = not end
        if not end and (at := pasted.rfind("\x1b", -len(_END))) >= 0:
            pasted, self._waiting = pasted[:at], pasted[at:]
        return _CONTROLS.sub("", pasted) + end, rest


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
