"""Each list and each tab is drawn at any width and height, even at zero and below."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest
from textual.widget import Widget

from tests.opendata.past_country import country
from tests.sample import landmarks
from tests.ui.any_size import SMALLEST, Drawing, classes, opens_over
from tests.ui.painting import lines_of
from tests.ui.screening import screening_list as screening
from tests.ui.user import User, explore, program
from tui_app.config.settings import Settings
from tui_app.workspace.workspace import Workspace

COMPANIES: Final = (
    (landmarks.NOTHING_ON_RECORD, "12345678"),
    (landmarks.ONE_COURT_CASE, "3"),
    (landmarks.MANY_COURT_CASES, "12345678"),
    (landmarks.LONG_TEXTS, "12347"),
)
"""Companies, and the tabs in which they look like no other one."""


async def _panes(user: User) -> AsyncIterator[Widget]:
    """Each list and each tab: empty, with one row and with many."""
    assert user.app.explorer.detail.shows_home
    yield user.app.explorer
    for key in "NQWHG":
        await user.press("escape", key)
        yield user.app.explorer.list
    for text in ("no such name", landmarks.SHOWPIECE, "petro"):
        await user.search(text)
        yield user.app.explorer.list
    await user.press("escape", "w", "N")
    await user.paste(landmarks.MANY_COMPANIES_DAY.isoformat())
    await user.press("enter")
    yield user.app.explorer.list
    await user.press("W")
    yield user.app.explorer.list
    for line in ("turnover:>9999G", "turnover:>1K"):
        await screening.screen(user, line)
        await user.press("enter", "x")
        yield user.app.explorer.list
    for tax_id, tabs in COMPANIES:
        await user.search(tax_id)
        await user.press("enter")
        for tab in tabs:
            await user.press(tab)
            yield user.app.explorer.detail.section


async def _at_each_size(user: User) -> None:
    for size in (*SMALLEST, (120, 40)):
        await user.pilot.resize_terminal(*size)
        await user.pilot.pause()
        lines_of(user.app)


async def test_every_pane_draws_at_any_size(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Every class of the explorer is drawn: a new one needs a place in the walk above."""
    with Workspace(tmp_path / "workspace.db") as workspace:
        workspace.history.searched("an earlier search")
    async with explore(program(workspace=tmp_path / "workspace.db")) as user:
        drawing = Drawing(user, monkeypatch)
        async for pane in _panes(user):
            drawing.at_any_size(pane)
        await _at_each_size(user)
        missing = {each for each in classes() if not opens_over(each)} - drawing.drawn
        assert not missing


async def test_the_register_over_time_draws_at_any_size(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async with explore(program(Settings(registry=str(country(tmp_path))))) as user:
        drawing = Drawing(user, monkeypatch)
        await user.press("escape", "G")
        drawing.at_any_size()
        await user.press("A")
        drawing.at_any_size()
