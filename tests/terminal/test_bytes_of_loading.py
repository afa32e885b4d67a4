"""How little a pane that loads writes."""

from __future__ import annotations

import time

from tests.faulty.process import FaultyServer
from tests.terminal.explorer import READY, Start
from tests.terminal.tty import Tty


def _bytes_in(tty: Tty, seconds: float) -> int:
    before, end = tty.sent, time.perf_counter() + seconds
    while (left := end - time.perf_counter()) > 0:
        tty.pump(left)
    return tty.sent - before


def test_a_pane_that_loads_writes_next_to_nothing(start: Start, faulty: FaultyServer) -> None:
    faulty.misbehave("silent", "financial")
    with start(
        FIRMETERM_BASE_URL=faulty.base_url().rstrip("/"),
        FIRMETERM_API_KEY="an-invented-key",
        FIRMETERM_READ_TIMEOUT="60",
        FIRMETERM_TOTAL_TIMEOUT="60",
    ) as tty:
        tty.wait_for(READY)
        tty.type("demo")
        tty.wait_for("type more to narrow")
        tty.type("\r")
        tty.wait_for("VAT payer")
        tty.type("2")
        tty.wait_for("Loading")
        # The first window may hold the rest of the new tab.
        assert any(_bytes_in(tty, 2) <= 330 for _window in range(3))
