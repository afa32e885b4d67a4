"""Enter before its answer in lists of a day, of criteria and of visits, and after a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.held_answers import holding
from tests.ui.lists.test_early_enter import A_DAY, settled
from tests.ui.screening.screening_list import screening
from tests.ui.served import served
from tests.ui.user import explore


async def test_a_day_or_the_history_and_the_enter_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with explore() as user:
        detail = user.app.explorer.detail
        for text in ("agro", "petro"):
            await user.search(text)
            await user.press("enter", "escape")
        await user.press("N")
        old = detail.entry
        with holding(monkeypatch):
            user.new_list.field.value = A_DAY
            await user.pilot.press("enter", "down", "enter", "2")
            assert detail.entry == old
        await settled(user)
        assert detail.entry is not None
        assert detail.entry.tax_id == user.new_list.shown[1].tax_id
        assert detail.section.tab == "finance"
        await user.press("1", "H")
        await user.pilot.press(*"agro", "enter", "2")
        await settled(user)
        assert "AGRO" in detail.entry.name
        assert detail.section.tab == "finance"


async def test_criteria_and_the_enter_after_them(monkeypatch: pytest.MonkeyPatch) -> None:
    async with explore() as user:
        await user.press("escape", "Q")
        with holding(monkeypatch):
            screening(user).line.field.value = "form:SNC"
            await user.pilot.press("enter", "enter")
        await settled(user)
        await user.when(lambda: user.app.explorer.detail.is_opened)
        entry = user.app.explorer.detail.entry
        assert entry is not None and entry.tax_id == screening(user).shown[0].tax_id
        assert entry.company_type == "SNC"


@pytest.mark.parametrize("line", [f"new {A_DAY}", "screen form:SNC"])
async def test_a_line_and_the_enter_after_it(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The list is mounted meanwhile."""
    async with explore() as user:
        await user.search("petro")
        await user.press("enter", "escape", "colon")
        explorer = user.app.explorer
        with holding(monkeypatch):
            user.app.focused.value = line  # type: ignore[union-attr]
            await user.pilot.press("enter", "down", "enter", "2")
            assert explorer.detail.section.tab == "overview"
        await settled(user)
        entry = explorer.detail.entry
        assert entry is not None and entry.tax_id == explorer.list.shown[1].tax_id
        assert explorer.detail.is_opened and explorer.detail.section.tab == "finance"


async def test_a_line_that_costs_a_request_and_the_enter_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path / "service", 1_000) as service:
        async with explore(service.program()) as user:
            await user.press("escape", "colon")
            with holding(monkeypatch):
                user.app.focused.value = "screen form:SNC"  # type: ignore[union-attr]
                await user.pilot.press("enter", "down", "enter")
            await settled(user)
            entry, shown = user.app.explorer.detail.entry, user.app.explorer.list.shown
            assert entry is not None and entry.tax_id == shown[1].tax_id


async def test_a_facet_and_the_keys_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async with explore() as user:
        await user.press("escape", "Q", "escape", "D")
        line = screening(user).line
        with holding(monkeypatch):
            await user.pilot.press("enter", "down", "enter")
            assert line.text == "county:Bucuresti"
        await settled(user)
        first, second = line.text.split()
        assert (first, second.split(":")[0]) == ("county:Bucuresti", "form")
