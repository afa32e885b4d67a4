"""Every key of the footer of a tab acts where it is shown."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from tests.sample import landmarks
from tests.ui.explorer.test_room_and_keys import widths
from tests.ui.user import User, explore

NOT_PRESSED = {"quit", "escape", "help", "suspend"}
"""They leave the program or the pane, and are shown everywhere."""


SAME_FROM_ALL = {"search", "screen", "new", "changes", "visited", "watch", "full_width"}
SAME_FROM_ALL |= {"toggle_watch", "note", "compare"}
"""They ask nothing of a pane but its company: tried in one tab of one company."""


async def _go(user: User, place: tuple[str, ...]) -> None:
    """Go to a pane from wherever a key led."""
    user.app.explorer.act("search")
    await user.idle()
    tax_id, *keys = place
    await user.search(tax_id)
    await user.press(*keys)


def _place(user: User) -> object:
    explorer = user.app.explorer
    return explorer.location, explorer.focused, explorer.pane.tab, widths(explorer)


async def press_what_is_shown(
    user: User, place: tuple[str, ...], done: set[tuple[str, str]]
) -> None:
    """Press each key of the footer of a pane that was not pressed in such a pane before."""
    await _go(user, place)
    explorer = user.app.explorer
    tab, there = explorer.pane.tab, _place(user)
    if isinstance(user.app.focused, Input):
        return  # an empty list stays at its field, where letters are text
    before = ""
    for hint in explorer.foot.line._hints:
        where = "any" if hint.name in SAME_FROM_ALL else tab
        if hint.name in NOT_PRESSED or (where, hint.name) in done:
            continue
        done.add((where, hint.name))
        if _place(user) != there:
            await _go(user, place)
            there, before = _place(user), ""  # what a key does to the panes' widths or pages stays
        explorer.foot.notice.clear()
        before = before or user.screen
        await user.press(explorer.keys.keymap[hint.name][0])
        refused = (explorer.foot.notice._message or ("", ""))[1] == "warn"
        assert not refused, (place, hint.name, explorer.foot.notice._message)
        if len(user.app.screen_stack) == 1:
            assert user.screen != before or hint.name == "reload", (place, hint.name)
            before = ""
        while len(user.app.screen_stack) > 1:
            user.app.pop_screen()
        await user.idle()


@pytest.mark.long
@pytest.mark.parametrize("tax_id", [landmarks.MANY_COURT_CASES, landmarks.NOTHING_ON_RECORD])
async def test_every_key_of_the_footer_acts_where_it_is_shown(tax_id: str) -> None:
    is_first = tax_id == landmarks.MANY_COURT_CASES
    done = set() if is_first else {("any", name) for name in SAME_FROM_ALL}
    async with explore(size=(200, 24)) as user:
        for number in "12345678":
            await press_what_is_shown(user, (tax_id, "enter", number), done)
    assert len(done) > 30, done
