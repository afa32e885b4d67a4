"""On a walk of random keys the list's cursor and the company that is shown agree."""

from __future__ import annotations

import random

import pytest

from tests.sample import landmarks
from tests.seeds import NEW_SEED, chance_of
from tests.ui.explorer.test_cursor_sync import A_DAY, _agree, _shown, _under_cursor
from tests.ui.screening.screening_list import screen
from tests.ui.user import NARROW, NORMAL, User, explore

MOVES = (
    *"jjjkkbbfF1234snwpSHWQDl",
    "enter",
    "enter",
    "escape",
    "space",
    "down",
    "up",
    "end",
    "home",
)


async def _search(user: User, chance: random.Random) -> None:
    await user.press("escape", "slash")
    texts = ("petro", "agro", "demo", "srl", landmarks.SHOWPIECE, "construct")
    await user.search(chance.choice(texts))


@pytest.mark.long
@pytest.mark.parametrize("size", [NORMAL, NARROW])
@pytest.mark.parametrize(("seed", "steps"), [(1, 20), NEW_SEED])
async def test_on_a_walk_of_random_keys_they_agree(
    seed: int | None, steps: int, size: tuple[int, int]
) -> None:
    chance = chance_of(seed)
    async with explore(size=size) as user:
        await user.search("petro")
        await user.press("enter", "escape")
        apart, way = False, []
        for _step in range(steps):
            key = chance.choice((*MOVES, "search", "day", "screening"))
            way.append(key)
            if key == "search":
                await _search(user, chance)
                await user.press("escape")
            elif key == "screening":
                await user.press("escape", "Q")
                await screen(user, chance.choice(("form:SA", "county:Cluj", "", "name:zzqq")))
                await user.press("enter")
            elif key == "day":
                await user.press("escape", "N")
                user.new_list.field.value = A_DAY
                await user.press("enter")
            else:
                await user.press(key)
            if user.app.explorer.foot.field.has_focus:
                await user.type(chance.choice(("de", "srl")))
                await user.press("enter")
            told = (
                " ".join(way[-12:]),
                user.app.explorer.list.tab,
                _shown(user),
                _under_cursor(user),
            )
            assert _agree(user), told
            was_apart, apart = apart, _shown(user) != _under_cursor(user)
            if apart and not was_apart and _under_cursor(user):
                assert key in {"b", "f"}, told
                assert "is not in this list" in user.screen, told
