"""Beside a screening list is the company under its cursor, or none that a key could act on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sample import landmarks
from tests.ui.explorer.test_cursor_sync import _shown, _under_cursor
from tests.ui.screening.screening_list import screen
from tests.ui.user import explore
from tui_app.ui.dialogs.note import NoteScreen


async def test_no_key_acts_on_a_company_that_the_screening_list_hides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter", "4", "escape")
        hidden = _shown(user)
        await user.press("Q")
        await screen(user, "form:SA")
        await user.press("enter", "down")
        here = _under_cursor(user)
        assert here and here != hidden
        await user.press("m")
        note = user.app.screen
        assert isinstance(note, NoteScreen) and note._entry.tax_id == here
        await user.press("escape", "o")
        assert user.app.screen is user.app.explorer, "no website of this company is loaded"
        await user.press("w", "2")
        assert _shown(user) == here == user.app.explorer.detail.section.tax_id
        assert user.app.explorer.detail.section.values[0].answer is not None
        nothing: tuple[str, ...] = ()
        watched = await user.app.workspace_thread.ask(
            lambda kept: tuple(each.summary.tax_id for each in kept.watch_list.entries()), nothing
        )
        assert watched == (here,)


async def test_a_list_that_takes_the_width_again_has_the_company_under_its_cursor() -> None:
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter", "escape", "Q")
        await screen(user, "form:SA")
        await user.press("enter", "down", "enter", "b")
        assert _shown(user) == landmarks.SHOWPIECE != _under_cursor(user)
        await user.press("escape", "D")
        assert user.app.explorer.list.wants_full_width
        assert _shown(user) == _under_cursor(user)


async def test_an_empty_screening_list_leaves_no_company_to_act_on() -> None:
    async with explore() as user:
        await user.search("petro")
        await user.press("enter", "Q")
        await screen(user, "name:zzqq")
        await user.press("enter")
        assert not user.app.explorer.list.shown and _shown(user) == ""
        await user.press("m")
        assert user.app.screen is user.app.explorer and "No company is open." in user.screen
        await user.press("slash", "escape")
        assert _shown(user) == _under_cursor(user) != ""
        await user.press("Q")
        assert not user.app.explorer.list.shown and _shown(user) == ""
