"""How little the cursor writes that goes from row to row."""

from __future__ import annotations

from tests.terminal.explorer import READY, Start


def test_a_row_further_is_a_few_hundred_bytes_while_nothing_is_loaded(start: Start) -> None:
    # With a reserve above what is left nothing is asked but by Enter.
    with start("--no-resume", FIRMETERM_RESERVE="1000000") as tty:
        tty.wait_for(READY)
        tty.type("petro\r")
        tty.wait_for("PETROTERM DEMO SRL")
        tty.wait_for("51k")  # the last row has its figures: nothing more comes by itself
        tty.type("\x1b")
        tty.wait_quiet()
        for key in "jjkk":
            before = tty.sent
            tty.type(key)
            tty.wait_until(lambda written=before: tty.sent > written)  # type: ignore[misc]
            tty.wait_quiet(0.1)
            assert tty.sent - before <= 1_000
        tty.pump(0.4)
        assert tty.sent - before <= 1_000
