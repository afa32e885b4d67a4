"""``firmeterm TEXT``: the explorer opens at what the text finds."""

from __future__ import annotations

from tests.terminal.explorer import Start


def test_one_company_is_opened_and_several_are_listed(start: Start) -> None:
    """Other tests here open one on a tab."""
    with start("open", "petroterm", "demo", "--sample") as tty:
        tty.wait_for("VAT payer")
        tty.type("q")
        assert tty.exit_status() == 0
    with start("petro") as tty:
        tty.wait_for("PETROBEL IMAGINAR SRL")
        tty.type("q")
        assert tty.exit_status() == 0
