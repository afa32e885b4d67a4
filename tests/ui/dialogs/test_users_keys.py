"""The keys that the user has set work in dialogs, too, and are named there."""

from __future__ import annotations

from tests.sample import landmarks
from tests.ui.user import explore, program
from tui_app.config.settings import Settings

KEYS = {"escape": "f9", "copy": "f6, n", "next_page": "f3", "down": "f2", "open": "f4"}


async def test_a_record_turns_copies_and_closes_with_the_users_keys() -> None:
    async with explore(program(Settings(keys=KEYS))) as user:
        await user.search(landmarks.MANY_COURT_CASES)
        await user.press("f4", "3", "f4")
        assert "F3 next · p previous · F6 copy · F9 closes" in user.screen
        first = user.screen
        await user.press("f3")
        assert user.screen != first
        await user.press("p")
        assert user.screen == first
        await user.press("n")  # it copies: the user's key goes before the dialog's own
        assert "Sent Court case" in user.screen
        await user.press("f9")
        assert len(user.app.screen_stack) == 1


async def test_a_choice_keeps_its_letters_and_no_letter_ends_the_program() -> None:
    keys = {"down": "n", "quit": "q, f12", "escape": "z, f9"}
    async with explore(program(Settings(keys=keys))) as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter", "y")
        assert "⏎ to choose · F9 closes" in user.screen
        await user.press("q")
        assert len(user.app.screen_stack) == 2
        await user.press("n")
        assert "Sent" in user.screen and len(user.app.screen_stack) == 1
        await user.press("question_mark", "z")
        assert len(user.app.screen_stack) == 2  # where letters are text
        await user.press("f9", "f9")
        assert len(user.app.screen_stack) == 1


async def test_an_action_whose_key_another_one_got_has_none_and_the_others_work() -> None:
    async with explore(program(Settings(keys={"next_page": "y"}))) as user:
        await user.search(landmarks.MANY_COURT_CASES)
        await user.press("enter", "3", "enter")
        assert "y next · p previous · – copy · Esc closes" in user.screen
        first = user.screen
        await user.press("y")
        assert user.screen != first
        await user.press("escape")
        assert len(user.app.screen_stack) == 1


async def test_completions_of_a_line_take_the_users_keys_and_letters_stay_text() -> None:
    keys = {"down": "f2, j", "up": "f3", "escape": "f9"}
    async with explore(program(Settings(keys=keys))) as user:
        await user.press("f9", "Q")
        await user.paste("county:b")
        await user.press("f2", "f2", "f3", "enter")
        assert "county:Bihor" in user.screen
        await user.type("phonj")
        assert "phonj" in user.screen
        await user.press("backspace")
        assert "has a phone number" in user.screen
        await user.press("f9")
        assert "has a phone number" not in user.screen
        assert user.app.explorer.in_field
        await user.press("f9")
        assert not user.app.explorer.in_field
