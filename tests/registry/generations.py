"""A registry of two months and contracts, and what people do to it."""

from __future__ import annotations

import json
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner, Result

from tests.opendata.procurement.files import WINNERS, deals, register_files, table_rows, write_csv
from tui_app.cli.main import main
from tui_app.contract.screening.language import parse
from tui_app.registry.sql_registry import SqlRegistry
from tui_app.registry.sqlite.registry import SqliteRegistry

FIRST: Final = str(next(iter(WINNERS)))


DAYS: Final = ("2026-09-02", "2026-10-02", "2026-11-02")


def attempt(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments])


def run(*arguments: str | Path) -> str:
    done = attempt(*arguments)
    assert done.exit_code == 0, done.output
    return done.output


def month(folder: Path, day: str) -> Path:
    """The register of a day, in which the first winner has a name of its own."""
    path = register_files(folder / f"firme-{day[8:]}-{day[5:7]}-{day[:4]}")
    dump = path / "OD_FIRME.CSV"
    text = dump.read_text(encoding="utf-8").replace(WINNERS[int(FIRST)], f"NUME {day[5:7]} SRL")
    dump.write_text(text, encoding="utf-8")
    return path


def contracts(folder: Path, quarter: int = 1) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    rows = table_rows(deals("contracts", 2021, quarter, 60, seed=quarter), "new")
    return write_csv(folder / f"contracte-2021-t{quarter}.csv", rows, ",", "utf-8")


def own_records(folder: Path) -> Path:
    path = folder / "own.jsonl"
    company = {"profile": {"taxId": FIRST, "companyName": "ALTFEL SRL"}}
    path.write_text(json.dumps(company), encoding="utf-8")
    return path


def answers(registry: SqlRegistry) -> dict[str, Any]:
    """What a registry and the files beside it say."""
    found: dict[str, Any] = {
        "day": str(registry.info.register_day),
        "extensions": registry.extensions,
        "names": [each.company_name for each in registry.search(FIRST).companies],
    }
    if "history" in registry.extensions:
        history = registry.history(FIRST)
        assert history is not None
        changes = registry.changes((), 50, "").changes
        found |= {
            "snapshots": [each.day for each in history.snapshots],
            "changes": [(each.kind, each.not_after, each.before, each.after) for each in changes],
            "changed": chosen(registry, "changed:name"),
        }
    if "contracts" in registry.extensions:
        page = registry.contracts(FIRST, "auto", 50, "")
        found |= {"contracts": page and page.total_contracts, "won": chosen(registry, "won:>0")}
    return found


def chosen(registry: SqlRegistry, line: str) -> list[str]:
    return sorted(
        each.tax_id for each in registry.screen(parse(line), "companyName", 50, "").companies
    )


def said(path: Path) -> dict[str, Any]:
    with closing(SqliteRegistry(path)) as registry:
        return answers(registry)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A month, contracts, another month: what people do."""
    folder = tmp_path_factory.mktemp("generation")
    path = folder / "r.db"
    for files in (month(folder, DAYS[0]), contracts(folder), month(folder, DAYS[1])):
        run("data", "import", files, "--registry", path)
    return path


@pytest.fixture
def path(made: Path, tmp_path: Path) -> Path:
    """A copy of it in a folder of its own, which a test may change."""
    path = tmp_path / "place" / "r.db"
    path.parent.mkdir()
    for each in made.parent.glob("r.*"):
        copied = shutil.copytree if each.is_dir() else shutil.copy2
        copied(each, path.with_name(each.name))
    return path
