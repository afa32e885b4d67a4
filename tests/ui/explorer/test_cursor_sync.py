"""The list's cursor and the company that is shown never disagree."""

from __future__ import annotations

from tests.faulty.process import FaultyServer
from tests.sample import landmarks
from tests.ui.hostile import remote
from tests.ui.user import User, explore

A_DAY = landmarks.MANY_COMPANIES_DAY.isoformat()


def _shown(user: User) -> str:
    entry = user.app.explorer.detail.entry
    return entry.tax_id if entry else ""


def _under_cursor(user: User) -> str:
    """The company of the lit row."""
    entry = user.app.explorer.list.current
    return entry.tax_id if entry else ""


WAYS = {
    "a line after :": (("colon", f"show {landmarks.NOTHING_ON_RECORD}"), "from the line after :"),
    "the palette": (("ctrl+p", f"go to tax id {landmarks.NOTHING_ON_RECORD}"), "from the palette"),
    "a link": (("7", ""), "from PETROTERM"),
}
"""A key, what is typed then, and what the head says of a company that is not in the list."""


def _agree(user: User) -> bool:
    """Both are one company, or it is not in the list: that was said. A list that hides the
    company has it under its cursor, and none where the list is empty.
    """
    explorer, shown = user.app.explorer, _shown(user)
    listed = [entry.tax_id for entry in explorer.list.shown]
    if explorer.list.wants_full_width:
        return shown == _under_cursor(user)
    return not listed or shown == _under_cursor(user) or bool(shown and shown not in listed)


async def test_another_list_is_met_at_the_company_that_is_shown() -> None:
    async with explore() as user:
        await user.search("petro")
        await user.press("enter", "h", "down", "down", "enter", "h", "down", "enter")
        shown = _shown(user)
        await user.press("H", "escape", "j", "enter", "slash", "escape")
        assert _under_cursor(user) == _shown(user) != shown


async def test_what_was_only_previewed_is_no_company_looked_at() -> None:
    """Until something of it is asked."""
    async with explore() as user:
        await user.search("petro")
        await user.press("enter")
        first = _shown(user)
        await user.press("h", "down")
        previewed = _shown(user)
        assert user.app.explorer.detail.profile.answer is not None
        await user.press("b")
        assert _shown(user) == first == _under_cursor(user)
        await user.press("down", "3", "h")
        assert _shown(user) == previewed
        await user.press("b")
        assert _shown(user) == first
        await user.press("f")
        assert _shown(user) == previewed == _under_cursor(user)


async def test_where_asking_is_free_the_company_is_shown_whole_while_typing_too() -> None:
    """A search without a result leaves a company that says so."""
    async with explore() as user:
        await user.search("petro")
        assert user.app.explorer.detail.profile.answer is not None
        assert "VAT payer" in user.screen
        await user.press("escape", "down")
        assert "VAT payer" in user.screen
        assert user.app.explorer.detail.section.company_name in user.screen
        await user.press("enter")
        await user.search("xyzzyx")
        assert "opened before" in user.screen
        await user.search("petroterm")
        assert "opened before" not in user.screen and _shown(user) == _under_cursor(user)


async def test_with_an_allowance_only_enter_loads(faulty: FaultyServer) -> None:
    async with explore(remote(faulty.base_url())) as user:
        await user.search("demo")
        await user.press("escape", "down", "down")
        await user.pilot.pause(0.1)
        assert [entry["operation"] for entry in faulty.log()] == ["autocomplete"]
        assert "load (1 request)" in user.screen
        await user.press("enter")
        assert [entry["operation"] for entry in faulty.log()] == ["autocomplete", "profile"]
        assert "⏎ load (1 request)" not in user.screen


async def test_the_lit_row_is_the_company_shown_or_the_head_says_where_it_came_from() -> None:
    async with explore() as user:
        rows = user.app.explorer.list.rows
        for (key, typed), origin in WAYS.values():
            await user.search("petro")
            await user.press("escape", "home", "enter", key)
            if typed:
                await user.paste(typed)
            await user.press("enter")
            listed = {row.key for row in rows.rows}
            assert _shown(user) not in listed and not rows.has_cursor, origin
            assert not _under_cursor(user), origin
            assert origin in user.screen.splitlines()[4] and "›" not in user.screen, origin
            await user.press("h", "space")  # no row is lit, so none is marked
            assert not user.app.explorer.list.marked
            await user.press("down")  # the first step lights the row under the cursor
            assert _shown(user) == _under_cursor(user) == landmarks.SHOWPIECE
            assert origin not in user.screen
            await user.press("b", "b")
            assert _shown(user) == _under_cursor(user), origin
