"""Progress of a slow answer: reported from any thread, delivered on the screen's loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from textual.message import Message

from tui_app.contract.live import Progress


class Progressed(Message, bubble=False):
    """A slow answer made progress: widgets that show its state redraw."""

    def __init__(self, tax_id: str) -> None:
        super().__init__()
        self.tax_id = tax_id


def listener(deliver: Callable[[Progress], None]) -> Callable[[Progress], None]:
    """A function that passes the progress of a live source from any thread to the running loop."""
    loop = asyncio.get_running_loop()

    def listen(progress: Progress) -> None:
        with suppress(RuntimeError):  # the program has ended meanwhile
            loop.call_soon_threadsafe(deliver, progress)

    return listen
