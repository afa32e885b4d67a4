"""Screens under names: saved, opened again, renamed and deleted."""

from __future__ import annotations

from pathlib import Path

from tests.ui.screening.screening_list import emptied, rows, screen, screening
from tests.ui.user import User, explore, program
from tui_app.config.settings import Settings
from tui_app.ui.dialogs.saved_screenings import SavedScreeningsDialog
from tui_app.ui.widgets.text_field import TextField
from tui_app.workspace.workspace import Workspace


def field(user: User) -> TextField:
    focused = user.app.focused
    assert isinstance(focused, TextField)
    return focused


async def save(user: User, name: str) -> None:
    await user.press("K")
    field(user).value = name
    await user.press("enter")


async def test_a_screen_is_saved_and_opened_again_in_another_session(tmp_path: Path) -> None:
    file = tmp_path / "workspace.db"
    async with explore(program(workspace=file)) as user:
        await screen(user, "form:SA  county:CJ")
        await user.press("enter")
        await save(user, "Cluj firms")
        assert "Saved as “Cluj firms”" in user.screen
    async with explore(program(workspace=file)) as user:
        await user.press("escape", "O")
        assert "Cluj firms  form:SA county:Cluj" in user.screen
        await user.press("enter")
        assert screening(user).line.text == "form:SA county:Cluj"
        assert {row.county for row in rows(user)} == {"Cluj"}
        await user.press("K")
        assert field(user).value == "Cluj firms"


async def test_only_a_line_with_a_name_is_saved_and_said_to_replace_another() -> None:
    async with explore() as user:
        await save_nothing(user)
        await save_twice(user)


async def save_nothing(user: User) -> None:
    """A screen needs criteria and a name."""
    await user.press("escape", "Q", "enter", "K")
    assert "There are no criteria to save." in user.screen
    await emptied(user)
    await screen(user, "form:SA")
    await user.press("enter")
    await save(user, " . ")
    assert "a name needs a letter or a digit" in user.screen
    await user.press("escape")


async def save_twice(user: User) -> None:
    """It names the screen that would be replaced."""
    await emptied(user)
    await screen(user, "form:SA")
    await user.press("enter")
    await save(user, "mine")
    await emptied(user)
    await screen(user, "form:SNC")
    await user.press("enter", "K")
    assert "Replaces: form:SA" in user.screen
    await user.press("enter", "O")
    assert "mine  form:SNC" in user.screen


async def test_a_line_that_another_explorer_saved_meanwhile_is_not_lost(tmp_path: Path) -> None:
    file = tmp_path / "workspace.db"
    async with explore(program(workspace=file)) as user:
        await screen(user, "form:SA")
        await user.press("enter", "K")
        field(user).value = "mine"
        with Workspace(file) as other:
            other.screenings.save("mine", "county:Iasi")
        await user.press("enter")
        assert "Saved as “mine (2)”" in user.screen
        with Workspace(file) as other:
            assert other.screenings.line("mine") == "county:Iasi"
            assert other.screenings.line("mine (2)") == "form:SA"


async def test_screens_are_renamed_and_deleted(tmp_path: Path) -> None:
    file = tmp_path / "workspace.db"
    with Workspace(file) as workspace:
        workspace.screenings.save("a", "form:SA")
        workspace.screenings.save("b", "form:SNC")
    async with explore(program(workspace=file)) as user:
        await user.press("escape", "O", "down", "r")
        field(user).value = "c"
        await user.press("enter")
        assert "c  form:SNC" in user.screen
        await user.press("r")
        field(user).value = "A"
        await user.press("enter")
        assert "That name is taken: it is called “A (2)” now." in user.screen
        await user.press("r", "escape")
        assert isinstance(user.app.screen, SavedScreeningsDialog)
        await user.press("d")
        assert "Delete “A (2)”?" in user.screen
        await user.press("up", "d", "down", "d")
        with Workspace(file) as workspace:
            assert len(workspace.screenings.all()) == 2
        await user.press("d")
        with Workspace(file) as workspace:
            assert [each.name for each in workspace.screenings.all()] == ["a"]
        await user.press("escape")
        assert len(user.app.screen_stack) == 1


async def test_keys_between_rename_another_screen_or_delete_one_unasked(tmp_path: Path) -> None:
    file = tmp_path / "workspace.db"
    with Workspace(file) as workspace:
        workspace.screenings.save("a", "form:SA")
        workspace.screenings.save("b", "form:SNC")
    async with explore(program(workspace=file)) as user:
        await user.press("escape", "O", "r", "down")
        field(user).value = "c"
        await user.press("enter")
        assert "c  form:SA" in user.screen and "b  form:SNC" in user.screen
        # The question is no longer on the screen, so d asks again.
        await user.press("d", "r", "escape", "d")
        assert "Delete “c”?" in user.screen
        with Workspace(file) as workspace:
            assert len(workspace.screenings.all()) == 2


async def test_a_private_session_says_that_it_keeps_none(tmp_path: Path) -> None:
    file = tmp_path / "workspace.db"
    async with explore(program(Settings(private=True), workspace=file)) as user:
        await screen(user, "form:SA")
        await user.press("enter")
        await save(user, "mine")
        assert "Not kept: private session" in user.screen
    assert not file.exists()
