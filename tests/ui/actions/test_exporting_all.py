"""All companies of a screen in a file, written page after page."""

from __future__ import annotations

import asyncio
import csv
from pathlib import Path

import pytest

from tests.ui.screening.screening_list import has_keys, screen, screening
from tests.ui.user import explore
from tui_app.client.companies import Companies
from tui_app.ui.actions import exporting
from tui_app.ui.dialogs.choice import ChoiceScreen


def written(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "exports"
    made.mkdir()
    monkeypatch.chdir(made)
    monkeypatch.setattr(exporting, "PAGE", 100)
    return made


async def test_all_companies_are_written_page_after_page(folder: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    async with explore() as user:
        await screen(user, "form:SRL")
        await user.press("enter", "e")
        assert "All as CSV" in user.screen
        await user.press("a")
        assert "Written:" in user.screen
        total = screening(user).results.value.answer
        assert total is not None
        expected = total.data.total_companies
        await user.press("e", "p")
        assert "screen-form-srl.parquet" in user.screen
        # A single page needs no further choice.
        await screen(user, "form:SNC")
        await user.press("e")
        assert isinstance(user.app.screen, ChoiceScreen)
        assert "CSV" in user.screen and "All as CSV" not in user.screen
    assert written(folder) == ["screen-form-srl.csv", "screen-form-srl.parquet"]
    with (folder / "screen-form-srl.csv").open(encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))
    assert len(found) == len({row["taxId"] for row in found}) == expected
    assert {row["companyType"] for row in found} == {"SRL"}
    amounts = [int(row["turnover"]) for row in found if row["turnover"]]
    assert amounts == sorted(amounts, reverse=True)
    table = parquet.read_table(folder / "screen-form-srl.parquet")
    assert table.column_names == list(found[0])
    assert table.column("taxId").to_pylist() == [row["taxId"] for row in found]
    assert [n for n in table.column("turnover").to_pylist() if n is not None] == amounts
    assert str(table.schema.field("registrationDate").type) == "date32[day]"


async def test_escape_ends_it_and_the_file_is_told_as_cut(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second, go_on = asyncio.Event(), asyncio.Event()
    asked = Companies.screen

    async def slow(self: Companies, *line: str, cursor: str = "", **more: object) -> object:
        if cursor:
            second.set()
            await go_on.wait()
        return await asked(self, *line, cursor=cursor, **more)  # type: ignore[arg-type]

    async with explore() as user:
        await screen(user, "form:SRL")
        monkeypatch.setattr(Companies, "screen", slow)
        await user.press("enter")
        await user.pilot.press("e", "a")
        await asyncio.wait_for(second.wait(), 20)
        await user.until("Writing: 100 of ")
        assert "Esc ends" in user.screen
        # It continues while the screen is rebuilt in another language, and Esc still ends it.
        await user.pilot.press("L", "L", "escape")
        await user.until("Ending the export…")
        go_on.set()
        await user.idle()
        assert "Cut after 200 of" in user.screen
        assert has_keys(user, screening(user).rows)
    assert written(folder) == ["screen-form-srl-cut.csv"]


async def test_a_mistake_of_ours_leaves_no_half_a_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Companies.screen

    async def fail(self: Companies, *line: str, cursor: str = "", **more: object) -> object:
        if cursor:
            raise RuntimeError
        return await asked(self, *line, cursor=cursor, **more)  # type: ignore[arg-type]

    async with explore() as user:
        await screen(user, "form:SRL")
        monkeypatch.setattr(Companies, "screen", fail)
        await user.press("enter", "e", "a")
        await user.until("firmeterm made a mistake")
    assert list(folder.iterdir()) == []
