"""Imported public data on the screen: found with and without diacritics, seen in every tab."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from tests.opendata.conftest import SMALL, firm, write_dump, write_rows
from tests.opendata.test_kept_sources import FIGURES, statement
from tests.ui.user import explore, program
from tui_app.cli.main import main
from tui_app.config.loading import load_settings
from tui_app.config.settings import Settings
from tui_app.contract.resources import PeerMeasure
from tui_app.ui.text import research


async def test_what_was_imported_is_opened_searched_and_shown() -> None:
    done = CliRunner().invoke(main, ["data", "import", "--with-administrators", str(SMALL)])
    assert done.exit_code == 0, done.output
    async with explore(program(load_settings({}).settings)) as user:
        assert "trade register of 2 Sep 2026" in user.screen
        for text in ("stefanet", "Ștefăneț", "ŞTEFĂNEŢ"):
            await user.search(text)
            assert "ȘTEFĂNEȚ INVENTAT ȘI FIII SRL" in user.screen, text
        await user.search("990000013")
        await user.press("enter")
        for key, said in (
            ("1", "Calea Exemplului"),
            ("2", "Turnover (RON)"),
            ("4", "POPESCU-PROBA ANA"),
        ):
            await user.press(key)
            assert said in user.screen
        await user.press("L")
        assert "Registrul Comerțului din 02.09.2026" in user.screen


async def test_a_missing_year_is_named_or_makes_no_growth(tmp_path: Path) -> None:
    registry = str(tmp_path / "registry.db")
    write_dump(tmp_path / "in" / "firme-02-09-2026", firm("A SRL", "990000013", "J12/1/2015"))
    for year, turnover in ((2019, 1_000), (2023, 3_000)):
        folder = tmp_path / "in" / "mfp-05-08-2026"
        write_rows(folder, f"WEB_UU_AN{year}.txt", FIGURES, statement("990000013", turnover))
    done = CliRunner().invoke(
        main, ["data", "import", str(tmp_path / "in"), "--registry", registry]
    )
    assert done.exit_code == 0, done.output
    async with explore(program(Settings(registry=registry))) as user:
        await user.search("990000013")
        await user.press("enter")
        assert "3k RON" in user.screen and "▲200" not in user.screen
        await user.press("2")
        assert "200.0% 2023 vs 2019" in user.screen
        await user.press("5")
        assert re.search(r"Compound growth of turnover +31.6% +2019–2023", user.screen)
        assert "Statements 2019, 2023, Ministry of Finance, file of 5 Aug 2026" in user.screen


def test_a_percentile_of_a_cut_group_has_its_precision() -> None:
    found = PeerMeasure(measure="net_margin", companies=400, percentile=98.0, precision=1.0)
    assert research.percentile(found) == "98 ± 1"
    assert research.percentile(msgspec.structs.replace(found, precision=None)) == "98"


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A registry from the trade register's files alone."""
    registry = str(tmp_path_factory.mktemp("bare") / "registry.db")
    only = [str(SMALL / "firme-02-09-2026"), str(SMALL / "nomenclatoare-02-09-2026")]
    done = CliRunner().invoke(main, ["data", "import", *only, "--registry", registry])
    assert done.exit_code == 0, done.output
    return registry


async def test_a_registry_without_cases_and_statements_neither_clears_nor_warns(
    bare: str,
) -> None:
    async with explore(program(Settings(registry=bare))) as user:
        await user.search("990000013")
        await user.press("enter", "3")
        assert "No court cases on record." not in user.screen
        assert "Court cases: not known" in user.screen
        assert "This registry has no court cases at all" in user.screen
        await user.press("2")
        assert "This registry has no financial statements at all" in user.screen
        await user.press("5")
        for rule in ("Debtor in ", "Statement overdue"):
            assert re.search(rf"{rule}.*\? Not known", user.screen), user.screen


def test_a_register_without_the_newest_statements_warns_of_none_missing(
    bare: str, tmp_path: Path
) -> None:
    own = shutil.copytree(Path(bare).parent, tmp_path / "copy")
    bare = str(own / "registry.db")
    old = [str(SMALL / "mfp" / f"WEB_UU_AN2015.{kind}") for kind in ("txt", "csv")]
    done = CliRunner().invoke(main, ["data", "import", *old, "--registry", bare])
    assert done.exit_code == 0, done.output
    flags = ["--section", "signals", "--registry", bare, "-o", "json"]
    shown = CliRunner().invoke(main, ["show", "990000013", *flags])
    (found,) = [s for s in json.loads(shown.stdout)["signals"] if s["rule"] == "no_statement"]
    assert found["level"] == "unknown"
    assert found["note"] == "The source has no statements for that year yet"


def test_a_command_neither_clears_nor_warns_either(bare: str) -> None:
    flags = ["--section", "signals", "--registry", bare, "-o", "json"]
    shown = CliRunner().invoke(main, ["show", "990000013", *flags])
    levels = {each["rule"]: each["level"] for each in json.loads(shown.stdout)["signals"]}
    assert levels["bankruptcy_debtor"] == levels["no_statement"] == "unknown"
    assert "no court cases at all" in shown.stderr
    compared = CliRunner().invoke(
        main, ["compare", "990000013", "990000021", "--registry", bare, "-o", "json"]
    )
    assert compared.stderr.count("no financial statements at all") == 1  # not once a company
