"""``firmeterm TEXT``: the explorer opens at what the text finds."""

from __future__ import annotations

import pytest

from tests.terminal.explorer import Start
from tui_app.cli.open import TABS, tab_named
from tui_app.ui.sections import SECTIONS


def test_one_company_is_opened_on_the_tab_and_several_are_listed(start: Start) -> None:
    with start("990000013", "--tab", "financials") as tty:
        tty.wait_for("PETROTERM DEMO SRL")
        tty.wait_for("Turnover (RON)")
        tty.type("q")
        assert tty.exit_status() == 0
    with start("open", "petroterm", "demo", "--sample") as tty:
        tty.wait_for("VAT payer")
        tty.type("q")
        assert tty.exit_status() == 0
    with start("petro") as tty:
        tty.wait_for("PETROBEL IMAGINAR SRL")
        tty.type("q")
        assert tty.exit_status() == 0


@pytest.mark.parametrize("tab", TABS)
def test_the_tabs_are_those_of_the_screen(tab: str) -> None:
    assert tab_named(tab) in {section.tab for section in SECTIONS}
