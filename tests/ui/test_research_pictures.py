"""Pictures of signals, compare, watch list, history, home, timeline, connections and notes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sample import landmarks
from tests.ui.explorer import NARROW, NORMAL, User, program
from tests.ui.test_research import changed_companies
from tests.ui.test_snapshots import (
    SnapCompare,
    Steps,
    before,
    fixed_clock,
    opened,
    pressed,
    searched,
)
from tests.workspace.companies import day
from tui_app.contract.resources import CompanySummary
from tui_app.workspace.workspace import Workspace

__all__ = ["fixed_clock"]


async def _home(user: User) -> None:
    if not user.app.explorer.has_class("-narrow"):
        await user.until("ultima cautare")
    await user.until("10,000")  # the allowance comes by itself, a moment later


VIEWS: dict[str, Steps] = {
    "signals": opened(landmarks.LOSSES, "5"),
    "formulas": opened(landmarks.SHOWPIECE, "5", "i", "G"),
    "compare": searched("petro", "escape", "space", "space", "space", "c"),
    "watch": pressed("escape", "W"),
    "history": pressed("escape", "H"),
    "home": _home,
    "timeline": opened(landmarks.LOSSES, "6"),
    "connections": opened(landmarks.SHOWPIECE, "7"),
    "note": opened(landmarks.SHOWPIECE, "m"),
}


DIFFER_WHERE_NARROW = ("compare", "watch", "history", "home")
"""The others are the same text in another width."""
SIZES = {"normal": NORMAL, "narrow": NARROW}


@pytest.mark.parametrize(
    ("view", "size"),
    [*((view, "normal") for view in VIEWS), *((view, "narrow") for view in DIFFER_WHERE_NARROW)],
)
def test_research(view: str, size: str, snap_compare: SnapCompare, tmp_path: Path) -> None:
    kept = tmp_path / "workspace.db"
    changed_companies(kept, "server")
    with Workspace(kept) as workspace:
        summary = CompanySummary(tax_id="990000048", company_name="ULTIMA DEMO SRL")
        workspace.history.look(summary, invented=True, at=day(8))
        workspace.history.searched("ultima cautare", at=day(8))
    app = program(workspace=kept)
    assert snap_compare(app, terminal_size=SIZES[size], run_before=before(app, VIEWS[view]))
