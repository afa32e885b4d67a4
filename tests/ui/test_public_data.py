"""Imported public data on the screen: found with and without diacritics, seen in every tab."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.opendata.conftest import SMALL
from tests.ui.explorer import explore, program
from tui_app.cli import main
from tui_app.language import set_language
from tui_app.settings import load


@pytest.fixture
def imported(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["data", "import", "--with-administrators", str(SMALL)])
    assert done.exit_code == 0, done.output


@pytest.mark.usefixtures("imported")
async def test_what_was_imported_is_opened_searched_and_shown() -> None:
    async with explore(program(load({}).settings)) as user:
        assert "trade register of 2 Sep 2026" in user.screen
        for text in ("stefanet", "Ștefăneț", "ŞTEFĂNEŢ"):
            await user.search(text)
            assert "ȘTEFĂNEȚ INVENTAT ȘI FIII SRL" in user.screen, text
        await user.search("990000013")
        await user.press("enter")
        for key, said in (
            ("1", "Calea Exemplului"),
            ("2", "Turnover (RON)"),
            ("3", "9999/3/2023/a1"),
            ("4", "POPESCU-PROBA ANA"),
        ):
            await user.press(key)
            assert said in user.screen


@pytest.mark.usefixtures("imported")
async def test_the_head_line_tells_the_date_in_romanian_too() -> None:
    set_language("ro")
    async with explore(program(load({}).settings)) as user:
        assert "registrul comerțului din 02.09.2026" in user.screen
