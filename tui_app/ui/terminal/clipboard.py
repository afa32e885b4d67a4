"""Copying out of the terminal, also through SSH, tmux and screen.

The escape sequence OSC 52 asks the terminal to put a text on the clipboard of the machine it runs
on. It never answers, so only the sending is known, and the messages say so. A helper program of the
desktop is used only without SSH: over SSH it would fill the clipboard of the wrong machine.
"""

from __future__ import annotations

import base64
import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from tui_app.system.language import _
from tui_app.ui.terminal.capabilities import Multiplexer, Terminal

LIMIT: Final = 74_994
"""Bytes of text that common terminals accept: their limit is 100 000 after encoding."""

_SCREEN_START: Final = "\x1bP"
_SCREEN_CHUNK: Final = 240
_HELPER_TIMEOUT: Final = 2.0
# Each needs a display server: an installed command alone does not mean that one runs.
_HELPERS: Final = (
    ("WAYLAND_DISPLAY", ("wl-copy",)),
    ("DISPLAY", ("xclip", "-selection", "clipboard")),
    ("DISPLAY", ("xsel", "--clipboard", "--input")),
    ("", ("pbcopy",)),
)
# These terminals print the sequence as text or drop it.
_WITHOUT_OSC_52: Final = frozenset({"linux", "vt100", "vt220", "ansi", "cons25"})


class CannotCopyError(Exception):
    """The text cannot be copied; the message says why. Show the text for selection instead."""


class Copied(Struct, frozen=True):
    """The result: ``helper`` is the program that took the text, ``None`` for the terminal."""

    helper: str | None = None

    def message(self, what: str) -> str:
        """The result of copying ``what``, for people; the terminal never confirms it."""
        if self.helper is None:
            return _("Sent {what} to the clipboard (OSC 52)").format(what=what)
        return _("Copied {what} ({helper})").format(what=what, helper=self.helper)


def copy(
    text: str,
    terminal: Terminal,
    write: Callable[[str], None],
    environment: Mapping[str, str] = os.environ,
) -> Copied:
    """Put a text on the user's clipboard; ``write`` sends a raw sequence to the terminal.

    May take up to two seconds if a helper hangs. Raises ``CannotCopyError``.
    """
    size = len(text.encode())
    if not text:
        raise CannotCopyError(_("There is nothing to copy."))
    helper = None if terminal.host else _helper(environment)
    if helper is not None and _copies_with(helper, text, environment):
        return Copied(helper[0])
    if terminal.is_dumb or not terminal.is_tty or terminal.term in _WITHOUT_OSC_52:
        told = _("This terminal (TERM={term}) has no clipboard.")
        raise CannotCopyError(told.format(term=terminal.term))
    if terminal.program == "Apple_Terminal":
        raise CannotCopyError(_("Terminal.app does not let programs write to the clipboard."))
    if size > LIMIT:
        message = _("{size} bytes are more than terminals take ({limit}).")
        raise CannotCopyError(message.format(size=size, limit=LIMIT))
    sent = sequence(text, terminal.multiplexer)
    if terminal.multiplexer is Multiplexer.SCREEN_OR_TMUX and sent.count(_SCREEN_START) > 1:
        # tmux reads a sequence that arrives in one read, and silently drops one that is split.
        message = _("TERM={term} may be tmux, and tmux loses a text this long.")
        raise CannotCopyError(message.format(term=terminal.term))
    write(sent)
    return Copied()


def sequence(text: str, multiplexer: Multiplexer) -> str:
    """The escape sequence that carries a text to the clipboard of the outer terminal."""
    bare = f"\x1b]52;c;{base64.b64encode(text.encode()).decode()}\a"
    if multiplexer is Multiplexer.TMUX:
        # 'set-clipboard on' needs the bare sequence, 'allow-passthrough on' the wrapped one.
        doubled = bare.replace("\x1b", "\x1b\x1b")
        return f"{bare}\x1bPtmux;{doubled}\x1b\\"
    if multiplexer in (Multiplexer.SCREEN, Multiplexer.SCREEN_OR_TMUX):
        # screen passes on strings of limited length; the terminal joins the parts.
        starts = range(0, len(bare), _SCREEN_CHUNK)
        return "".join(f"{_SCREEN_START}{bare[at : at + _SCREEN_CHUNK]}\x1b\\" for at in starts)
    return bare


def _helper(environment: Mapping[str, str]) -> tuple[str, ...] | None:
    for variable, command in _HELPERS:
        if variable and not environment.get(variable):
            continue
        if shutil.which(command[0], path=environment.get("PATH")):
            return command
    return None


def _copies_with(command: tuple[str, ...], text: str, environment: Mapping[str, str]) -> bool:
    try:
        subprocess.run(  # noqa: S603 (a name from our own list, the text only on its input)
            command,
            input=text.encode(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_HELPER_TIMEOUT,
            env=dict(environment),
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return True
