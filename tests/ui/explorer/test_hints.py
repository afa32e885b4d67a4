"""Hints are computed with every frame that changes something: few calls from file to file."""

from __future__ import annotations

import pytest

from tests.ui.call_counts import counting
from tests.ui.user import NORMAL, explore, program


@pytest.mark.parametrize(("keys", "most"), [((), 60), (("escape",), 75), (("escape", "enter"), 70)])
async def test_an_update_of_the_hints_goes_through_few_files(
    keys: tuple[str, ...], most: int
) -> None:
    """In the field, in the list, and in the company: it was 292, 456 and 469 calls."""
    async with explore(program(), NORMAL) as user:
        await user.search("petro")
        for key in keys:
            await user.press(key)
        with counting() as moves:
            user.app.explorer.update_hints_now()
    assert moves.total() <= most, moves.most_common(10)
