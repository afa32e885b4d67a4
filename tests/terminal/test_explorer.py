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


def test_what_keystrokes_write_is_small_and_an_idle_screen_writes_nothing(start: Start) -> None:
    """Generous bounds: what is measured exactly stands in the benchmarks."""
    with start("--no-resume") as tty:
        tty.wait_for(READY)
        tty.wait_quiet(0.4)
        before = tty.sent
        assert before < 30_000
        steps = (
            ("pet", "VAT payer", 8_000),  # which the row that rests is loaded for
            ("\x1b", None, 1_500),
            ("\r", "VAT payer", 8_000),
            ("2", "Turnover (RON)", 12_000),
            ("1", "VAT payer", 8_000),
            ("h", None, 3_000),
            ("l", None, 3_000),
            ("?", "Keys: Overview", 16_000),
        )
        for keys, said, most in steps:
            tty.type(keys)
            if said:
                tty.wait_for(said)
            tty.wait_quiet()
            # What comes later counts for the next step.
            written, before = tty.sent - before, tty.sent
            assert written <= most, f"after {keys!r}"
        tty.wait_quiet(0.6)
        shown = tty.sent
        tty.pump(0.6)
        assert tty.sent == shown


def test_the_first_paint_is_small_and_leaves_the_mouse_alone_where_asked(start: Start) -> None:
    with start("--theme", "firmeterm-ansi", "--no-mouse") as tty:
        tty.wait_for(READY)
        tty.wait_quiet(0.4)
        assert tty.sent <= 20_000
        assert b"\x1b[?1000h" not in bytes(tty.raw)
        assert b"\x1b[?1003h" not in bytes(tty.raw)


def test_a_row_further_is_a_few_hundred_bytes_while_nothing_is_loaded(start: Start) -> None:
    # With a reserve above what is left nothing is asked but by Enter.
    with start("--no-resume", FIRMETERM_RESERVE="1000000") as tty:
        tty.wait_for(READY)
        tty.type("petro\r")
        tty.wait_for("PETROTERM DEMO SRL")
        tty.wait_for("51k")  # the last row has its figures: nothing more comes by itself
        tty.type("\x1b")
        tty.wait_quiet(0.6)
        before = tty.sent
        for key in "jjkk":
            tty.type(key)
            tty.wait_until(lambda written=before: tty.sent > written)
            tty.wait_quiet(0.6 if key == "k" else 0.15)
            written, before = tty.sent - before, tty.sent
            assert 0 < written <= 1_000
