"""Getting out: from anywhere, by the keys that people try."""

from __future__ import annotations

import pytest

from tests.sample import landmarks
from tests.ui.explorer import explore
from tests.ui.hostile import told
from tui_app.ui import app as module


async def test_ctrl_c_twice_quits_from_anywhere_and_the_first_says_so() -> None:
    async with explore() as user:
        await user.type("pet")
        await user.pilot.press("ctrl+c")
        assert "^c again quits; q does as well" in told(user)
        assert user.app.return_code is None
        await user.pilot.press("ctrl+c")
        assert user.app.return_code == 0


async def test_ctrl_c_quits_over_a_dialog_too() -> None:
    async with explore() as user:
        await user.press("f1")
        await user.pilot.press("ctrl+c", "ctrl+c")
        assert user.app.return_code == 0


async def test_two_that_are_far_apart_do_not_quit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "INTERRUPTED_TWICE", -1.0)
    async with explore() as user:
        await user.pilot.press("ctrl+c", "ctrl+c")
        assert user.app.return_code is None


async def test_help_and_quit_have_keys_that_are_no_text_in_a_field() -> None:
    async with explore() as user:
        shown = user.app.explorer.foot.line.plain
        assert "F1 manual" in shown
        assert "^q quit" in shown
        await user.press("f1")
        assert "Type in the field of the left pane" in user.screen
        await user.press("escape")
        await user.pilot.press("ctrl+q")
        assert user.app.return_code == 0


async def test_escape_with_nothing_to_leave_says_what_quits() -> None:
    async with explore() as user:
        await user.press("escape")
        assert "q quits · ? shows all keys" in told(user)
        there = user.app.focused
        await user.press("escape")
        assert "q quits" in told(user)
        assert user.app.focused is there


async def test_a_company_that_is_not_in_the_list_is_said_to_be_elsewhere() -> None:
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter")
        await user.search("agro")
        await user.press("enter", "b")
        explorer = user.app.explorer
        assert explorer.detail.entry and explorer.detail.entry.tax_id == landmarks.SHOWPIECE
        assert "PETROTERM DEMO SRL is not in this list" in user.screen


async def test_a_website_is_offered_only_where_there_is_one() -> None:
    async with explore() as user:
        await user.search(landmarks.NOTHING_ON_RECORD)
        await user.press("enter", "4")
        assert "website" not in user.app.explorer.foot.line.plain
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter", "4")
        assert "o open it" in user.app.explorer.foot.line.plain
