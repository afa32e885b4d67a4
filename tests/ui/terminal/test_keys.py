"""Keys reach the screen in the order typed, also when the program is slow."""

from __future__ import annotations

import asyncio
import math
import random
import time
from threading import Event
from typing import cast

import pytest
from textual.app import App, ComposeResult
from textual.containers import Vertical
from textual.events import Callback, Key
from textual.message import Message
from textual.message_pump import MessagePump
from textual.widgets import Input

from tests.ui.user import explore
from tui_app.ui.terminal import keys
from tui_app.ui.terminal.keys import KeyGate, wait_until_idle
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


async def test_no_key_is_waited_for_once_the_program_ends() -> None:
    async with explore() as user:
        stopped = Event()
        gate = KeyGate(cast(FrameApp[object], user.app), asyncio.get_running_loop(), stopped)
        stopped.set()

        def typed() -> float:
            gate.pass_on(Key("down", None))
            before = time.monotonic()
            gate.pass_on(Key("down", None))
            return time.monotonic() - before

        taken = asyncio.get_running_loop().run_in_executor(None, typed)
        asyncio.get_running_loop().call_soon(time.sleep, 1.5)  # busy with its end
        assert await taken < 1


class Relay(App[None]):
    """Sends a message on from its field to itself and back, slowly, as often as told."""

    class Hop(Message):
        """``left`` says how often it is sent on."""

        def __init__(self, left: int) -> None:
            super().__init__()
            self.left = left

    hops = 0

    def compose(self) -> ComposeResult:
        with Vertical(), Vertical(), Vertical(), Vertical(), Vertical():
            yield Input()

    async def on_relay_hop(self, event: Hop) -> None:
        event.stop()
        self.hops += 1
        await asyncio.sleep(0.01)
        if event.left:
            self.query_one(Input).post_message(self.Hop(event.left - 1))


async def test_a_key_waits_however_many_messages_the_one_before_it_leads_to() -> None:
    app = Relay()
    async with app.run_test() as pilot:
        await pilot.pause()
        app.query_one(Input).focus()
        app.query_one(Input).post_message(Relay.Hop(8))
        await wait_until_idle(cast(App[object], app))
        assert app.hops == 9


async def some_work() -> None:
    await asyncio.sleep(0.005)


async def test_two_who_wait_do_not_keep_each_other_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A held key is given back while the next one waits to be passed on."""
    monkeypatch.setattr(keys, "_PATIENCE", math.inf)
    app = Relay()
    async with app.run_test() as pilot:
        await pilot.pause()
        app.query_one(Input).focus()
        pumps: list[MessagePump] = [*app.query_one(Input).ancestors_with_self]
        dice = random.Random(9)
        async with asyncio.timeout(60):
            for _ in range(40):
                waits = []
                for _ in range(dice.randint(2, 4)):
                    for _ in range(dice.randint(0, 3)):
                        dice.choice(pumps).post_message(Callback(callback=some_work))
                    waits.append(asyncio.create_task(wait_until_idle(cast(App[object], app))))
                    for _ in range(dice.randint(0, 25)):
                        await asyncio.sleep(0)
                await asyncio.gather(*waits)
