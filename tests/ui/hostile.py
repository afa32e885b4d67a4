"""The explorer on an untrusted server, and the texts of its panes."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from textual.widget import Widget

from tests.faulty.cases import DEADLINES
from tests.faulty.given import given
from tests.faulty.healthy import search
from tests.ui import painting
from tests.ui.user import User, program
from tui_app.client.companies import Companies
from tui_app.config.settings import Settings
from tui_app.sources import source
from tui_app.ui.app import FirmetermApp

KEY = "ft_MARKER0123456789abcdefMARKER"
FOUND = search("demo")
"""What the server that behaves finds."""


# Any: whatever can be set.
def remote(
    base_url: str,
    *,
    key: str = KEY,
    location_file: Path | None = None,
    fault: str = "",
    **more: Any,
) -> FirmetermApp:
    """The program on a server, with a key, and the short deadline that ends ``fault``."""
    more |= {f"{name}_timeout": seconds for name, seconds in DEADLINES.get(fault, {}).items()}
    settings = Settings(base_url=base_url, **more)

    def connect(settings: Settings) -> Companies:
        return source.connect(settings, given(key))

    return program(settings, connect=connect, location_file=location_file)


def said_in(user: User, widget: Widget) -> str:
    """The text that stands in a widget's place on the screen, its line breaks as blanks."""
    region = widget.region
    bottom = user.app.size.height
    strips = painting.lines_of(user.app, range(max(0, region.y), min(bottom, region.bottom)))
    rows = (strip.crop(region.x, region.right) for strip in strips)
    return " ".join(" ".join("".join(s.text for s in row) for row in rows).split())


def all_of(user: User) -> str:
    """The whole text of the tab shown, even below the edge of the screen."""
    return " ".join(user.app.explorer.detail.section.text_pane.render().plain.split())


def in_detail(user: User) -> str:
    """The text of the tab shown."""
    return said_in(user, user.app.explorer.detail.section)


def in_list(user: User) -> str:
    """The text of the list below its field."""
    return said_in(user, user.app.explorer.list.status)


def told(user: User) -> str:
    """The message above the footer."""
    notice = user.app.explorer.foot.notice
    return said_in(user, notice) if notice.display else ""


_LOOKS = 0.03
"""Seconds between two looks at the loop: later than what belongs to a key (``resting``), which
would wait for ten of them."""
_ADDITIONS, _THEIR_SECONDS = 200_000, 0.012
"""What a developer's machine needs for some arithmetic: a slower one may hold as much longer."""
_MAX_HELD = 0.3
"""Seconds of processor time: a hostile answer would cost whole ones, a shared core doubles any."""


def is_held_too_long(held: float) -> bool:
    """Whether the loop was held for longer than it may be.

    How slow this machine is counts only where it was held for longer.
    """
    if held <= _MAX_HELD:
        return False
    begun, total = time.thread_time(), 0
    for number in range(_ADDITIONS):
        total += number
    return held > _MAX_HELD * (time.thread_time() - begun) / _THEIR_SECONDS


class Holds:
    """How long the loop was held by our own work."""

    def __init__(self) -> None:
        self.cpu = 0.0

    async def watch(self) -> None:
        """Look often; what is noted is the longest time between two looks."""
        while True:
            cpu = time.thread_time()
            await asyncio.sleep(_LOOKS)
            self.cpu = max(self.cpu, time.thread_time() - cpu)


@contextlib.asynccontextmanager
async def watching() -> AsyncIterator[Holds]:
    """Measure how long the loop is held inside the block."""
    gc.freeze()  # garbage of the test run is not the program's
    holds = Holds()
    task = asyncio.create_task(holds.watch())
    try:
        with painting.every_frame():
            yield holds
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        gc.unfreeze()


async def open_first(user: User) -> None:
    """A list on the left and a company on the right, from a server that behaves."""
    await user.search("demo")
    assert [entry.tax_id for entry in user.app.explorer.list.shown] == [c.tax_id for c in FOUND]
    await user.press("enter")
    assert FOUND[0].company_id in user.screen


def assert_no_trace(user: User) -> None:
    screen = user.screen
    for word in ("Traceback", "httpx", "firmeterm made a mistake"):
        assert word not in screen
