"""Rules for every dialog: the field keeps the focus, and the cursor stays in sight."""

from __future__ import annotations

import pytest

from tests.sample import landmarks
from tests.ui.screening.screening_list import screen
from tests.ui.user import NARROW, explore
from tui_app.ui.actions.palette import find
from tui_app.ui.dialogs.note import NoteScreen


async def test_tab_leaves_no_field_of_a_dialog() -> None:
    async with explore() as user:
        await user.search(landmarks.MANY_COURT_CASES)
        await user.press("enter", "3", "P", "tab", "2", "enter")
        assert "page 2 of 8" in user.screen
        await user.press("m", "a", "tab", "q")
        assert "a   q" in user.screen
        await user.press("escape")
        assert len(user.app.screen_stack) == 1


@pytest.mark.parametrize("size", [pytest.param(NARROW, marks=pytest.mark.slow), (40, 12)])
async def test_the_cursor_of_a_long_checklist_stays_in_sight(size: tuple[int, int]) -> None:
    async with explore(size=size) as user:
        await screen(user, "form:SA")
        await user.press("enter", "v", "pagedown", "pagedown", "pagedown")
        assert "[ ] Court cases" in user.screen
        await user.press("space")
        assert "[x] Court cases" in user.screen


async def test_the_palette_offers_each_source_once() -> None:
    async with explore() as user:
        titles = [command.title for command in find(user.app.explorer, user.app.explorer.keys, "")]
        sources = [title for title in titles if title.startswith("source: ")]
        assert sources and len(sources) == len(set(sources))


async def test_a_dialog_that_is_left_twice_takes_no_other_screen_with_it() -> None:
    """A second Esc, click or Enter may arrive while the first one closes the dialog."""
    async with explore() as user:
        await user.search("petro")
        await user.press("escape", "m")
        note = user.app.screen
        assert isinstance(note, NoteScreen)
        note.action_close()
        note.action_close()
        await user.idle()
        assert user.app.screen_stack == [user.app.explorer]
        await user.press("question_mark")
        help_screen = user.app.screen
        note.dismiss(None)
        assert user.app.screen is help_screen


@pytest.mark.parametrize(  # a field, keys, and a note
    "key", ["question_mark", pytest.param("y", marks=pytest.mark.slow), "m"]
)
async def test_the_key_that_quits_from_a_field_quits_from_a_dialog(key: str) -> None:
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter", key, "A")
        assert len(user.app.screen_stack) == 2
        await user.pilot.press("ctrl+q")
        await user.idle()
        assert user.app.return_code == 0
        if key == "m":
            workspace = user.app.workspace_thread
            assert await workspace.ask(lambda w: w.notes.text(landmarks.SHOWPIECE), "") == "A"
