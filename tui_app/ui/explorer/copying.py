"""Copies a text to the clipboard, or shows it for selection where there is none."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from textual.app import App

from tui_app.ui.context import Program


# Any: whatever type the app returns.
async def copy_out(
    app: App[Any], program: Program, text: str, what: str, write_raw: Callable[[str], object]
) -> None:
    """Send a text to the clipboard and say what was sent, and how."""
    from tui_app.ui.dialogs.plain import PlainScreen
    from tui_app.ui.terminal.clipboard import CannotCopyError, copy

    def write(sequence: str) -> None:
        app.call_from_thread(write_raw, sequence)

    try:
        # A desktop's helper program may hang.
        done = await asyncio.to_thread(copy, text, program.terminal, write)
    except CannotCopyError as error:
        app.push_screen(PlainScreen(str(error), text))
    else:
        program.say(done.told(what), "good")
