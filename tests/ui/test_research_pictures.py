"""Pictures of signals, compare, watch list, history, home, timeline, connections, evidence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sample import landmarks
from tests.ui.explorer import NARROW, NORMAL, User, program
from tests.ui.test_research import changed_companies
from tests.ui.test_snapshots import SnapCompare, Steps, before, fixed_clock, opened, searched
from tests.workspace.companies import day
from tui_app.contract.resources import CompanySummary
from tui_app.workspace.workspace import Workspace

__all__ = ["fixed_clock"]


def pressed(*keys: str) -> Steps:
    """Press keys in the explorer as it opens."""

    async def steps(user: User) -> None:
        await user.press(*keys)

    return steps


async def _home(user: User) -> None:
    if not user.app.explorer.has_class("-narrow"):
        await user.until("ultima cautare")
    await user.until("10,000")  # the allowance comes by itself, a moment later


async def _evidence(user: User) -> None:
    await opened(landmarks.LOSSES, "5", "e")(user)
    await user.until("Evidence bundle")


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
    "evidence": _evidence,
}


@pytest.mark.parametrize("size", [NORMAL, NARROW], ids=["normal", "narrow"])
@pytest.mark.parametrize("view", VIEWS)
def test_research(
    view: str, size: tuple[int, int], snap_compare: SnapCompare, tmp_path: Path
) -> None:
    kept = tmp_path / "workspace.db"
    changed_companies(kept, "server")
    with Workspace(kept) as workspace:
        summary = CompanySummary(tax_id="990000048", company_name="ULTIMA DEMO SRL")
        workspace.history.look(summary, invented=True, at=day(8))
        workspace.history.searched("ultima cautare", at=day(8))
    app = program(workspace=kept)
    assert snap_compare(app, terminal_size=size, run_before=before(app, VIEWS[view]))
