"""Pictures of the screen: its list, the facets beside it, and the form."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.pictures import Pictures, pictures
from tests.ui.screening.screening_list import screen
from tests.ui.user import program
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


async def test_a_screen_beside_its_facets(app: FirmetermApp, pictures: Pictures) -> None:
    async with pictures.walk(app) as user:
        await screen(user, LINE)
        await user.press("enter")
        await pictures.take(user, "normal", whole=True)
        await user.press("D", "down")
        await pictures.take(user, "facets-wide", WIDE, whole=True)


async def test_the_form(app: FirmetermApp, pictures: Pictures) -> None:
    async with pictures.walk(app) as user:
        await screen(user, LINE)
        await user.press("enter", "E", "up", "up", *"bi")
        await pictures.take(user, "form")
