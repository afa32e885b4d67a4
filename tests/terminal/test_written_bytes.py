"""How little a key writes to the terminal, and nothing the screen at rest."""

from __future__ import annotations

from tests.terminal.explorer import READY, Start


def test_what_keystrokes_write_is_small_and_an_idle_screen_writes_nothing(start: Start) -> None:
    """Generous bounds: what is measured exactly stands in the benchmarks."""
    with start("--no-resume") as tty:
        tty.wait_for(READY)
        tty.wait_quiet()
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
            tty.wait_quiet(0.1)
            # What comes later counts for the next step.
            written, before = tty.sent - before, tty.sent
            assert written <= most, f"after {keys!r}"
        tty.wait_quiet()
        before = tty.sent
        tty.pump(0.6)
        assert tty.sent == before


def test_the_first_paint_is_small_and_leaves_the_mouse_alone_where_asked(start: Start) -> None:
    with start("--theme", "firmeterm-ansi", "--no-mouse") as tty:
        tty.wait_for(READY)
        tty.wait_quiet()
        assert tty.sent <= 20_000
        assert b"\x1b[?1000h" not in bytes(tty.raw)
        assert b"\x1b[?1003h" not in bytes(tty.raw)
