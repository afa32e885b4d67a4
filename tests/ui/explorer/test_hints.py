"""Hints are computed with every frame that changes something: few calls."""

from __future__ import annotations

import pytest

from tests.ui.call_counts import counting
from tests.ui.user import NORMAL, explore, program


@pytest.mark.parametrize(
    ("keys", "most"), [((), 135), (("escape",), 185), (("escape", "enter"), 195)]
)
async def test_an_update_of_the_hints_takes_few_calls(
    keys: tuple[str, ...], most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the field, in the list, and in the company."""
    async with explore(program(), NORMAL) as user:
        await user.search("petro")
        for key in keys:
            await user.press(key)
        with counting(monkeypatch) as count:
            user.app.explorer.update_hints_now()
    _functions, _files, calls = count.sizes
    assert calls <= most, count.calls.most_common(20)


async def test_enter_is_named_after_the_line_that_the_cursor_moved_to() -> None:
    async with explore() as user:
        await user.search("petro")
        await user.press("escape", "enter")
        before = user.app.explorer.foot.line.plain
        await user.press("down")
        assert user.app.explorer.foot.line.plain != before
