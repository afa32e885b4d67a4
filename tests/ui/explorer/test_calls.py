"""What a key does goes through few functions: calls are counted, since time depends on a machine.

At a server that counts requests, as most users have one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.ui.call_counts import counting
from tests.ui.served import served
from tests.ui.user import NORMAL, explore
from tui_app.ui.sections import overview_lines  # noqa: F401 (imported late: no part of a key)
from tui_app.ui.terminal import frames

BARS: Final = {
    # functions, files, calls; layouts and frames
    "a letter with results": ((212, 37, 1000), (1, 3)),
    "a step of the cursor": ((192, 37, 560), (0, 1)),
    "a key that prints a sentence": ((66, 20, 120), (1, 1)),
    "Enter on a result": ((266, 45, 1500), (1, 3)),
    "a tab opened": ((260, 42, 1600), (2, 3)),
}
"""What was reached, with room for a busy machine, where answers and frames arrive one by one, and
lists of the workspace look for changes: six functions more for a key that only prints a sentence,
two files more for each key."""


@pytest.fixture
def _is_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count the frames of a fast machine: a slow one does less in a millisecond."""
    monkeypatch.setattr(frames, "_TOGETHER", 0.05)
    monkeypatch.setattr(frames, "_MAX_SECONDS_WITHOUT_FRAME", 60.0)


@pytest.mark.usefixtures("_is_fast")
async def test_a_key_goes_through_few_functions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = {
        "a letter with results": ("t", ("escape", "down")),
        "a step of the cursor": ("down", ()),
        "a key that prints a sentence": ("c", ()),
        "Enter on a result": ("enter", ()),
        "a tab opened": ("3", ()),
    }
    with served(tmp_path / "service", 1_000) as service:
        async with explore(service.program(), NORMAL) as user:
            await user.search("pe")
            for name, (key, then) in steps.items():
                with counting(monkeypatch) as count:
                    await user.press(key)
                found = (count.sizes, (count.layouts, count.frames))
                for reached, bar in zip(found, BARS[name], strict=True):
                    is_within = all(a <= b for a, b in zip(reached, bar, strict=True))
                    assert is_within, (name, found, count.calls.most_common(30))
                for each in then:
                    await user.press(each)
            assert user.app.explorer.detail.section.tab == "cases"
