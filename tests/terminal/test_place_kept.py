"""The place is kept however the line ends, and found again."""

from __future__ import annotations

import signal

from tests.sample import landmarks
from tests.terminal.explorer import Start


def test_the_place_is_kept_however_the_line_ends(start: Start) -> None:
    """Each time another tab: what is found again was kept by the session before."""
    ways = ("hang up", signal.SIGTERM)
    tabs = (("3", "page 1 of"), ("4", "Administrators"))
    opened: tuple[str, ...] = (landmarks.SHOWPIECE, "--tab", "finance")
    found = "Turnover (RON)"
    for way, (key, said) in zip(ways, tabs, strict=True):
        with start(*opened) as tty:
            tty.wait_for(found)
            tty.type(key)
            tty.wait_for(said)
            if isinstance(way, signal.Signals):
                tty.signal(way)
                assert tty.exit_status() == 128 + way
            else:
                tty.hang_up()
                assert tty.exit_status() in (128 + signal.SIGHUP, 128 + signal.SIGTERM)
            opened, found = (), said
    with start() as tty:
        tty.wait_for(found)
