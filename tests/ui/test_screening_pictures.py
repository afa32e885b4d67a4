"""Pictures of the screen: its list beside the facets, completion, errors, the form."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.explorer import NARROW, NORMAL, User, program
from tests.ui.test_screening import screen
from tests.ui.test_snapshots import SnapCompare, Steps, before, fixed_clock
from tui_app.workspace.workspace import Workspace

__all__ = ["fixed_clock"]

WIDE = (160, 50)
LINE = "form:SRL,SA turnover:>100K active"


def screened(line: str, *keys: str) -> Steps:
    """Ask for a line and press keys."""

    async def steps(user: User) -> None:
        await screen(user, line)
        await user.press(*keys)

    return steps


VIEWS: dict[str, tuple[tuple[int, int], Steps]] = {
    "normal": (NORMAL, screened(LINE, "enter")),
    "narrow": (NARROW, screened(LINE, "enter")),
    "facets-wide": (WIDE, screened(LINE, "enter", "D", "down")),
    "facets-narrow": (NARROW, screened(LINE, "enter", "D", "down")),
    "completion": (NORMAL, screened("", *"county:c", "down")),
    "completion-narrow": (NARROW, screened("", *"co")),
    "error": (NORMAL, screened("form:SRL county:Cluc active")),
    "company": (WIDE, screened(LINE, "enter", "enter", "escape")),
    "form": (NORMAL, screened(LINE, "enter", "E", "up", "up", *"bi")),
    "form-narrow": (NARROW, screened(LINE, "enter", "E", "up", *"x")),
    "saved": (NORMAL, screened(LINE, "enter", "O")),
    "sort": (NORMAL, screened(LINE, "enter", "s")),
}


@pytest.mark.parametrize("view", VIEWS)
def test_screening(view: str, snap_compare: SnapCompare, tmp_path: Path) -> None:
    size, steps = VIEWS[view]
    kept = tmp_path / "workspace.db"
    with Workspace(kept) as workspace:
        workspace.screens.save("Exporters of the north", "county:Cluj caen:62 turnover:>1M")
        workspace.screens.save("Losses", "employees:>50 profit:<0")
    app = program(workspace=kept)
    assert snap_compare(app, terminal_size=size, run_before=before(app, steps))
