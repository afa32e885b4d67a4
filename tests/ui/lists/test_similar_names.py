"""A search that tolerates errors: similar names are marked, and a day leads to its list."""

from __future__ import annotations

from tests.ui.hostile import in_list
from tests.ui.user import explore


async def test_similar_names_are_marked_and_what_was_meant_is_told() -> None:
    async with explore(size=(140, 30)) as user:
        await user.search("petoterm")
        assert "petoterm: did you mean petroterm?" in in_list(user)
        assert "Not found as typed" in in_list(user)
        assert "similar" in user.screen
        await user.search("petoterm xyzzyq")
        assert "petoterm: did you mean petroterm?" in in_list(user)
        assert "Nothing found, even with a wrong letter" in in_list(user)
        await user.search("petroterm")
        assert "similar" not in user.screen


async def test_a_name_is_forgiven_while_it_is_typed() -> None:
    """Even if nothing follows from the answer to a shorter text."""
    async with explore(size=(140, 30)) as user:
        for text in ("petro", "petroe", "petroetr", "petroetrm"):
            await user.search(text)
        assert "petroetrm: did you mean petroterm?" in in_list(user)


async def test_a_day_in_the_search_field_lists_its_companies() -> None:
    async with explore(size=(140, 30)) as user:
        await user.search("14.05.2020")
        assert "lists the companies registered on a day" in in_list(user)
        await user.press("enter")
        await user.idle()
        assert user.new_list.field.value == "2020-05-14"
        assert user.new_list.display
