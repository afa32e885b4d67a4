"""Lists and dialogs of a session show and write no key, which is stored."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faulty.process import FaultyServer
from tests.preloaded import Preloaded
from tests.terminal.session_with_key import (
    assert_leaks_no_key,
    by_credentials,
    home,
    settled,
    short_session,
)
from tests.terminal.tty import Tty

__all__ = ["home"]


def other_lists(tty: Tty, faulty: FaultyServer) -> None:
    """The worst, then another search, a day and a dialog."""
    short_session(tty, faulty)
    faulty.misbehave("none")
    settled(tty, "r")
    settled(tty, "/", "\x15lemnaria\r", "\x1b", "N", "\x152024-03-01\r", "\x1b", "C", "c", "\x1b")


@pytest.mark.long
def test_lists_leak_no_key(faulty: FaultyServer, home: Path, preloaded: Preloaded) -> None:
    assert_leaks_no_key(by_credentials, other_lists, faulty, home, preloaded)
