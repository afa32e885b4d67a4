"""Callers who neither ask nor read."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

from tests.service.callers import IMPATIENT, REQUEST, connect, open_ones, send
from tests.service.running import running
from tests.waiting import until
from tui_app.service import serving

LONG_ANSWER = REQUEST.replace(b"healthz", b"openapi.json")


def test_nobody_holds_a_connection_for_long_without_asking_or_reading(
    tmp_path: Path, registry_path: Path
) -> None:
    assert (serving.HEAD_SECONDS, serving.UNREAD_SECONDS) == (10, 10), "as is promised"
    with running(tmp_path, "--registry", str(registry_path), module=IMPATIENT) as service:
        silent, half, idle, unread = lines = [connect(service) for _ in range(4)]
        send(half, REQUEST[:-2])
        send(idle, REQUEST)
        unread.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            while True:
                unread.send(LONG_ANSWER * 100)
        filled_at = time.monotonic()
        until(lambda: not open_ones([silent, half, idle]), every=0.25)
        assert time.monotonic() - filled_at < 25  # granian's own limit is 30 s

        def is_cut_off() -> bool:
            try:
                unread.send(b"x")
            except BlockingIOError:
                return False
            except OSError:
                return True
            return False

        until(is_cut_off)
        for line in lines:
            line.close()
