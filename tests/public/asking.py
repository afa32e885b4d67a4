"""One firmeterm process that asks ANAF some questions: ``python -m tests.public.asking``.

It prints a line for each turn: when it began, and when its request was sent, which may be told
more than once; by the clock of the machine.
"""

from __future__ import annotations

import datetime as dt
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from tui_app.public.active_call import ActiveCall
from tui_app.public.anaf import Anaf
from tui_app.public.rate_limiter import RateLimiter, Slot
from tui_app.sources.public import INTERVAL

_slot, _sent = RateLimiter.slot, Slot.sent


@contextmanager
def _noted_slot(limiter: RateLimiter, call: ActiveCall) -> Iterator[Slot]:
    with _slot(limiter, call) as slot:
        print(f"\n{time.monotonic()}", end="")
        yield slot


def _noted_sent(slot: Slot) -> None:
    print(f" {time.monotonic()}", end="")
    _sent(slot)


def main(base_url: str, folder: str, count: str) -> None:
    anaf = Anaf(base_url, Path(folder), INTERVAL, offline=False)
    with patch.object(RateLimiter, "slot", _noted_slot), patch.object(Slot, "sent", _noted_sent):
        for number in range(int(count)):
            call = ActiveCall("profile", "", 60.0)
            anaf.taxpayers([str(70_000_000 + number)], dt.date(2026, 1, 1), call)
    anaf.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
