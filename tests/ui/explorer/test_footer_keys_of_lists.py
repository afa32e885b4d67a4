"""Every key of the footer of a list acts where it is shown."""

from __future__ import annotations

import pytest

from tests.sample import landmarks
from tests.ui.explorer.test_footer_keys import press_what_is_shown
from tests.ui.user import explore


@pytest.mark.long
async def test_every_key_of_the_footer_acts_where_it_is_shown() -> None:
    """Whatever company is beside the list."""
    done: set[tuple[str, str]] = set()
    async with explore(size=(200, 24)) as user:
        for keys in ((), "W", ("H", "escape"), ("G", "escape"), ("N", "escape")):
            place = (landmarks.MANY_COURT_CASES, "escape", *keys)
            await press_what_is_shown(user, place, done)
    assert len(done) > 20, done
