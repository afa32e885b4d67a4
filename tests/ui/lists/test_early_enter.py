"""Enter before its answer is remembered, and the keys after it wait: each list with a field."""

from __future__ import annotations

import asyncio

import pytest
from textual.events import Key, Paste
from textual.widgets import Input

from tests.sample import landmarks
from tests.ui.held_answers import holding
from tests.ui.screening.screening_list import has_keys, screening
from tests.ui.user import User, explore

A_DAY = landmarks.MANY_COMPANIES_DAY.isoformat()


async def settled(user: User) -> None:
    await user.when(lambda: not user.app.holds_keys)
    await user.idle()


async def test_a_key_after_an_early_enter_goes_where_it_would_go_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with explore() as user:
        detail = user.app.explorer.detail
        with holding(monkeypatch) as gate:
            await user.pilot.press(*"solar", "enter", "2", "escape", "down")
            assert detail.section.tab == "overview"
            await user.pilot.press("slash")
        await user.pilot.press("escape")
        await user.idle()
        assert gate.has("solar")()

        with holding(monkeypatch) as gate:
            await user.pilot.press("slash", *"petro", "enter", "2", "3")
            await user.when(gate.has("petro"))
            field = user.app.explorer.lists["search"].focus_target
            assert field.value == "petro"  # type: ignore[attr-defined]
            assert not gate.has("petro2")()
        await settled(user)
        assert detail.entry is not None and "PETRO" in detail.entry.name
        assert detail.section.tab == "cases" and "finance" in detail.sections
        assert user.app.explorer.detail_has_focus


async def test_what_else_may_follow_an_early_enter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Esc, a result without companies, a paste, and a dialog."""
    async with explore() as user:
        explorer = user.app.explorer
        # Esc forgets the Enter and the keys after it.
        with holding(monkeypatch):
            await user.pilot.press(*"petro", "enter", "2", "escape")
        await user.idle()
        assert not explorer.detail.is_opened and explorer.detail.section.tab == "overview"
        assert explorer.focused is explorer.list.rows
        # Nothing found lets the keys go to the field.
        await user.press("slash", "ctrl+u")
        with holding(monkeypatch):
            await user.pilot.press(*"zzqq", "enter", "x", "y")
        await settled(user)
        field = user.app.focused
        assert isinstance(field, Input) and field.value == "zzqqxy"
        # A paste waits as a key does.
        await user.press("ctrl+u")
        with holding(monkeypatch):
            await user.pilot.press(*"solar", "enter", "slash", "ctrl+u")
            user.app.post_message(Paste("petro"))
            await user.pilot.pause()
        await settled(user)
        opened = explorer.visited.here
        assert opened is not None and "SOLAR" in opened.name
        assert user.app.focused is field and field.value == "petro"
        # A dialog takes keys though the screen below it waits.
        await user.press("ctrl+u")
        with holding(monkeypatch):
            await user.pilot.press(*"agro", "enter")
            assert user.app.holds_keys
            explorer.open_palette()
            await user.pilot.press("x")
            assert getattr(user.app.focused, "value", "") == "x"


@pytest.mark.parametrize("tab_is_new", [False, True])
async def test_a_key_between_the_answer_and_the_focus_that_it_moves(
    tab_is_new: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with explore() as user:
        app, explorer = user.app, user.app.explorer
        if tab_is_new:
            explorer.detail.choose("signals", is_warning_seen=True)
        with holding(monkeypatch) as gate:
            await user.pilot.press(*"solar", "enter")
            await user.when(gate.has("solar"))
            assert app.holds_keys
            gate.of("solar").release()
            opened = [explorer.detail.entry]
            while explorer.detail.entry is opened[0]:
                await asyncio.sleep(0)
            while not explorer.detail_has_focus:
                app.post_message(Key("2", "2"))
                await asyncio.sleep(0)
        await settled(user)
        field = explorer.lists["search"].focus_target
        assert field.value == "solar"  # type: ignore[attr-defined]
        assert explorer.detail.section.tab == "finance"


async def test_esc_has_a_fixed_point_in_each_list() -> None:
    async with explore() as user:
        explorer = user.app.explorer
        await user.search("petro")
        for key in ("slash", "N", "W", "H"):
            await user.press("slash", "enter", "escape", key)
            for _press in range(4):
                await user.press("escape")
            assert user.app.keys_of(explorer.list.tab) == (key,)
            assert explorer.focused is explorer.list.rows
        await user.press("Q")
        await user.paste("form:SA")
        await user.press("enter", "escape")
        line = screening(user).line.field
        assert has_keys(user, line) and line.selected_text == ""
        for _press in range(3):
            await user.press("escape")
            assert explorer.list is screening(user)
            assert explorer.focused is explorer.list.rows


async def test_a_key_behind_enter_acts_before_its_company_is_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It waited for the company, as if that were the last session's; the next search forgot it."""
    async with explore() as user:
        with holding(monkeypatch) as gate:
            await user.pilot.press(*"petro")
            await user.when(gate.has("petro"))
            gate.of("petro").release()
            await user.when(lambda: bool(user.app.explorer.list.entries))
            await user.pilot.press("enter")
            await user.when(gate.has("profile"))
            await user.pilot.press("2", "slash", *"agro")
            assert user.app.explorer.detail.section.tab == "finance"
