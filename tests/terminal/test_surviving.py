"""The explorer itself, whatever happens to its line: it ends or goes on, and loses nothing."""

from __future__ import annotations

import signal
import time
from pathlib import Path

from tests.faulty.process import FaultyServer
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
        assert any(_bytes_in(tty, 3) <= 500 for _window in range(3))


def test_a_setting_lets_the_screen_animate(start: Start, tmp_path: Path) -> None:
    """A widget that slides is painted in between; without the setting it is there at once."""
    written = []
    for flags in ((), ("--animations",)):
        with start("--no-resume", landmarks.SHOWPIECE, "--tab", "finance", *flags) as tty:
            tty.wait_for("Turnover (RON)")
            tty.wait_quiet(0.5)
            before = tty.sent
            tty.type("\x1b[F")
            tty.wait_quiet(0.5)
            written.append(tty.sent - before)
    assert written[1] > written[0]
