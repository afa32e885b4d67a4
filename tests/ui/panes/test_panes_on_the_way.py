"""The way back and forward takes the list along."""

from __future__ import annotations

from tests.ui.panes.test_panes import _tax_id
from tests.ui.user import NARROW, User, explore


async def _open_two(user: User) -> tuple[str, str]:
    """Open the first and the last company of a search; the list keeps the focus."""
    await user.search("petro")
    await user.press("enter")
    first = _tax_id(user)
    await user.press("h", "end", "enter", "h")
    return first, _tax_id(user)


async def test_the_list_goes_along_with_the_way_and_another_language_forgets_nothing() -> None:
    async with explore() as user:
        first, last = await _open_two(user)
        await _go_back_and_forward(user, first, last)
        await _change_the_language(user, last)


async def _go_back_and_forward(user: User, first: str, last: str) -> None:
    """The list's cursor follows, and nothing is requested."""
    explorer, client = user.app.explorer, user.app.client
    assert client is not None
    before = client.allowance.session_requests
    await user.press("b")
    assert [entry.tax_id for entry in explorer.chosen] == [_tax_id(user)] == [first]
    assert not explorer.detail_has_focus
    await user.pilot.pause(0.6)
    assert client.allowance.session_requests == before
    await user.press("f")
    assert [entry.tax_id for entry in explorer.chosen] == [_tax_id(user)] == [last]


async def _change_the_language(user: User, last: str) -> None:
    """The whole session is kept."""
    await user.press("S", "space", "s", "n", "F")
    await user.paste("petro")
    await user.press("enter")
    shown = [entry.tax_id for entry in user.app.explorer.list.shown]
    way = user.app.explorer.visited.here
    await user.press("L")
    pane = user.app.explorer.list
    assert list(pane.marked) == [last]
    assert [entry.tax_id for entry in pane.shown] == shown
    assert pane.filter_text == "petro"
    await user.press("b")
    assert way is not None and way.tax_id == _tax_id(user)


async def test_back_brings_the_company_forward_where_one_pane_is_shown() -> None:
    async with explore(size=NARROW) as user:
        first, _last = await _open_two(user)
        assert user.app.explorer.list.region.area
        await user.press("b")
        assert _tax_id(user) == first
        assert user.app.explorer.detail_has_focus
        assert first in user.screen
