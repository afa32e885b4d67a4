"""The explorer itself, whatever happens to its line: it ends or goes on, and loses nothing."""

from __future__ import annotations

import time

from tests.sample import landmarks
from tests.terminal.explorer import COMMAND, READY, Start
from tests.terminal.tty import Tty


def open_figures(tty: Tty) -> None:
    """From the first frame to a company's financial data."""
    tty.wait_for(READY)
    tty.type(landmarks.SHOWPIECE)
    # Its name may stand on the start page already, before it is found.
    tty.wait_for("1 company")
    tty.type("\r")
    tty.wait_for("VAT payer")
    tty.type("2")
    tty.wait_for("Turnover (RON)")


def test_a_storm_of_resizes_from_one_cell_down_to_it_and_back(start: Start) -> None:
    with start(size=(1, 1)) as tty:
        tty.wait_quiet(0.5)
        tty.resize(120, 40)
        open_figures(tty)
        for step in range(25):
            tty.resize(1 + step * 37 % 160, 1 + step * 11 % 50)
            tty.pump(0.003)
        tty.resize(1, 1)
        tty.wait_quiet(0.3)
        tty.resize(120, 40)
        tty.wait_for("Turnover (RON)")
        tty.type("q")
        assert tty.exit_status() == 0


def test_a_closed_standard_output_is_refused_in_words(start: Start) -> None:
    command = ("sh", "-c", 'exec "$0" "$@" >&-', *COMMAND)
    with start(command=command) as tty:
        assert tty.exit_status() == 2
        assert "firmeterm ask --help" in tty.text().replace("\n", " ")
        assert tty.attributes() == tty.attributes_before


def test_a_line_that_stalls_for_a_while_blocks_nothing(start: Start) -> None:
    with start() as tty:
        tty.wait_for(READY)
        busy = tty.processor_seconds()
        # Enough repaints to fill what the kernel keeps for a terminal many times over.
        for _round in range(6):
            for key in "petroterm" + "\x7f" * 9:
                tty.press_unread(key)
        tty.press_unread("agro")
        # The keys were worked on although nobody reads: the program was not blocked.
        until = time.monotonic() + 20
        while tty.processor_seconds() - busy < 0.2 and time.monotonic() < until:
            time.sleep(0.05)
        assert tty.processor_seconds() - busy >= 0.2
        tty.wait_for("AGRO")
        tty.wait_for(" agro ")
