"""In saver mode nothing is requested without Enter, whichever key is pressed or clicked."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faulty.process import FaultyServer
from tests.sample import landmarks
from tests.seeds import NEW_SEED, chance_of
from tests.ui.held_answers import holding
from tests.ui.hostile import remote
from tests.ui.screening.screening_list import screen, screening
from tests.ui.user import NORMAL, User, explore
from tui_app.contract import operations as ops
from tui_app.ui.compare.screen import CompareScreen
from tui_app.ui.remote.questions import about

NEVER = {"enter", "q", "ctrl+q", "ctrl+z", "C", "L"}
"""Keys that confirm, quit, or lead to another source or language."""


def begin_saving(user: User) -> None:
    """From now on every request needs a confirmation."""
    assert user.app.client is not None
    user.app.client.allowance._reserve = 9_999_999
    assert user.app.client.allowance.saver_mode
    user.app.update_allowance()


def sent(user: User) -> int:
    assert user.app.client is not None
    return user.app.client.allowance.session_requests


@pytest.mark.long
@pytest.mark.parametrize(("seed", "steps"), [(1, 45), NEW_SEED])
async def test_no_key_and_no_click_asks_by_itself(
    seed: int | None, steps: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    chance = chance_of(seed)
    async with explore() as user:
        await user.search("petro")
        await user.press("escape", "space", "space", "Q")
        await screen(user, "form:SA")
        await user.press("escape", "N")
        await user.paste(landmarks.MANY_COMPANIES_DAY.isoformat())
        await user.press("enter", "slash", "escape", "down")
        keys = sorted({k for ks in user.app.explorer.keys.keymap.values() for k in ks} - NEVER)
        keys += [*"xasrbdp", "escape", "escape", "c", "Q", "N", "slash", "2", "3", "4", "5", "7"]
        begin_saving(user)
        before, way = sent(user), []
        for _step in range(steps):
            if chance.random() < 0.2:
                place = (chance.randrange(NORMAL[0]), chance.randrange(NORMAL[1] - 1))
                way.append(str(place))
                await user.pilot.click(offset=place, times=chance.choice((1, 2)))
                await user.idle()
            else:
                way.append(chance.choice(keys))
                await user.press(way[-1])
            assert sent(user) == before, way[-12:]


async def test_the_comparison_asks_before_it_sends(faulty: FaultyServer) -> None:
    async with explore(remote(faulty.base_url())) as user:
        await user.search("demo")
        await user.press("escape", "space", "space", "c")
        assert isinstance(user.app.screen, CompareScreen)
        begin_saving(user)
        faulty.misbehave("none")
        await user.press("r")
        assert "Refresh: 4 requests · ⏎ confirms, Esc cancels" in user.screen
        await user.press("escape", "s")
        assert "Court cases: 2 requests · ⏎ confirms, Esc cancels" in user.screen
        await user.press("right", "enter")
        assert faulty.log() == [], "another key than Enter drops the question"
        await user.press("s", "enter")
        assert [entry["operation"] for entry in faulty.log()] == ["court_cases"] * 2


async def test_a_click_on_a_title_asks_before_it_sorts() -> None:
    async with explore() as user:
        await user.press("escape", "Q")
        await screen(user, "form:SA")
        await user.press("enter")
        begin_saving(user)
        before, order = sent(user), screening(user).results.query
        await user.pilot.click(screening(user).rows, offset=(6, 0))
        await user.idle()
        assert user.app.explorer.foot.notice.waits and sent(user) == before
        assert screening(user).results.query == order
        await user.press("enter")
        assert sent(user) == before + 1 and screening(user).results.query != order


@pytest.mark.usefixtures("only_asked")
async def test_what_another_place_asked_for_costs_nothing_once_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter")
        figures = [about(ops.FINANCIAL, landmarks.SHOWPIECE)]
        answers = user.app.explorer.detail.answers
        assert answers.price(figures) == 1
        with holding(monkeypatch) as gate:
            await user.pilot.press("2")
            await user.when(gate.has("financial"))
            assert answers.price(figures) == 0
