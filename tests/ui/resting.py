"""The pilot waits for widgets that have something to do: a fifth of a test is asking the others.

Textual's own pilot sends a message to every widget, whether it works or sleeps.
"""

from __future__ import annotations

import asyncio
import time

from textual._queue import Queue
from textual.app import App
from textual.message import Message
from textual.message_pump import MessagePump
from textual.pilot import Pilot, WaitForScreenTimeout

_PATIENCE = 30.0


async def wait_for_screen(pilot: Pilot[object]) -> bool:
    """In place of ``Pilot._wait_for_screen``: until the app and its widgets wait for messages.

    Textual's own does not wait for what a message sends on from one widget to another.
    """
    app, deadline = pilot.app, time.monotonic() + _PATIENCE
    while app.screen_stack and (working := _working(app)):
        if not await _handled(app, working, deadline - time.monotonic()):
            return False
    return True


def _working(app: App[object]) -> list[MessagePump]:
    pumps = (app, *app.screen.walk_children(with_self=True))
    return [pump for pump in pumps if not _is_at_rest(pump)]


def _is_at_rest(pump: MessagePump) -> bool:
    """Whether it waits for a message; one that handles a message waits for no other."""
    queue: Queue[Message | None] = pump._message_queue
    return not queue.values and bool(queue.ready_event._waiters)


async def _handled(app: App[object], working: list[MessagePump], patience: float) -> bool:
    """Wait until all have handled what was sent to them so far; not when the app has failed."""
    count = 0
    handled = asyncio.Event()

    def count_down() -> None:
        nonlocal count
        count -= 1
        if count == 0:
            handled.set()

    for pump in working:
        if pump.call_later(count_down):
            count += 1
    if count == 0:
        return False
    waiting = [asyncio.create_task(event.wait()) for event in (handled, app._exception_event)]
    done, rest = await asyncio.wait(waiting, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
    for task in rest:
        task.cancel()
    if not done:
        raise WaitForScreenTimeout("Widgets did not handle what was sent to them in time.")
    return count == 0
