"""What opens over the explorer is drawn at any width and height, even at zero and below."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest

from tests.sample import landmarks
from tests.ui.any_size import Drawing, classes, opens_over
from tests.ui.painting import lines_of
from tests.ui.screening import screening_list as screening
from tests.ui.user import User, explore, program
from tui_app.ui.actions.full_screens import open_list
from tui_app.ui.dialogs.choice import ChecklistScreen, ChoiceScreen
from tui_app.ui.dialogs.texts import PlainScreen
from tui_app.ui.panes.action import Checklist
from tui_app.ui.session import ListToMatch
from tui_app.workspace.workspace import Workspace

ON_RESULTS: Final = ("question_mark", "f1", "ctrl+p", "colon", *"ymvEOAI")
"""Keys that open a dialog over the results of a search, each of another class."""


async def _dialogs(user: User, folder: Path) -> AsyncIterator[str]:
    """Each dialog and each screen that opens over the explorer, with what it is."""
    await user.search("petro")
    await user.press("escape")
    for key in ON_RESULTS:
        await user.press(key)
        yield key
        await _closed(user)
    await user.press("C", "c")
    yield "another server"
    await _closed(user)
    await user.press("space", "space", "space", "c")
    yield "three companies side by side"
    await user.press("x")
    yield "two of them"
    await _closed(user)
    await screening.screen(user, "active")
    await user.press("enter", "K")
    yield "the name of a screen"
    await _closed(user)
    await user.search(landmarks.MANY_COURT_CASES)
    await user.press("enter", "3")
    for key in ("P", "enter"):
        await user.press(key)
        yield f"{key} on court cases"
        await _closed(user)
    bare = (ChoiceScreen("", ()), ChecklistScreen(Checklist("", (), print)))
    for screen in (PlainScreen("too long", "a text"), *bare):
        user.app.push_screen(screen)
        await user.idle()
        yield type(screen).__name__
        await _closed(user)
    for name, rows in (("one", "Petroterm"), ("many", "Petroterm\nAgro\nNimic de Nimic\n=1+1")):
        file = folder / f"{name}.csv"
        file.write_text(f"Furnizor\n{rows}\n")
        open_list(user.app.explorer, ListToMatch(str(file), {"name": "Furnizor"}))
        await user.idle()
        await user.press("down", "slash", "escape")
        yield f"a review of {name}"
        if name == "many":
            await user.press("f", "f", "f")
            yield "none of its rows"
        await _closed(user)


async def _closed(user: User) -> None:
    """Close what is open over the explorer."""
    while len(user.app.screen_stack) > 1:
        user.app.pop_screen()
    await user.idle()


async def test_every_dialog_draws_at_any_size(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Every class over the explorer is drawn: a new one needs a place in the walk above."""
    with Workspace(tmp_path / "workspace.db") as workspace:
        workspace.history.searched("an earlier search")
    async with explore(program(workspace=tmp_path / "workspace.db")) as user:
        drawing = Drawing(user, monkeypatch)
        async for name in _dialogs(user, tmp_path):
            assert len(user.app.screen_stack) == 2, name
            drawing.at_any_size()
        lines_of(user.app)
        missing = set(filter(opens_over, classes())) - drawing.drawn
        assert not missing
