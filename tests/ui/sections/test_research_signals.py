"""Signals that need all court cases, and what comparing companies requests and costs."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from tests.sample import landmarks
from tests.sample.tax_ids import with_control_digit
from tests.ui.hostile import all_of
from tests.ui.user import NARROW, NORMAL, explore, program
from tests.workspace.companies import day, profile, sightings
from tui_app.client.answer import Answer
from tui_app.client.companies import Companies
from tui_app.config.settings import Settings
from tui_app.contract import operations as ops
from tui_app.contract.resources import CompanyProfile, CourtCase
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import CompanyRecord
from tui_app.ui.panes.company import CompanyEntry, LoadLevel
from tui_app.workspace.workspace import Workspace

QUIET, LATE = with_control_digit("99000001"), with_control_digit("99000002")
DEBTOR = r"Debtor in a bankrupt\S*( case)? ▲ Serious"


def case(number: int, category: str = "Civil", role: str = "Creditor") -> CourtCase:
    date = f"2025-01-{number % 28 + 1:02}T00:00:00.000Z"
    return CourtCase(
        case_number=f"{number}/3/2025", case_category=category, party_status=role, date=date
    )


@pytest.fixture
def registry(tmp_path: Path) -> Settings:
    """A company with 45 harmless cases, and one that is a debtor in the oldest of as many."""
    harmless = [case(number) for number in range(45)]
    bankrupt = CourtCase(
        case_number="9/3/2001",
        case_category="Faliment",
        party_status="Debitor",
        date="2001-01-01T00:00:00.000Z",
    )
    records = [
        CompanyRecord(
            profile=CompanyProfile(tax_id=QUIET, company_name="LINISTITA SRL", status="functiune"),
            court_cases=tuple(harmless),
        ),
        CompanyRecord(
            profile=CompanyProfile(tax_id=LATE, company_name="TARZIE SRL", status="functiune"),
            court_cases=(*harmless[:44], bankrupt),
        ),
    ]
    build(records, tmp_path / "registry.db", invented=True)
    return Settings(registry=str(tmp_path / "registry.db"))


@pytest.mark.usefixtures("only_asked")
async def test_a_signal_on_cases_says_what_was_not_looked_at_and_what_the_rest_costs(
    registry: Settings,
) -> None:
    async with explore(program(registry)) as user:
        explorer, client = user.app.explorer, user.app.client
        assert client is not None
        await user.search(LATE)
        await user.press("enter", "5")
        shown = " ".join(all_of(user).split())
        assert re.search(
            r"Debtor in a bankrupt\S*( case)? \? Not known 0 of 20 \(0\) Court cases", shown
        )
        # A registry counts nothing, so that there is no price.
        assert "M loads the rest" in shown and "(2 requests)" not in shown
        client.allowance.metered = True
        explorer.detail.section.redraw()
        assert "M loads the rest (2 requests)" in " ".join(all_of(user).split())
        assert "Court cases not loaded" not in shown
        more = explorer.keys.by_name["more_cases"]
        assert more.price(explorer) == 2
        before = client.allowance.session_requests
        await user.press("M")
        assert client.allowance.session_requests == before + 2
        shown = " ".join(all_of(user).split())
        assert re.search(DEBTOR, shown)
        assert "1 serious signal" in user.screen
        assert more.reason(explorer) == "All court cases were checked."
        # What is cached by now counts without a key, and costs nothing.
        await user.search(QUIET)
        await user.press("enter")
        await user.search(LATE)
        before = client.allowance.session_requests
        await user.press("enter", "5")
        assert re.search(DEBTOR, " ".join(all_of(user).split()))
        # The figures, of which the source has none of any company, are asked for again.
        assert client.allowance.session_requests <= before + 1


@pytest.mark.usefixtures("only_asked")
async def test_pages_that_were_turned_to_count_and_all_without_a_debtor_are_clear(
    registry: Settings,
) -> None:
    async with explore(program(registry)) as user:
        await user.search(QUIET)
        await user.press("enter")
        user.app.explorer.detail.choose("cases", 3)
        await user.idle()
        await user.search(LATE)
        await user.press("enter", "3", "n")
        assert "1 serious signal" not in user.screen
        await user.press("n")
        assert "1 serious signal" in user.screen
        await user.search(QUIET)
        await user.press("enter", "5")
        # The third page is cached and counts, though nobody has asked for the second.
        assert "0 of 25 (0)" in " ".join(all_of(user).split())
        await user.press("M")
        shown = " ".join(all_of(user).split())
        assert re.search(r"Debtor in a bankrupt\S*( case)? ● Clear", shown)


@pytest.mark.usefixtures("only_asked")
@pytest.mark.parametrize("size", [NORMAL, pytest.param(NARROW, marks=pytest.mark.slow)])
async def test_compare_says_what_is_not_loaded_and_loads_it_for_a_price(
    size: tuple[int, int],
) -> None:
    async with explore(size=size) as user:
        explorer, client = user.app.explorer, user.app.client
        assert client is not None
        await user.search(landmarks.MANY_COURT_CASES)
        await user.press("enter", "c")
        await user.search(landmarks.LOSSES)
        await user.press("escape")
        price = explorer.keys.by_name["compare"].price(explorer)
        # The figures of both, and the profiles that are not cached.
        assert price in {2, 3}
        before = client.allowance.session_requests
        await user.press("c")
        assert before < client.allowance.session_requests <= before + price
        told = "2 requests" if size == NORMAL else "2 req"
        assert f"s court cases ({told})" in user.screen
        if size == NORMAL:  # in a low terminal the chart stands above it
            assert "Not loaded" in user.screen
        before = client.allowance.session_requests
        await user.press("s")
        assert client.allowance.session_requests == before + 2
        assert "Not loaded" not in user.screen and "s court cases" not in user.screen
        assert "refresh (" in user.screen


@pytest.mark.usefixtures("only_asked")
async def test_compare_knows_what_was_seen_before(tmp_path: Path) -> None:
    kept = tmp_path / "workspace.db"
    with Workspace(kept) as workspace:
        seen = sightings(day(1), profile(landmarks.LOSSES, vat=True))
        workspace.snapshots.record("sample", landmarks.LOSSES, seen)
    async with explore(program(workspace=kept)) as user:
        for tax_id in (landmarks.SHOWPIECE, landmarks.LOSSES):
            await user.search(tax_id)
            await user.press("escape", "c")
        assert "VAT registration" in user.screen


@pytest.mark.usefixtures("only_asked")
async def test_pages_that_nobody_wants_any_more_are_not_requested(
    registry: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask, released = Companies.ask, asyncio.Event()
    pages: list[str] = []

    # Any: whatever is asked.
    async def late(companies: Companies, operation: Any, *args: Any, **how: Any) -> Answer[Any]:
        if operation is ops.COURT_CASES and args[1:]:
            pages.append(args[1]["page"])
            await released.wait()
        return await ask(companies, operation, *args, **how)

    async with explore(program(registry)) as user:
        await user.search(LATE)
        await user.press("enter", "5")
        monkeypatch.setattr(Companies, "ask", late)
        # Another one still needs its answers, as while its evidence is written.
        user.app.explorer.detail.answers.hold(LATE)
        await user.pilot.press("M")
        await user.when(lambda: pages == ["2"])
        user.app.explorer.detail.show(
            CompanyEntry(tax_id=QUIET, name="LINISTITA SRL"), LoadLevel.PREVIEW
        )
        released.set()
        await user.idle()
        assert pages == ["2"]
