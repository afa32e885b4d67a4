"""Pictures of the screen: its list beside the facets, completion, errors, the form."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.pictures import Pictures, pictures
from tests.ui.screening.screening_list import screen
from tests.ui.user import NARROW, program
from tui_app.ui.app import FirmetermApp
from tui_app.workspace.workspace import Workspace

__all__ = ["pictures"]

WIDE = (160, 50)
LINE = "form:SRL,SA turnover:>100K active"


@pytest.fixture
def app(tmp_path: Path) -> FirmetermApp:
    """An explorer with two saved screens."""
    kept = tmp_path / "workspace.db"
    with Workspace(kept) as workspace:
        workspace.screenings.save("Exporters of the north", "county:Cluj caen:62 turnover:>1M")
        workspace.screenings.save("Losses", "employees:>50 profit:<0")
    return program(workspace=kept)


async def test_a_screen_and_its_dialogs(app: FirmetermApp, pictures: Pictures) -> None:
    async with pictures.walk(app) as user:
        await screen(user, LINE)
        await user.press("enter")
        await pictures.take(user, "normal")
        await user.press("s")
        await pictures.take(user, "sort")
        await user.press("escape")
        await user.press("O")
        await pictures.take(user, "saved")
        await user.press("escape")
        await user.press("D", "down")
        await pictures.take(user, "facets-wide", WIDE)


async def test_a_screen_where_one_pane_is_shown(app: FirmetermApp, pictures: Pictures) -> None:
    async with pictures.walk(app, NARROW) as user:
        await screen(user, LINE)
        await user.press("enter")
        await pictures.take(user, "narrow")
        await user.press("D", "down")
        await pictures.take(user, "facets-narrow")


async def test_a_company_beside_the_screen(app: FirmetermApp, pictures: Pictures) -> None:
    async with pictures.walk(app, WIDE) as user:
        await screen(user, LINE)
        await user.press("enter", "enter", "escape")
        await pictures.take(user, "company")


async def test_writing_a_screen(app: FirmetermApp, pictures: Pictures) -> None:
    async with pictures.walk(app) as user:
        await screen(user, "form:SRL county:Cluc active")
        await pictures.take(user, "error")
        await screen(user, "")
        await user.press(*"county:c", "down")
        await pictures.take(user, "completion")
        await screen(user, "")
        await user.press(*"co")
        await pictures.take(user, "completion-narrow", NARROW)


async def test_the_form(app: FirmetermApp, pictures: Pictures) -> None:
    async with pictures.walk(app) as user:
        await screen(user, LINE)
        await user.press("enter", "E", "up", "up", *"bi")
        await pictures.take(user, "form")
        await user.press("escape", "escape", "E", "up", *"x")
        await pictures.take(user, "form-narrow", NARROW)
