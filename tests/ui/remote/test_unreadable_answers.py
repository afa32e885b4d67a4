"""Answers of which a part cannot be read: it is said, and the rest is shown."""

from __future__ import annotations

import pytest

from tests.faulty.process import FaultyServer
from tests.ui.hostile import (
    assert_no_trace,
    in_detail,
    in_list,
    is_held_too_long,
    remote,
    watching,
)
from tests.ui.user import explore


@pytest.mark.parametrize("fault", ["many-results", "wrong-types", "nasty-text"])
async def test_what_could_not_be_read_is_said_and_the_rest_is_shown(
    fault: str, faulty: FaultyServer
) -> None:
    """Every view once; keys are answered while a thousand rows come in."""
    async with explore(remote(faulty.base_url())) as user:
        await user.search("demo")
        faulty.misbehave(fault)
        async with watching() as holds:
            await user.press("escape", "r")
            assert "could not be read" in in_list(user)
            await user.press("N")
            await user.paste("2024-03-01")
            await user.press("enter")
        assert "could not be read" in in_list(user)
        await user.press("down", "enter")
        for tab in "2341":
            await user.press(tab)
        detail = user.app.explorer.detail
        for section in detail.sections.values():
            if detail.profile.answer is not None:
                assert all(value.is_settled for value in section.values)
            else:  # its failure is shown for the whole company
                assert detail.profile.is_settled
                assert not any(value.answer for value in section.values)
                assert "This is not the tax id of a company." in in_detail(user)
        assert_no_trace(user)
        assert not is_held_too_long(holds.cpu)
