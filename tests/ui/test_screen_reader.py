"""For a screen reader: nothing that only draws, the cursor at the focus, choices with numbers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.sample import landmarks
from tests.ui.screening.screening_list import screen
from tests.ui.user import User, explore, program
from tui_app.config.settings import Settings
from tui_app.ui.charts.data import ChartData, sparkline
from tui_app.ui.charts.wording import sentence
from tui_app.ui.sections.signals import SignalsSection
from tui_app.ui.terminal.capabilities import set_spoken


@pytest.fixture(autouse=True)
def _silent_afterwards() -> Iterator[None]:
    sparkline.cache_clear()  # a program has one way, a test process has both
    yield
    set_spoken(False)
    sparkline.cache_clear()


def _holds(user: User) -> None:
    drawn = sorted({each for each in user.screen if 0x2500 <= ord(each) <= 0x28FF})
    assert not drawn, drawn
    explorer = user.app.explorer
    is_home = explorer.has_class("-home")
    assert is_home or not (explorer.lists_pane.display and explorer.detail.display)
    focused = user.app.focused
    assert focused is not None
    assert focused.region.contains_point(user.app.cursor_place), (focused, user.app.cursor_place)


def _line_of_cursor(user: User) -> str:
    return user.screen.split("\n")[user.app.cursor_place.y]


async def test_every_view_is_without_pictures_and_has_the_cursor_at_the_focus() -> None:
    """Choices have numbers there, and charts are sentences."""
    async with explore(program(Settings(screen_reader=True))) as user:
        _holds(user)
        await user.search("petro")
        _holds(user)
        await user.press("escape", "down", "down")
        _holds(user)
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter")
        assert "RON −14.9%" in user.screen and "1 serious" in user.screen
        assert not set("^*⌂") & set(user.screen)
        for number in range(1, len(user.app.explorer.detail.kinds) + 1):
            await user.press(str(number))
            _holds(user)
            if number == 2:
                for said in ("Turnover (RON)", "Net profit (RON)", "Employees", "Equity (RON)"):
                    assert f"{said} fell from" in user.screen
                assert "highest" in user.screen and "+ figure" not in user.screen
        await user.press("5", "down", "down")
        section = user.app.explorer.detail.section
        assert isinstance(section, SignalsSection) and section.spot is not None
        assert section.spot.label in _line_of_cursor(user)
        await user.press("3", "down")
        below = user.screen.split("\n")[0].strip()
        assert below
        await user.press("enter")
        _holds(user)
        assert "Case number" in user.screen and below not in user.screen
        await user.press("escape")
        for key in ("question_mark", "f1", "ctrl+p", "y", "m", "C"):
            await user.press(key)
            assert len(user.app.screen_stack) == 2
            assert key != "y" or ("1. " in user.screen and "2. " in user.screen)
            _holds(user)
            await user.press("escape", "escape")
        for key in ("N", "W", "H"):
            await user.press("escape", key)
            _holds(user)
        await screen(user, "county:Cluj")
        await user.press("enter")
        _holds(user)
        await user.press("space", "up")
        assert "+" in _line_of_cursor(user)
        await user.press("x", "down")
        _holds(user)


@pytest.mark.parametrize(
    ("points", "said"),
    [
        (
            ((2020, 1_200_000), (2021, 35_000_000), (2025, 24_700_000)),
            "Turnover (RON) rose from 1.2M to 24.7M, 2020 to 2025, highest 35M in 2021",
        ),
        (
            ((2020, 5), (2021, -3)),
            "Turnover (RON) fell from 5 to −3, 2020 to 2021, highest 5 in 2020",
        ),
        (((2020, 5), (2021, 5)), "Turnover (RON) was 5 and 5, 2020 and 2021, highest 5 in 2020"),
        (
            ((2020, 10_000_100), (2021, 10_000_400)),
            "Turnover (RON) stayed at about 10M, 2020 to 2021, highest 10M in 2021",
        ),
        ((), "Turnover: nothing on record"),
    ],
)
def test_a_chart_is_told_in_a_sentence(points: tuple[tuple[int, int], ...], said: str) -> None:
    assert sentence(ChartData("Turnover", "RON", points)) == said
