"""Hints are computed with every frame that changes something: few calls."""

from __future__ import annotations

import pytest

from tests.ui.call_counts import counting
from tests.ui.user import NORMAL, explore, program


async def test_an_update_of_the_hints_takes_few_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    async with explore(program(), NORMAL) as user:
        await user.search("petro")
        # In the field, in the list, and in the company.
        for key, most in (("", 135), ("escape", 185), ("enter", 195)):
            if key:
                await user.press(key)
            with counting(monkeypatch) as count:
                user.app.explorer.update_hints_now()
            _functions, _files, calls = count.sizes
            assert calls <= most, (key, count.calls.most_common(20))
        # Enter is named after the line that the cursor moved to.
        before = user.app.explorer.foot.line.plain
        await user.press("down")
        assert user.app.explorer.foot.line.plain != before
