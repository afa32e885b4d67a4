"""From an empty machine: import public files, then the explorer opens them by itself."""

from __future__ import annotations

from tests.opendata.conftest import SMALL
from tests.terminal.explorer import READY, Start


def test_imported_data_open_by_themselves_and_the_sample_still_does(start: Start) -> None:
    with start("data", "import", "--with-administrators", str(SMALL)) as tty:
        tty.wait_for("opens it from now on")
        assert tty.exit_status() == 0
    with start() as tty:
        tty.wait_for(READY)
        tty.wait_for("trade register of 2 Sep 2026")
        tty.type("stefanet")
        tty.wait_for("ȘTEFĂNEȚ INVENTAT")
        tty.type("\x15ştefăneţ")
        tty.wait_for("ȘTEFĂNEȚ INVENTAT")
        tty.type("\x15atelierul dem")
        tty.wait_for("ATELIERUL DEMONSTRATIV SRL")
        tty.type("\r")
        tty.wait_for("VAT payer")
        for key, said in (
            ("2", "Turnover (RON)"),
            ("4", "POPESCU-PROBA ANA"),
        ):
            tty.type(key)
            tty.wait_for(said)
        tty.type("q")
        assert tty.exit_status() == 0
    with start("--sample", "--no-resume") as tty:
        tty.wait_for("sample data (invented companies)")
        tty.type("petroterm")
        tty.wait_for("PETROTERM DEMO SRL")
        tty.type("\x11")
        assert tty.exit_status() == 0
