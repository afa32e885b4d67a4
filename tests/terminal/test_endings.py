"""However it ends, the terminal is left as it was found; and other events do not end it."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from tests.preloaded import Preloaded
from tests.terminal.tty import Tty

SAMPLE = ("tests.terminal.sample",)
# The sequences that start-up switches on, each with the one that undoes it.
SWITCHES = {
    b"\x1b[?1049h": b"\x1b[?1049l",
    b"\x1b[?25l": b"\x1b[?25h",
    b"\x1b[?1003h": b"\x1b[?1003l",
    b"\x1b[?1004h": b"\x1b[?1004l",
    b"\x1b[?2004h": b"\x1b[?2004l",
    b"\x1b[>25u": b"\x1b[<u",
}


@pytest.fixture
def tty(preloaded: Preloaded) -> Iterator[Tty]:
    with Tty(SAMPLE, size=(80, 24), run=preloaded) as started:
        started.wait_for("ready")
        yield started


def assert_restored(tty: Tty) -> None:
    assert tty.attributes() == tty.attributes_before
    raw = bytes(tty.raw)
    for on, off in SWITCHES.items():
        assert raw.rfind(on) < raw.rfind(off), off


def test_quitting(tty: Tty) -> None:
    tty.type("\x11")
    assert tty.exit_status() == 0
    assert_restored(tty)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_end(tty: Tty, number: signal.Signals) -> None:
    tty.signal(number)
    assert tty.exit_status() == 128 + number
    assert_restored(tty)


def test_a_dropped_line_ends_the_program(tty: Tty) -> None:
    tty.hang_up()
    assert tty.exit_status() == 128 + signal.SIGHUP


def test_a_crash_says_what_happened_on_a_restored_terminal(tty: Tty) -> None:
    tty.type("\x1bOQ")
    assert tty.exit_status() == 1
    assert_restored(tty)
    assert b"a fault in the program" in tty.raw[tty.raw.rfind(b"\x1b[?1049l") :]


@pytest.mark.parametrize("way", ["key", "signal"])
def test_suspending_and_coming_back(tty: Tty, way: str) -> None:
    tty.type("abc")
    tty.wait_for("9 abc 27")
    if way == "key":
        tty.type("\x1a")
    else:
        tty.signal(signal.SIGTSTP)
    tty.wait_until(lambda: tty.state() == "T")
    assert_restored(tty)
    tty.screen.reset()
    tty.signal(signal.SIGCONT)
    tty.wait_for("9 abc 27")
    tty.type("d")
    tty.wait_for("9 abcd 36")
    tty.type("\x11")
    assert tty.exit_status() == 0
    assert_restored(tty)


def test_a_storm_of_resizes_down_to_one_cell(tty: Tty) -> None:
    tty.type("abc")
    for step in range(40):
        tty.resize(1 + step * 7 % 120, 1 + step * 5 % 40)
        tty.pump(0.002)
    tty.resize(1, 1)
    tty.pump(0.05)
    tty.resize(80, 24)
    tty.wait_for("9 abc 27")
    tty.type("\x11")
    assert tty.exit_status() == 0


def test_starting_in_one_cell(preloaded: Preloaded) -> None:
    with Tty(SAMPLE, size=(1, 1), run=preloaded) as tty:
        tty.wait_quiet()
        tty.resize(80, 24)
        tty.wait_for("ready")
        tty.signal(signal.SIGTERM)
        assert tty.exit_status() == 128 + signal.SIGTERM


class TestStalledLine:
    """Nobody reads what the program writes; the kernel keeps a few kilobytes, then it is full."""

    KEYS = "abcdefghij" * 8

    def stall(self, tty: Tty, keys: str) -> int:
        before = tty.sent
        for key in keys:
            tty.press_unread(key)
        return before

    def test_the_program_goes_on_and_the_newest_picture_comes(self, tty: Tty) -> None:
        before = self.stall(tty, self.KEYS)
        tty.wait_for(f"9 {self.KEYS}"[:70])
        tty.wait_quiet()
        # 80 repaints of the whole screen would be some 100 kB.
        assert tty.sent - before < 40_000

    def test_it_can_still_be_ended(self, tty: Tty) -> None:
        self.stall(tty, self.KEYS[:40])
        tty.signal(signal.SIGTERM)
        assert tty.exit_status(reading=False) == 128 + signal.SIGTERM
        assert tty.attributes() == tty.attributes_before
