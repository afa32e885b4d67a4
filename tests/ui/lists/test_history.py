"""The companies and searches of earlier sessions."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.widgets import Input

from tests.ui.test_research_keys import LOSSES, SHOWPIECE, opened
from tests.ui.user import User, explore, program
from tui_app.ui.lists.kept_companies import HistoryList
from tui_app.ui.panes.company import CompanyEntry
from tui_app.workspace.workspace import Workspace


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "workspace.db"


def matched(user: User) -> list[str]:
    """The parts of the list's rows that are marked as found."""
    lines = (line for row in user.app.explorer.list.rows.rows for line in row.lines)
    return [piece.text for line in lines for piece in line.left if piece.style == "strong"]


async def test_the_next_session_searches_companies_and_walks_searches_of_this_one(
    kept: Path,
) -> None:
    async with explore(program(workspace=kept)) as user:
        await user.press("escape", "H")
        assert "No history yet" in user.screen
        await user.press("x")
        assert "Nothing found" in user.screen
        await user.press("escape", "slash")
        await opened(user, LOSSES)
        await opened(user, SHOWPIECE)
        # A search that is shown is not walked to.
        await user.press("slash", "ctrl+r")
        assert getattr(user.app.focused, "value", "") == LOSSES
    async with explore(program(workspace=kept)) as user:
        field = user.app.explorer.lists["search"].focus_target
        await user.press("ctrl+r")
        assert getattr(field, "value", "") == SHOWPIECE
        await user.press("ctrl+r")
        assert getattr(field, "value", "") == LOSSES
        await user.press("escape", "H")
        assert "2 companies" in user.screen
        await user.paste("pier")
        assert "1 company" in user.screen
        assert matched(user) == ["PIER"]
        await user.type("dere")
        assert matched(user) == ["PIERDERE"]
        await user.press("enter")
        assert LOSSES in user.screen and "CUI" in user.screen


async def test_enter_opens_what_the_typed_text_finds_however_late_it_is_read(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed, read = threading.Event(), HistoryList.read

    def late(pane: HistoryList, workspace: Workspace) -> Iterator[CompanyEntry]:
        assert typed.wait(20)
        return read(pane, workspace)

    async with explore(program(workspace=kept)) as user:
        await opened(user, LOSSES)
        await opened(user, SHOWPIECE)
        await user.press("escape", "H")
        monkeypatch.setattr(HistoryList, "read", late)
        field = user.app.focused
        assert isinstance(field, Input)
        field.value = "pierdere"
        await field.action_submit()
        await user.pilot.pause()
        typed.set()
        await user.idle()
        detail = user.app.explorer.detail
        assert detail.entry is not None and detail.entry.tax_id == LOSSES
        assert detail.is_opened
