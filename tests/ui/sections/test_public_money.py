"""The Public money tab: a winner, the authority on the other side, and the way back."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.opendata.procurement.files import eight_files, register_files
from tests.service.running import new_key, running
from tests.ui.pictures import Pictures, pictures
from tests.ui.user import NARROW, explore, program
from tui_app.cli.main import main
from tui_app.client.credentials import FoundKey, KeySource
from tui_app.client.secret import Secret
from tui_app.config.settings import Settings
from tui_app.sources.source import connect

__all__ = ["pictures"]


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("money")
    eight_files(folder / "files")
    register_files(folder / "firme-02-09-2026")
    path = str(folder / "r.db")
    inputs = [str(folder / "files"), str(folder / "firme-02-09-2026")]
    done = CliRunner().invoke(main, ["data", "import", *inputs, "--registry", path])
    assert done.exit_code == 0, done.output
    return path


async def test_enter_goes_to_the_other_side_and_b_comes_back(
    registry: str, pictures: Pictures
) -> None:
    async with pictures.walk(program(Settings(registry=registry))) as user:
        await user.search("990000013")
        await user.press("enter", "8")
        await pictures.take(user, "public_money")
        assert "Won: 686,791,434 RON · 372 awards" in user.screen
        assert "295 times the turnover of 2025" in user.screen
        assert "34 contracts 127,947,920 · 22 frameworks" in user.screen
        assert "COMUNA INVENTATĂ 5" in user.screen
        await user.press("enter")
        assert "CUI 4305912" in user.screen
        assert "Bought: 319,562,366 RON" in user.screen
        await user.press("enter")
        assert "Won: 686,791,434 RON" in user.screen
        # A contract opens with its file.
        await user.press(*["down"] * 14, "enter")
        assert "without notice" in user.screen
        assert "g.csv, " in user.screen
        await user.press("escape", "b")
        assert "Bought: 319,562,366 RON" in user.screen


async def test_contracts_are_in_sight_on_a_small_screen_and_the_rest_opens(registry: str) -> None:
    async with explore(program(Settings(registry=registry)), NARROW) as user:
        await user.search("990000013")
        await user.press("enter", "8")
        assert "2025-09-26  without notice" in user.screen
        assert "… 3 more" in user.screen
        await user.press("L")
        assert "Atribuit: 686.791.434 lei" in user.screen
        await user.press("L")
        assert "COMUNA INVENTATĂ 0  " not in user.screen
        await user.press("down", "down", "down", "enter")
        assert "… 3 more" not in user.screen
        assert "COMUNA INVENTATĂ 0  " in user.screen
        await user.press("enter")
        assert "Bought: " in user.screen, "the cursor is on the first row that was opened"


async def test_the_evidence_bundle_has_every_row(
    registry: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with explore(program(Settings(registry=registry))) as user:
        await user.search("990000013")
        await user.press("enter", "e", "d")
        await user.until("evidence.json")
    (file,) = tmp_path.glob("*-evidence.json")
    sections = {each["operation"]: each for each in json.loads(file.read_text())["sections"]}
    assert sections["public_money"]["found"]["sum"] == 686_791_434
    rows = sections["contracts"]["found"]["contracts"]
    assert len(rows) == sections["contracts"]["found"]["totalContracts"] == 429
    assert all(row["source"] and row["line"] for row in rows)


async def test_at_a_server_the_bundle_costs_no_more_than_was_said(
    registry: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with running(tmp_path, "--registry", registry) as service:
        key = FoundKey(Secret(new_key(tmp_path)), KeySource.ENVIRONMENT, "a test")
        app = program(
            Settings(base_url=service.url), connect=lambda settings: connect(settings, key)
        )
        async with explore(app) as user:
            await user.search("990000013")
            await user.press("enter", "e")
            assert "up to 5 requests" in user.screen
            await user.press("d")
            await user.until("evidence.json")
            # Figures, cases, the sums, and contracts as supplier; it bought nothing.
            assert app.client is not None
            assert app.client.allowance.session_requests == 1 + 4
            await user.press("e")
            assert re.search("Evidence bundle, Markdown +free", user.screen)


async def test_without_procurement_files_it_says_how_to_get_them() -> None:
    async with explore(program()) as user:
        await user.search("990000013")
        await user.press("enter", "8")
        assert "firmeterm data download --procurement" in " ".join(user.screen.split())
