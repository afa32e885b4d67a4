"""The program of a walk: ``tui_app``, with what it logs written to the file ``WALK_LOG``.

A reaction of more than two seconds is logged, too: of processor time, which a busy machine does
not lengthen. So is what a full repaint would change on the screen.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from typing import Final

from tests.journeys.repaint import watch_every_frame
from tui_app.__main__ import main

_LONGEST_REACTION: Final = 2.0
_run_handle = asyncio.Handle._run


def _run_and_measure(handle: asyncio.Handle) -> None:
    """In place of ``asyncio.Handle._run``: one step of the event loop."""
    before = time.thread_time()
    _run_handle(handle)
    spent = time.thread_time() - before
    if spent > _LONGEST_REACTION:
        logging.error("a reaction took %.1f s of processor time: %r", spent, handle)


if __name__ == "__main__":
    logging.basicConfig(filename=os.environ["WALK_LOG"], level=logging.WARNING)
    asyncio.Handle._run = _run_and_measure  # type: ignore[assignment,method-assign]
    watch_every_frame()
    main()
