"""The register over time on the screen: Timeline, Changes, as of a day, and former names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.opendata.past_country import DAYS, MOVED, RENAMED, country
from tests.ui.user import NORMAL, User, explore, program
from tui_app.client.answer import Answer
from tui_app.client.companies import Companies
from tui_app.client.errors import UnreachableError
from tui_app.config.settings import Settings
from tui_app.contract.past import ChangePage, RegisterChange
from tui_app.ui.lists.changes import ChangesList
from tui_app.workspace.register_changes import record_register_changes
from tui_app.workspace.workspace import Workspace


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
        await user.paste("changed:name ")
        await user.press("enter")
        assert RENAMED.name in user.screen
        assert "name: VECHEA DEMO SRL → NOUA DEMO SRL" in user.screen
        assert MOVED.name not in user.screen
        await user.press("s")
        assert "Changes are always listed newest first" in user.screen
        await user.press("K")
        await user.paste("renamed")
        await user.press("enter")
        assert "Saved as" in user.screen


async def test_after_a_page_of_changes_that_failed_the_next_is_counted_from_the_one_shown(
    registry: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rows stay, back leads to the page before them, and on leads to the one that failed."""
    whole, broken = Companies.changes, set[str]()

    # Any: what the client takes.
    async def in_parts(companies: Companies, line: str, **more: Any) -> Answer[ChangePage]:
        if more["cursor"] in broken:
            raise UnreachableError("The line is down")
        return await whole(companies, line, **more | {"limit": 2})

    monkeypatch.setattr(Companies, "changes", in_parts)
    async with explore(program(registry), size=NORMAL) as user:
        await user.press("escape", "G", "down", "n")
        changes = user.app.explorer.list
        assert isinstance(changes, ChangesList) and "page 2" in user.screen
        second = changes.pages.cursor(2)
        broken.add(changes.pages.cursor(3))
        shown = [row.key for row in changes.rows.rows]
        for key in ("n", "n"):
            await user.press(key)
            assert "The line is down" in user.screen
            assert [row.key for row in changes.rows.rows] == shown
        broken.clear()
        await user.press("n")
        assert "page 3" in user.screen
        broken.add(second)
        await user.press("p")
        broken.clear()
        await user.press("p")
        assert "page 2" in user.screen and [row.key for row in changes.rows.rows] == shown
        # Another line is typed and not asked: the pages are those of the line before.
        await user.press("G")
        await user.paste("changed:name")
        await user.press("escape", "n")
        assert changes.pages.shown == 3 and changes.pages.subject == ""


async def test_everything_is_as_of_a_day_until_esc(registry: Settings) -> None:
    """Said in the head line; profile, search and screening are those of that day."""
    async with explore(program(registry), size=NORMAL) as user:
        await user.press("escape", "A")
        assert "Snapshots of the register" in user.screen
        await user.paste("2010-01-01")
        await user.press("enter")
        assert "The history begins on" in user.screen
        await user.paste("2022-12-31")
        await user.press("enter")
        await user.when(lambda: "as of" in header(user))
        await user.pilot.resize_terminal(40, 12)
        await user.until("as of 2022-12-31 · Esc: today")
        await user.pilot.resize_terminal(*NORMAL)
        await user.idle()
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
        await user.press(user.app.first_key("events"))
        assert "after 2022-12-02 · registry number: J12/100/2010" in user.screen
        await user.press(user.app.first_key("signals"))
        assert "lichidator judi" in user.screen


async def test_what_an_import_told_of_watched_companies_is_shown_with_both_days(
    registry: Settings, tmp_path: Path
) -> None:
    """On the start page and in the watch list; the timeline has it once."""
    told = RegisterChange(
        kind="name", before=RENAMED.name, after="NOUA DEMO SRL", not_before=DAYS[1],
        not_after=DAYS[2],
    )  # fmt: skip
    with Workspace(tmp_path / "work.db") as workspace:
        workspace.watch_list.add([RENAMED.tax_id])
        stored = record_register_changes(workspace.database, "registry", RENAMED.tax_id, [told])
        assert stored == 1
    async with explore(program(registry, workspace=tmp_path / "work.db"), size=NORMAL) as user:
        await user.until("Name: VECHEA DEMO SRL →")
        assert f"{DAYS[1]} – {DAYS[2]}" in user.screen
        await user.press("escape", "W")
        await user.until(f"{DAYS[1]} – {DAYS[2]} Name:")
        await user.search(RENAMED.tax_id)
        await user.press("enter")
        await user.press(user.app.first_key("events"))
        await user.until("name: VECHEA DEMO SRL → NOUA DEMO SRL")
        assert user.screen.count("NOUA DEMO SRL") - user.screen.count("→ NOUA DEMO SRL") >= 1
        assert user.screen.count("→ NOUA DEMO SRL") == 1
