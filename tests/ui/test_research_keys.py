"""Signals, watch list, notes, timeline and the workspace they are kept in, by keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.sample import landmarks
from tests.ui.hostile import all_of
from tests.ui.user import NARROW, NORMAL, User, explore, program
from tests.workspace.companies import cases, day, figures, people, profile, sightings
from tui_app.client.companies import Companies
from tui_app.config.settings import Settings
from tui_app.contract import operations as ops
from tui_app.contract.resources import CompanySummary
from tui_app.workspace.saved_location import SavedLocation, save_location
from tui_app.workspace.workspace import Workspace

LOSSES, SHOWPIECE, CASES = landmarks.LOSSES, landmarks.SHOWPIECE, landmarks.MANY_COURT_CASES


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "workspace.db"


async def opened(user: User, tax_id: str, *keys: str) -> None:
    await user.search(tax_id)
    await user.press("enter", *keys)


def changed_companies(path: Path, source: str = "sample") -> None:
    """Two watched companies that changed, the second later, and one that did not."""
    with Workspace(path) as workspace:
        for tax_id, name, later in (
            (SHOWPIECE, "PRIMA DEMO SRL", 5),
            (LOSSES, "A DOUA DEMO SRL", 7),
            (CASES, "NESCHIMBATA DEMO SA", 0),
        ):
            summary = CompanySummary(tax_id=tax_id, company_name=name, county="Cluj")
            workspace.companies.remember(summary, invented=True)
            workspace.watch_list.add([tax_id], at=day(1))
            first = (profile(tax_id), figures(tax_id, 100), cases(tax_id, 2), people("Ana Pop"))
            workspace.snapshots.record(source, tax_id, sightings(day(1), *first))
            if later:
                then = profile(tax_id, status="insolventa", vat=False)
                workspace.snapshots.record(source, tax_id, sightings(day(later), then))


@pytest.mark.usefixtures("only_asked")
async def test_signals_say_at_once_what_is_known_and_load_the_rest() -> None:
    async with explore() as user:
        explorer, client = user.app.explorer, user.app.client
        assert client is not None
        await opened(user, LOSSES)
        assert "checks done, none serious" in user.screen  # the profile alone
        # A price is told before they cost: the figures, the court cases and the peers.
        assert explorer.keys.by_name["signals"].price(explorer) == 3
        await user.press("2")  # what another tab has loaded counts
        assert "3 serious signals" in user.screen
        assert explorer.keys.by_name["signals"].price(explorer) == 2
        before = client.allowance.session_requests
        await user.press("5")
        assert client.allowance.session_requests == before + 2
        shown = all_of(user)
        assert "Negative equity ▲ Serious −6.7M (≥ 0) Financials 2025" in " ".join(shown.split())
        assert "3 serious signals" in user.screen
        assert "Net margin" in shown and "÷" not in shown
        await user.press("i")
        assert "Net profit ÷ turnover" in all_of(user)
        assert "Equity of the latest year is below zero" in all_of(user)
        await user.press("i")
        assert "÷" not in all_of(user)


async def test_watching_and_watching_no_longer(kept: Path) -> None:
    async with explore(program(workspace=kept)) as user:
        await opened(user, SHOWPIECE, "w")
        assert "★ watched" in user.screen
        await user.press("escape", "W")
        assert "1 watched" in user.screen and "watched since" in user.screen
    async with explore(program(workspace=kept)) as user:
        await user.press("escape", "W", "enter")
        assert SHOWPIECE in user.screen
        await user.press("w", "W")
        assert "Nothing is watched" in user.screen
        # The company is still shown beside the empty list: the key is meant for that one.
        assert SHOWPIECE in user.screen
        await user.press("e")
        assert "Export PETROTERM DEMO SRL: " in user.screen
        await user.press("escape", "w")
        assert "1 watched" in user.screen
        # What another explorer watches is seen at once.
        with Workspace(kept) as other:
            summary = CompanySummary(tax_id=LOSSES, company_name="DE ALTUNDEVA SRL")
            other.companies.remember(summary, invented=True)
            other.watch_list.add([LOSSES])
        await user.until("DE ALTUNDEVA SRL")


async def test_marked_companies_are_watched_and_compared_together(kept: Path) -> None:
    async with explore(program(workspace=kept)) as user:
        await user.search("petro")
        await user.press("escape", "space", "space", "space", "w")
        assert "Watching 3 companies" in user.screen
        under_the_cursor = user.app.explorer.detail.entry
        assert under_the_cursor is not None
        await user.press("m")  # a note is for one company: the one shown
        assert f"Note on {under_the_cursor.name}" in user.screen
        await user.press("escape")
        with Workspace(kept) as workspace:
            assert len(workspace.watch_list.tax_ids()) == 3
        # They are compared as well.
        await user.press("c")
        assert "Compare 3 companies" in user.screen
        for words in ("≠ ", "Turnover", "Serious", "(invented companies)"):
            assert words in user.screen
        await user.press("x")
        assert "Compare 2 companies" in user.screen
        await user.press("a")
        assert len(user.app.explorer.compared) == 2
        await user.press("escape")
        await _change_the_language_of_the_watch_list(user)


async def _change_the_language_of_the_watch_list(user: User) -> None:
    """It keeps its order and its marks."""
    await user.press("W", "space", "s", "t")
    before = [entry.tax_id for entry in user.app.explorer.list.shown]
    assert len(before) == 3 and before == sorted(before)
    await user.press("L")
    await user.until("1 marcat")
    assert [entry.tax_id for entry in user.app.explorer.list.shown] == before
    assert "▌" in user.screen


@pytest.mark.parametrize("size", [NORMAL, pytest.param(NARROW, marks=pytest.mark.slow)])
async def test_the_watch_list_shows_the_newest_change_first(
    kept: Path, size: tuple[int, int]
) -> None:
    changed_companies(kept)
    async with explore(program(workspace=kept), size) as user:
        await user.press("escape", "W")
        screen = user.screen
        # By their tax ids: the first one is shown beside the list, and has its real name by now.
        order = [screen.index(tax_id) for tax_id in (LOSSES, SHOWPIECE, CASES)]
        assert order == sorted(order)
        assert "3 watched · 2 with news" in screen  # a preview takes no news away
        assert "2026-05-05" in screen
        # Looked at, it is no news any more.
        await user.press("enter")
        await user.press("escape")
        assert "1 with news" in user.screen


async def test_the_timeline_tells_every_change_with_its_day(kept: Path) -> None:
    changed_companies(kept)
    async with explore(program(workspace=kept)) as user:
        await opened(user, LOSSES, "6")
        shown = user.screen
        assert "2026-05-07" in shown and "Status: functiune → insolventa" in shown
        assert "VAT payer: yes → no" in shown
        # What the sample says now is another change, seen today.
        assert "Status: insolventa → functiune" in shown
        assert "first look" in shown
        await opened(user, CASES, "6")
        await user.press("X", "space", "down", "space", "down", "space", "enter")
        assert "2026-05-01" in user.screen


async def test_a_private_session_keeps_nothing_and_says_so(kept: Path) -> None:
    settings, place = Settings(private=True), kept.with_name("place.json")
    save_location(place, SavedLocation(focus="list"))
    before = place.read_bytes()
    async with explore(program(settings, workspace=kept, location_file=place)) as user:
        assert "private, nothing is kept" in user.screen
        await opened(user, SHOWPIECE, "w")
        assert "★ watched" in user.screen
        user.app.exit(return_code=0)
    assert not kept.exists() and place.read_bytes() == before


async def test_a_damaged_workspace_is_told(kept: Path) -> None:
    kept.write_bytes(b"no database" * 1_000)
    async with explore(program(workspace=kept)) as user:
        # The start page reads the watch list, so that it is told before any key is pressed.
        await user.until("start anew")


async def test_what_a_check_of_the_watch_list_found_stands_beside_the_list(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, ask = "functiune", Companies.ask

    # Any: whatever is asked.
    async def asked(self: Companies, operation: Any, *others: Any, **how: Any) -> Any:
        answer = await ask(self, operation, *others, **how)
        if operation is not ops.PROFILE:
            return answer
        return replace(answer, data=replace(answer.data, status=status))

    monkeypatch.setattr(Companies, "ask", asked)
    async with explore(program(workspace=kept), size=(160, 50)) as user:
        await opened(user, SHOWPIECE, "w", "escape", "W")
        status = "insolventa"
        await user.press("R")
        head = user.app.explorer.detail.header
        assert "insolventa" in str(head.render())
        assert user.app.client is not None
        assert user.app.client.allowance.session_requests <= 6


async def test_the_watch_list_is_checked_for_a_price_and_its_tab_counts_the_news(
    kept: Path,
) -> None:
    changed_companies(kept)
    async with explore(program(workspace=kept)) as user:
        explorer = user.app.explorer
        await user.press("escape", "W")
        watched = len(explorer.list.entries)
        assert explorer.keys.by_name["check_watched"].price(explorer) == 4 * watched
        await user.press("R")
        await user.until("with news")
        marks = {tab.name: tab.signs for tab in explorer.list_tabs.tabs}
        assert marks[explorer.list.tab].startswith("+")
        assert user.app.client is not None
        assert 0 < user.app.client.allowance.session_requests <= 4 * watched
