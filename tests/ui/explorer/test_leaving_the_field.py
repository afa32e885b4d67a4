"""Down and Enter leave a field, Up returns to it: what the next key does says where we are."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from tests.ui.held_answers import holding
from tests.ui.screening.screening_list import screening
from tests.ui.user import User, explore


def field_of(user: User) -> Input:
    field = user.app.explorer.list.field_above
    assert field is not None
    return field


async def test_after_down_letters_are_keys_and_up_from_the_first_row_returns() -> None:
    async with explore() as user:
        explorer = user.app.explorer
        await user.search("petro")
        await user.press("down", "3")
        first, second = explorer.list.shown[:2]
        assert explorer.detail.entry == second and explorer.detail.section.tab == "cases"
        assert field_of(user).value == "petro"
        await user.press("escape", "space", "j")
        assert [*explorer.list.marked] == [second.tax_id]
        assert explorer.detail.entry == explorer.list.shown[3]
        await user.press("up", "up", "up", "k", "i")
        assert explorer.detail.entry == first and field_of(user).value == "petro"
        await user.press("up", "t")
        assert field_of(user).value == "petrot"
        await user.press("up", "e")  # there is nothing above the field
        assert field_of(user).value == "petrote"
        await user.press("pagedown", "2")
        assert field_of(user).value == "petrote" and explorer.detail.section.tab == "finance"


async def test_down_waits_for_the_rows_of_what_was_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with explore() as user:
        explorer = user.app.explorer
        await user.search("solar")
        before = explorer.detail.entry
        with holding(monkeypatch) as gate:
            await user.pilot.press("escape", "slash", *"petro", "down", "3")
            await user.when(gate.has("petro"))
            assert explorer.detail.entry == before and explorer.detail.section.tab == "overview"
        await user.when(lambda: not user.app.holds_keys)
        await user.idle()
        assert explorer.detail.entry == explorer.list.shown[1]
        assert "PETRO" in explorer.list.shown[1].name
        assert explorer.detail.section.tab == "cases" and field_of(user).value == "petro"

        with holding(monkeypatch):
            await user.pilot.press("slash", *"agro", "down", "escape", "3")
        await user.idle()
        assert field_of(user).value == "agro" and not user.app.holds_keys
        await user.press("slash", "down", "2")
        assert explorer.detail.entry == explorer.list.shown[1]


async def test_up_stays_in_a_field_whose_rows_are_awaited(monkeypatch: pytest.MonkeyPatch) -> None:
    async with explore() as user:
        with holding(monkeypatch):
            await user.pilot.press(*"petro", "up", "t")
            assert field_of(user).value == "petrot" and user.app.focused is field_of(user)


async def test_each_list_with_a_field() -> None:
    async with explore() as user:
        explorer = user.app.explorer
        for text in ("990000013", "petrom"):
            await user.search(text)
            await user.press("enter")
        await user.press("H")
        await user.pilot.press(*"demo", "down", "3")
        await user.idle()
        assert field_of(user).value == "demo"
        entry = explorer.detail.entry
        assert entry is not None and entry.name == "PETROTERM DEMO SRL"
        assert explorer.detail_has_focus and explorer.detail.section.tab == "cases"
        await user.press("H", *"zz", "down", "q")  # no row to go to
        assert field_of(user).value == "zzq"
        await user.press("escape", "Q")
        await user.paste("form:SNC")
        await user.press("down", "j")
        assert screening(user).line.text == "form:SNC"
        assert explorer.list.rows.has_focus and explorer.list.rows.cursor > 0
        await user.press("home", "up", "space", "a")
        assert screening(user).line.text == "form:SNC a"
        await user.press("escape", "escape", "N", *"2024-02-01", "enter", "up", "backspace")
        assert field_of(user).value == "2024-02-0"
