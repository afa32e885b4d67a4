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
        # A name is forgiven while it is typed, even if nothing follows from a shorter text.
        for text in ("petro", "petroe", "petroetr", "petroetrm"):
            await user.search(text)
        assert "petroetrm: did you mean petroterm?" in in_list(user)
        # A day leads to its list.
        await user.search("14.05.2020")
        assert "lists the companies registered on a day" in in_list(user)
        await user.press("enter")
        assert user.new_list.field.value == "2020-05-14"
        assert user.new_list.display
