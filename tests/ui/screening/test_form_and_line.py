"""The form beside the line of criteria: each fills the other, and says what is unreadable."""

from __future__ import annotations

from tests.ui.screening.screening_list import emptied, rows, screen, screening
from tests.ui.screening.test_kept import field
from tests.ui.user import NARROW, User, explore


async def test_the_form_fills_the_line_and_the_line_the_form() -> None:
    async with explore(size=NARROW) as user:
        await screen(user, "not county:Cluj form:SA")
        await user.press("enter", "E")
        assert field(user).value == "not Cluj"
        field(user).value = ""
        await user.press("up")
        await user.type("dem")
        await user.press("pagedown", "pagedown", "pagedown", "down")
        await user.type("n")
        await user.press("tab")
        await user.press("enter")
        line = screening(user).line.text
        assert line.startswith("form:SA name:dem not ")
        assert {row.company_type for row in rows(user)} == {"SA"}
        assert all("DEM" in row.company_name.upper() for row in rows(user))


async def test_the_form_wants_what_can_be_read() -> None:
    async with explore() as user:
        await type_a_wrong_value(user)
        await open_it_on_a_wrong_line(user)


async def type_a_wrong_value(user: User) -> None:
    """It gets the cursor."""
    await user.press("escape", "Q", "enter", "E", "down")
    await user.paste("Cluc")
    assert "Unknown county: Cluc. Did you mean Cluj?" in user.screen
    wrong = user.app.focused
    await user.press("up", "enter")
    assert user.app.focused is wrong
    await user.press("escape")
    assert screening(user).line.text == ""
    await emptied(user)


async def open_it_on_a_wrong_line(user: User) -> None:
    """It is not opened."""
    await screen(user, "xyzzy")
    screening(user).rows.focus()
    await user.press("E")
    assert "The criteria cannot be read" in user.screen
