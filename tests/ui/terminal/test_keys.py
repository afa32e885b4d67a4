"""Keys reach the screen in the order typed, also when the program is slow."""

from __future__ import annotations

import asyncio
import time
from threading import Event
from typing import cast

from textual.events import Key
from textual.widgets import Input

from tests.ui.user import explore
from tui_app.ui.terminal.keys import KeyGate
from tui_app.ui.terminal.textual_private import FrameApp


async def test_a_letter_behind_esc_waits_for_it_however_busy_the_program_is() -> None:
    async with explore() as user:
        await user.search("petro")
        loop, field = asyncio.get_running_loop(), user.app.focused
        gate = KeyGate(cast(FrameApp[object], user.app), loop, Event())

        def typed() -> None:
            loop.call_soon_threadsafe(time.sleep, 0.8)
            gate.pass_on(Key("escape", None))
            gate.pass_on(Key("j", "j"))

        await asyncio.to_thread(typed)
        await user.idle()
        assert isinstance(field, Input) and field.value == "petro"
        assert user.app.focused is user.app.explorer.list.rows
