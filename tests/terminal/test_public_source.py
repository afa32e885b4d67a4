"""The live public services in a real pseudo-terminal, over a look-alike of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.public.lookalike.companies import ATELIER, TEXTILE
from tests.public.lookalike.process import Lookalike, lookalike_process
from tests.terminal.explorer import READY, Start
from tests.terminal.hurried import INTERVAL
from tests.terminal.tty import Tty
from tui_app.contract.resources import CompanyProfile
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import CompanyRecord

HURRIED = "tests.terminal.hurried"


@pytest.fixture(scope="module")
def lookalike_of_module() -> Iterator[Lookalike]:
    # Less than the interval, for the kernel's clock, which ticks every 10 ms or oftener.
    with lookalike_process(spacing=INTERVAL - 0.1) as running:
        yield running


@pytest.fixture
def lookalike(lookalike_of_module: Lookalike) -> Lookalike:
    """The look-alike, behaving and with an empty log."""
    lookalike_of_module.misbehave()
    return lookalike_of_module


def environment(lookalike: Lookalike, home: Path) -> dict[str, str]:
    return {
        "FIRMETERM_ANAF_URL": lookalike.base_url,
        "FIRMETERM_COURTS_URL": lookalike.base_url,
        "XDG_CACHE_HOME": str(home / "cache"),
    }


def test_a_pasted_tax_id_its_profile_figures_and_cases(
    start: Start, lookalike: Lookalike, tmp_path: Path
) -> None:
    """Enter at once opens it; after the program has said that Enter asks, below."""
    with start("--source", "public", module=HURRIED, **environment(lookalike, tmp_path)) as tty:
        tty.wait_for("public services (ANAF, courts)")
        tty.wait_for("free, about 1 a second")
        tty.type(f"\x1b[200~{ATELIER}\x1b[201~\r")
        tty.wait_for("The registration date is the one for tax purposes.")
        before = len(lookalike.log())
        tty.type("2")
        tty.wait_for("⏎ confirms")
        assert len(lookalike.log()) == before
        tty.type("\r")
        tty.wait_for("year 2 of 8")
        tty.wait_for("0 may also mean")
        tty.wait_for("174,962 RON")
        tty.wait_for("3,200,000,000")
        leave_a_question_with_its_tab(tty)
        assert lookalike.log("courts") == []
        tty.type("3")
        tty.wait_for("unencrypted")
        assert lookalike.log("courts") == []
        tty.type("\r")
        tty.wait_for("3 cases · page 1 of 1")
        tty.wait_for("same name and a state")
        tty.type("q")
        assert tty.exit_status() == 0
    assert lookalike.too_fast() == 0


def leave_a_question_with_its_tab(tty: Tty) -> None:
    """Another tab neither shows the question of the cases nor sends it by Enter."""
    tty.type("3")
    tty.wait_for("⏎ confirms")
    tty.type("4")
    tty.wait_for("Administrators: not known")
    tty.wait_quiet()
    assert "Cases, up to" not in tty.text()
    tty.type("\r")  # which the footer does not offer now
    tty.wait_for("Nothing is under the cursor.")


def test_a_name_of_the_register_ends_in_the_live_profile(
    start: Start, lookalike: Lookalike, tmp_path: Path
) -> None:
    registry = tmp_path / "registry.db"
    build(
        [
            CompanyRecord(
                profile=CompanyProfile(
                    tax_id=TEXTILE, company_name="TEXTILE INVENTATE SA", status="functiune"
                )
            )
        ],
        registry,
    )
    arguments = ("--source", "public", "--registry", str(registry))
    with start(*arguments, module=HURRIED, **environment(lookalike, tmp_path)) as tty:
        tty.wait_for(READY[:4])
        tty.type("textile")
        tty.wait_for("TEXTILE INVENTATE SA")
        assert lookalike.log() == []
        tty.type("\r")
        tty.wait_for("status: functiune in the register")
        tty.wait_for("inactiva at ANAF today")
        tty.type("q")
        assert tty.exit_status() == 0


def test_a_tax_id_is_opened_by_one_enter_and_esc_sends_nothing_more(
    start: Start, lookalike: Lookalike, tmp_path: Path
) -> None:
    with start("--source", "public", module=HURRIED, **environment(lookalike, tmp_path)) as tty:
        tty.wait_for("free, about 1 a second")
        tty.type(f"\x1b[200~{TEXTILE}\x1b[201~")
        tty.wait_for(TEXTILE)
        tty.wait_quiet()
        tty.type("\r")
        tty.wait_for("The registration date is the one for tax purposes.")
        tty.type("2")
        tty.wait_for("⏎ confirms")
        tty.type("\r")
        tty.wait_for("year 2 of 12")
        tty.type("\x1b")
        tty.wait_for("you stopped")
        assert len(lookalike.log("bilant")) <= 3
        tty.type("q")
        assert tty.exit_status() == 0
