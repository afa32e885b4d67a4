"""Pictures of signals, compare, watch list, history, home, timeline, connections and notes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sample import landmarks
from tests.ui.pictures import Pictures, pictures
from tests.ui.test_research_keys import changed_companies
from tests.ui.test_snapshots import opened
from tests.ui.user import NARROW, program
from tests.workspace.companies import day
from tui_app.contract.resources import CompanySummary
from tui_app.ui.app import FirmetermApp
from tui_app.workspace.workspace import Workspace

__all__ = ["pictures"]


@pytest.fixture
def app(tmp_path: Path) -> FirmetermApp:
    """An explorer of somebody who watches companies, two of which changed."""
    kept = tmp_path / "workspace.db"
    changed_companies(kept, "server")
    with Workspace(kept) as workspace:
        summary = CompanySummary(tax_id="990000048", company_name="ULTIMA DEMO SRL")
        workspace.history.look(summary, invented=True, at=day(8))
        workspace.history.searched("ultima cautare", at=day(8))
    return program(workspace=kept)


async def test_home_and_watch_list(app: FirmetermApp, pictures: Pictures) -> None:
    async with pictures.walk(app) as user:
        await user.until("ultima cautare")
        await user.until("10,000")  # the allowance comes by itself, a moment later
        await pictures.take(user, "home", whole=True)
        await user.press("escape", "W")
        await pictures.take(user, "watch")


async def test_marked_companies_beside_each_other(app: FirmetermApp, pictures: Pictures) -> None:
    async with pictures.walk(app) as user:
        await user.search("petro")
        for key in ("escape", "space", "space", "space", "c"):
            await user.press(key)
        await pictures.take(user, "compare")
        await pictures.take(user, "compare-narrow", NARROW)


async def test_what_is_found_about_a_company_and_what_is_wrong_with_one(
    app: FirmetermApp, pictures: Pictures
) -> None:
    async with pictures.walk(app) as user:
        await opened(user, landmarks.SHOWPIECE, "m")
        await pictures.take(user, "note")
        await user.press("escape")
        await user.press("7")
        await pictures.take(user, "connections")
        await opened(user, landmarks.LOSSES, "6")
        await pictures.take(user, "timeline")
        await user.press("5")
        await pictures.take(user, "signals")
