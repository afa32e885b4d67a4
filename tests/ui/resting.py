"""A key is over when nothing is left to do, which the loop knows: Textual's pilot sleeps instead.

For each key it sleeps 40 ms or more, and sends a message to every widget, whether it works or not.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from typing import Any

from textual._queue import Queue
from textual.message import Message
from textual.message_pump import MessagePump
from textual.pilot import Pilot, WaitForScreenTimeout

_PATIENCE = 30.0
_BETWEEN_LOOKS = 0.001
_SOON = 0.02
"""Seconds: what is due so soon, such as a frame, belongs to the key before it."""
_TIMERS = 10
"""How many timers are waited for, one after the other: some begin anew for ever."""
_QUIET = 5
"""How often in a row nothing may have moved while a thread is waited for: it is held by a test."""
_STILL = 0.001
"""Seconds of processor time that a process at rest uses within ``_SOON``."""
_in_threads: set[asyncio.Future[Any]] = set()
"""What threads were asked for and the loop does not have yet."""


# Any: whatever is done in a thread.
def counted(ask: Callable[..., asyncio.Future[Any]]) -> Callable[..., asyncio.Future[Any]]:
    """``ask``, which begins work in a thread, with its result waited for."""

    def ask_and_count(*args: Any, **named: Any) -> asyncio.Future[Any]:
        result = ask(*args, **named)
        _in_threads.add(result)
        result.add_done_callback(_in_threads.discard)
        return result

    return ask_and_count


async def wait_for_idle(_min_sleep: float = 0, _max_sleep: float = 0) -> None:
    """In place of Textual's: until the loop has nothing to do, now or soon."""
    # Any: asyncio's private names have no types.
    loop: Any = asyncio.get_running_loop()
    quiet = timers = 0
    while quiet < _QUIET and timers < _TIMERS:
        await _until_nothing_is_ready(loop)
        due = min((each._when for each in loop._scheduled if not each._cancelled), default=math.inf)
        wait = due - loop.time()
        if wait <= _SOON:
            timers += 1
            await asyncio.sleep(max(0, wait))
        elif asked := [each for each in _in_threads if each.get_loop() is loop]:
            used = time.process_time()
            done, _ = await asyncio.wait(asked, timeout=_SOON, return_when=asyncio.FIRST_COMPLETED)
            quiet = 0 if done or time.process_time() > used + _STILL else quiet + 1
        else:
            return


# Any: as above.
async def _until_nothing_is_ready(loop: Any) -> None:
    """The loop asks its sockets each time, so that what just arrived is handled as well."""
    empty = 0
    while empty < 2:
        await asyncio.sleep(0)
        empty = 0 if loop._ready else empty + 1


async def wait_for_screen(pilot: Pilot[object]) -> bool:
    """In place of ``Pilot._wait_for_screen``: until the app and its widgets wait for messages.

    Textual's own does not wait for what a message sends on from one widget to another, and waits
    in vain for a widget that is removed meanwhile.
    """
    # Any: mypy takes the private cached property below for one without a value.
    app: Any = pilot.app
    deadline = time.monotonic() + _PATIENCE
    while app.is_running and app.screen_stack and not app._exception_event.is_set():
        if all(map(_is_at_rest, (app, *app.screen.walk_children(with_self=True)))):
            break
        if time.monotonic() > deadline:
            raise WaitForScreenTimeout("Widgets did not handle what was sent to them in time.")
        await asyncio.sleep(_BETWEEN_LOOKS)
    return not app._exception_event.is_set()


def _is_at_rest(pump: MessagePump) -> bool:
    """Whether it waits for a message, or ends; one that handles a message waits for none."""
    queue: Queue[Message | None] = pump._message_queue
    return pump._closing or (not queue.values and bool(queue.ready_event._waiters))
