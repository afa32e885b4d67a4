"""Leaving the program from anywhere, by the keys that people try."""

from __future__ import annotations

import pytest

from tests.sample import landmarks
from tests.ui.hostile import told
from tests.ui.user import explore
from tui_app.ui import app as module
from tui_app.ui.remote.answers import Answers


async def test_ctrl_c_twice_quits_from_anywhere_and_the_first_says_so() -> None:
    async with explore() as user:
        await user.type("pet")
        await user.pilot.press("ctrl+c")
        assert "^c again quits; ^q does as well" in told(user)
        assert user.app.return_code is None
        await user.pilot.press("ctrl+c")
        assert user.app.return_code == 0


async def test_ctrl_c_quits_over_a_dialog_too() -> None:
    async with explore() as user:
        await user.press("f1")
        await user.pilot.press("ctrl+c", "ctrl+c")
        assert user.app.return_code == 0


async def test_what_quits_is_said_and_has_keys_that_are_no_text_in_a_field(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with explore() as user:
        shown = user.app.explorer.foot.line.plain
        assert "F1 manual" in shown
        assert "^q quit" in shown
        # Two Ctrl+C that are far apart do not quit.
        with monkeypatch.context() as patch:
            patch.setattr(module, "INTERRUPTED_TWICE", -1.0)
            await user.pilot.press("ctrl+c", "ctrl+c")
            assert user.app.return_code is None
        await user.press("f1")
        assert "Type in the field of the left pane" in user.screen
        await user.press("escape")
        # Escape says what quits where there is nothing to leave.
        await user.press("escape")
        assert "q quits · ? shows all keys" in told(user)
        there = user.app.focused
        await user.press("escape")
        assert "q quits" in told(user)
        assert user.app.focused is there
        await user.press("slash")
        await user.pilot.press("ctrl+q")
        assert user.app.return_code == 0


async def test_what_the_footer_says_of_the_company_shown() -> None:
    async with explore() as user:
        explorer = user.app.explorer
        # A website is offered only where there is one.
        await user.search(landmarks.NOTHING_ON_RECORD)
        await user.press("enter", "4")
        assert "website" not in explorer.foot.line.plain
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter", "4")
        assert "o open it" in explorer.foot.line.plain
        # A message says that the company is not in the list.
        await user.search("agro")
        await user.press("enter", "b")
        assert explorer.detail.entry and explorer.detail.entry.tax_id == landmarks.SHOWPIECE
        assert "PETROTERM DEMO SRL is not in this list" in user.screen


async def test_what_arrives_for_a_tab_that_is_not_shown_gives_its_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    load_free, held = Answers.load_free, []
    monkeypatch.setattr(Answers, "load_free", lambda *asked: held.append(asked))
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter", "2")
        assert "o website" not in user.app.explorer.foot.line.plain
        for asked in held:
            load_free(*asked)
        await user.until("o website")
