"""The register over time on the screen: Timeline, Changes, as of a day, and former names."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.opendata.past_country import MOVED, RENAMED, country
from tests.ui.user import NORMAL, User, explore, program
from tui_app.config.settings import Settings


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """A registry with a history."""
    return Settings(registry=str(country(tmp_path_factory.mktemp("past"))))


def header(user: User) -> str:
    """The head line."""
    return user.screen.splitlines()[0]


async def test_changes_are_listed_counted_narrowed_and_saved(
    registry: Settings, tmp_path: Path
) -> None:
    """Newest first, with both days; the counts narrow; a line is saved as a screen is."""
    async with explore(program(registry, workspace=tmp_path / "work.db"), size=NORMAL) as user:
        await user.press("escape", "G")
        assert "7 changes" in user.screen
        assert "gone from the register" in user.screen
        assert "2022-12-02 – 2026-09-02 status: insolvență; funcțiune → radiată" in user.screen
        assert "Kind of change" in user.screen
        await user.type("changed:name ")
        await user.press("enter")
        assert RENAMED.name in user.screen
        assert "name: VECHEA DEMO SRL → NOUA DEMO SRL" in user.screen
        assert MOVED.name not in user.screen
        await user.press("K")
        await user.type("renamed")
        await user.press("enter")
        assert "Saved as" in user.screen


async def test_everything_is_as_of_a_day_until_esc(registry: Settings) -> None:
    """Said in the head line; profile, search and screening are those of that day."""
    async with explore(program(registry), size=NORMAL) as user:
        await user.press("escape", "A")
        assert "Snapshots of the register" in user.screen
        await user.type("2010-01-01")
        await user.press("enter")
        assert "The history begins on" in user.screen
        await user.press(*["backspace"] * 10)
        await user.type("2022-12-31")
        await user.press("enter")
        await user.when(lambda: "as of" in header(user))
        await user.search("vechea")
        assert RENAMED.name in user.screen
        await user.search(MOVED.tax_id)
        await user.press("enter")
        assert "insolvență" in user.screen
        assert "J12/100/2010" in user.screen
        await user.press("escape", "escape", "escape", "escape")
        await user.when(lambda: "as of" not in header(user))
        await user.search(MOVED.tax_id)
        await user.press("enter")
        assert "radiată" in user.screen


async def test_the_timeline_and_former_names(registry: Settings) -> None:
    """Changes stand on the line of time with both days; a former name finds the company."""
    async with explore(program(registry), size=NORMAL) as user:
        await user.search("vechea")
        assert "formerly" in user.screen
        assert "NOUA DEMO SRL" in user.screen
        await user.search(MOVED.tax_id)
        await user.press("enter")
        await user.press(user.app.first_key("timeline"))
        assert "after 2022-12-02 · registry number: J12/100/2010" in user.screen
        await user.press(user.app.first_key("signals"))
        assert "lichidator judi" in user.screen
