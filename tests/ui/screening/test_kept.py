"""Screens under names, the form beside the line, and all companies of a screen in a file."""

from __future__ import annotations

import asyncio
import csv
from pathlib import Path

import pytest

from tests.ui.screening.screening_list import emptied, has_keys, rows, screen, screening
from tests.ui.user import NARROW, User, explore, program
from tui_app.client.companies import Companies
from tui_app.config.settings import Settings
from tui_app.ui.actions import exporting_all
from tui_app.ui.dialogs.choice import ChoiceScreen
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


def written(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "exports"
    made.mkdir()
    monkeypatch.chdir(made)
    monkeypatch.setattr(exporting_all, "PAGE", 100)
    return made


async def test_all_companies_are_written_page_after_page(folder: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    async with explore() as user:
        await screen(user, "form:SRL")
        await user.press("enter", "e")
        assert "All as CSV" in user.screen
        await user.press("a")
        assert "Written:" in user.screen
        total = screening(user).results.value.answer
        assert total is not None
        expected = total.data.total_companies
        await user.press("e", "p")
        assert "screen-form-srl.parquet" in user.screen
        # A single page needs no further choice.
        await screen(user, "form:SNC")
        await user.press("e")
        assert isinstance(user.app.screen, ChoiceScreen)
        assert "CSV" in user.screen and "All as CSV" not in user.screen
    assert written(folder) == ["screen-form-srl.csv", "screen-form-srl.parquet"]
    with (folder / "screen-form-srl.csv").open(encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))
    assert len(found) == len({row["taxId"] for row in found}) == expected
    assert {row["companyType"] for row in found} == {"SRL"}
    amounts = [int(row["turnover"]) for row in found if row["turnover"]]
    assert amounts == sorted(amounts, reverse=True)
    table = parquet.read_table(folder / "screen-form-srl.parquet")
    assert table.column_names == list(found[0])
    assert table.column("taxId").to_pylist() == [row["taxId"] for row in found]
    assert [n for n in table.column("turnover").to_pylist() if n is not None] == amounts
    assert str(table.schema.field("registrationDate").type) == "date32[day]"


async def test_escape_ends_it_and_the_file_is_told_as_cut(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second, go_on = asyncio.Event(), asyncio.Event()
    asked = Companies.screen

    async def slow(self: Companies, *line: str, cursor: str = "", **more: object) -> object:
        if cursor:
            second.set()
            await go_on.wait()
        return await asked(self, *line, cursor=cursor, **more)  # type: ignore[arg-type]

    async with explore() as user:
        await screen(user, "form:SRL")
        monkeypatch.setattr(Companies, "screen", slow)
        await user.press("enter")
        await user.pilot.press("e", "a")
        await asyncio.wait_for(second.wait(), 20)
        await user.until("Writing: 100 of ")
        assert "Esc ends" in user.screen
        # It continues while the screen is rebuilt in another language, and Esc still ends it.
        await user.pilot.press("L", "L", "escape")
        await user.until("Ending the export…")
        go_on.set()
        await user.idle()
        assert "Cut after 200 of" in user.screen
        assert has_keys(user, screening(user).rows)
    assert written(folder) == ["screen-form-srl-cut.csv"]


async def test_a_mistake_of_ours_leaves_no_half_a_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Companies.screen

    async def fail(self: Companies, *line: str, cursor: str = "", **more: object) -> object:
        if cursor:
            raise RuntimeError
        return await asked(self, *line, cursor=cursor, **more)  # type: ignore[arg-type]

    async with explore() as user:
        await screen(user, "form:SRL")
        monkeypatch.setattr(Companies, "screen", fail)
        await user.press("enter", "e", "a")
        await user.until("firmeterm made a mistake")
    assert list(folder.iterdir()) == []
