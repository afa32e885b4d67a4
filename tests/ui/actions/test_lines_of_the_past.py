"""Each view of the register over time has a line that leads to it."""

from __future__ import annotations

import shlex
from typing import Final

import pytest
from textual.widgets import Input

from tests.opendata.past_country import RENAMED
from tests.ui.actions.test_command_line import type_line
from tests.ui.test_register_over_time import header, registry
from tests.ui.user import User, explore, program
from tui_app.cli.command_line import read_line
from tui_app.cli.main import main
from tui_app.config.settings import Settings

__all__ = ["registry"]


async def copied_line(user: User, copied: list[str]) -> list[str]:
    """The words of the line that leads back to where the user is."""
    if isinstance(user.app.focused, Input):
        await user.press("escape")
    await user.press("y", "v")
    return shlex.split(copied.pop())


@pytest.mark.parametrize(
    "lines",
    [
        ("changes changed:name since:2022-01-01",),
        (
            f"show {RENAMED.tax_id} --as-of=2022-12-31",
            "screen county:Cluj --sort=-turnover --as-of=2022-12-31",
            "search vechea --as-of=2022-12-31",
        ),
    ],
    ids=["changes", "a day"],
)
async def test_a_line_leads_to_changes_and_to_a_day(
    registry: Settings, lines: tuple[str, ...], copied: list[str]
) -> None:
    async with explore(program(registry)) as user:
        for line in lines:
            await type_line(user, line)
            assert ("NOUA DEMO SRL" in user.screen) == ("as-of" not in line), line
            assert "VECHEA DEMO SRL" in user.screen, line
            assert await copied_line(user, copied) == shlex.split(line)


OF_AN_OLD_DAY: Final = (
    "open --list watch --as-of=2022-12-31",
    "open vechea --list visited --as-of=2022-12-31",
    "open changed:name --list changes --as-of=2022-12-31",
    "open 2020-05-14 --list new --as-of=2022-12-31",
    f"open {RENAMED.tax_id} --tab contact --as-of=2022-12-31",
)


async def test_every_view_of_an_old_day_has_a_line(registry: Settings, copied: list[str]) -> None:
    async with explore(program(registry)) as user:
        for line in OF_AN_OLD_DAY:
            await type_line(user, line)
            assert "as of" in header(user)
            assert await copied_line(user, copied) == shlex.split(line)


@pytest.mark.parametrize(
    "line",
    [OF_AN_OLD_DAY[2], pytest.param(OF_AN_OLD_DAY[3], marks=pytest.mark.slow), OF_AN_OLD_DAY[4]],
)
async def test_the_command_line_opens_a_view_of_an_old_day(
    registry: Settings, line: str, copied: list[str]
) -> None:
    async with explore(program(registry, line=read_line(main, line))) as user:
        await user.when(lambda: "as of" in header(user))
        await user.idle()
        assert await copied_line(user, copied) == shlex.split(line)
