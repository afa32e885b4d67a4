"""The installed command in a real pseudo-terminal, from the shell's line back to it."""

from __future__ import annotations

import signal

from tests.sample import landmarks
from tests.terminal.explorer import COMMAND, INSTALLED, READY, Start
from tests.terminal.test_endings import assert_restored


def test_search_open_look_at_the_figures_and_quit(start: Start) -> None:
    with start(command=(str(INSTALLED),)) as tty:
        tty.wait_for(READY)
        tty.type("petroterm")
        tty.wait_for("PETROTERM DEMO SRL")
        tty.type("\r")
        tty.wait_for("VAT payer")
        tty.type("2")
        tty.wait_for("Turnover (RON)")
        tty.wait_for("requests left")
        tty.type("q")
        assert tty.exit_status() == 0
        assert_restored(tty)


def test_suspending_leaves_the_terminal_and_fg_brings_the_same_picture(start: Start) -> None:
    with start(landmarks.SHOWPIECE, "--tab", "finance") as tty:
        tty.wait_for("Turnover (RON)")
        tty.wait_quiet()
        picture = tty.text()
        tty.type("\x1a")
        for _attempt in range(500):
            tty.pump(0.02)
            if tty.state() == "T":
                break
        assert tty.state() == "T"
        tty.pump(0.05)  # what was written before it stopped
        assert_restored(tty)
        tty.screen.reset()
        tty.signal(signal.SIGCONT)
        tty.wait_for("Turnover (RON)")
        tty.wait_quiet()
        assert tty.text() == picture
        tty.type("1")
        tty.wait_for("VAT payer")
        tty.type("q")
        assert tty.exit_status() == 0
        assert_restored(tty)


def test_a_dumb_terminal_gets_a_clear_message_and_the_alternative(start: Start) -> None:
    with start(command=COMMAND, term="dumb") as tty:
        tty.wait_for("firmeterm ask --help")
        assert tty.exit_status() == 2
        assert "TERM" in tty.text()
        assert tty.attributes() == tty.attributes_before
