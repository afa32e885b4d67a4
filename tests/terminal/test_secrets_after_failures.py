"""Whatever goes wrong in a session, the key turns up in nothing that it writes or shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faulty.faults import FAULTS as EVERY_FAULT
from tests.faulty.process import FaultyServer
from tests.preloaded import Preloaded
from tests.terminal.session_with_key import (
    FAULTS,
    assert_leaks_no_key,
    by_file,
    home,
    settled,
    short_session,
)
from tests.terminal.tty import Tty

__all__ = ["home"]


def every_failure(tty: Tty, faulty: FaultyServer) -> None:
    """The worst, then views, and everything else that can go wrong."""
    short_session(tty, faulty)
    faulty.misbehave("none")
    settled(tty, "3", "j", "\r", "\x1b", "?", "\x1b", "1")
    assert set(FAULTS) <= set(EVERY_FAULT)
    for fault in FAULTS[1:]:
        faulty.misbehave(fault)
        settled(tty, "r")


@pytest.mark.long
def test_failures_leak_no_key(faulty: FaultyServer, home: Path, preloaded: Preloaded) -> None:
    assert_leaks_no_key(by_file, every_failure, faulty, home, preloaded)
