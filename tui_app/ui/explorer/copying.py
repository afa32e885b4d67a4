"""Copies a text to the clipboard, or shows it for selection where there is none."""

from __future__ import annotations

import asyncio

from tui_app.ui.program import program_of
from tui_app.ui.terminal.diff_app import DiffApp


async def copy_out(app: DiffApp[None], text: str, what: str) -> None:
    """Send a text to the clipboard and say what was sent, and how."""
    from tui_app.ui.dialogs.plain import PlainScreen
    from tui_app.ui.terminal.clipboard import CannotCopyError, copy

    def write(sequence: str) -> None:
        app.call_from_thread(app.write_raw, sequence)

    program = program_of(app)
    try:
        # A desktop's helper program may hang.
        done = await asyncio.to_thread(copy, text, program.terminal, write)
    except CannotCopyError as error:
        app.push_screen(PlainScreen(str(error), text))
    else:
        program.say(done.message(what), "good")
