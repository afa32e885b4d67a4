"""The registry, its history and its contracts are published together or not at all."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.opendata.conftest import firm, write_dump
from tests.registry.engines import BOTH, opened, server_of
from tests.registry.generations import (
    DAYS,
    FIRST,
    answers,
    attempt,
    contracts,
    made,
    month,
    own_records,
    path,
    run,
    said,
)
from tui_app.registry.contracts.files import sources_beside
from tui_app.registry.errors import RegistryError
from tui_app.registry.generation import beside, manifest_of
from tui_app.registry.sql_registry import SqlRegistry
from tui_app.registry.sqlite.kept_sources import folder_of
from tui_app.registry.sqlite.registry import SqliteRegistry

__all__ = ["made", "path"]


@pytest.fixture(params=BOTH)
def registry(request: pytest.FixtureRequest, made: Path) -> Iterator[SqlRegistry]:
    with opened(made, server_of(request)) as found:
        yield found


def test_contracts_leave_the_history_in_use(registry: SqlRegistry) -> None:
    found = answers(registry)
    assert found["snapshots"] == [*DAYS[:2]]
    assert found["changes"] == [("name", DAYS[1], "NUME 09 SRL", "NUME 10 SRL")]
    assert found["changed"] == [FIRST]
    assert found["won"] and found["contracts"]
    assert [each.tax_id for each in registry.search("nume 09").companies] == [FIRST]


def test_a_snapshot_added_after_contracts_is_heard_of(path: Path, tmp_path: Path) -> None:
    run("data", "history", "add", month(tmp_path, "2026-08-02"), "--registry", path)
    assert said(path)["snapshots"] == ["2026-08-02", *DAYS[:2]]
    assert "is sound" in run("data", "check", "--registry", path, "-o", "table")


def test_a_month_without_history_leaves_the_history_in_use(path: Path, tmp_path: Path) -> None:
    third = month(tmp_path, DAYS[2])
    run("data", "import", third, "--no-history", "--registry", path)
    found = said(path)
    assert (found["day"], found["snapshots"]) == (DAYS[2], [*DAYS[:2]])
    assert found["won"] == said(path)["won"] != []


def test_the_same_month_again_begins_no_history(tmp_path: Path) -> None:
    files = month(tmp_path / "files", DAYS[0])
    for _ in range(2):
        run("data", "import", files, "--registry", tmp_path / "r.db")
    assert beside(tmp_path / "r.db").history is None


def test_parts_of_two_days_are_no_snapshot_of_either(tmp_path: Path) -> None:
    for day, numbers in ((DAYS[0], (3, 4)), (DAYS[1], (3,)), (DAYS[1], (4,))):
        parts = [
            write_dump(
                tmp_path / f"{numbers}-{day}",
                firm(
                    f"NUME {number} DIN {day} SRL", FIRST[:-1] + str(number), f"J12/{number}/2010"
                ),
                name=f"OD_FIRME_{number - 2}_din_2.CSV",
            )
            for number in numbers
        ]
        run("data", "import", *parts, "--registry", tmp_path / "r.db")
    found = said(tmp_path / "r.db")
    assert found["snapshots"] == [*DAYS[:2]]
    assert found["changes"] == [
        ("name", DAYS[1], *(f"NUME {number} DIN {day} SRL" for day in DAYS[:2]))
        for number in (3, 4)
    ]


def test_a_registry_of_own_records_keeps_what_lies_beside_it(path: Path, tmp_path: Path) -> None:
    before = said(path)
    run("registry", "build", own_records(tmp_path), path)
    found = said(path)
    assert found["names"] == ["ALTFEL SRL"]
    assert (found["won"], found["contracts"]) == ([FIRST], before["contracts"])
    assert found["snapshots"] == before["snapshots"]


def test_a_removed_source_keeps_what_lies_beside_it(path: Path) -> None:
    before = said(path)
    run("data", "remove", "statements", "2025", "small", "--registry", path)
    assert said(path)["changed"] == before["changed"]
    known = json.loads(run("data", "info", "-o", "json", "--registry", path))["sources"]
    (gone,) = [each["source"] for each in known if "2021" in each["source"]]
    run("data", "remove", gone, "--registry", path)
    assert "won" not in said(path), "as before any contracts were imported"
    assert not folder_of(sources_beside(path)).exists()


def test_an_open_registry_takes_the_whole_next_generation(path: Path, tmp_path: Path) -> None:
    with closing(SqliteRegistry(path, check_seconds=0)) as registry:
        before = registry.info.version
        run("data", "import", contracts(tmp_path, 2), "--registry", path)
        assert answers(registry)["contracts"] == said(path)["contracts"]
        assert registry.info.version != before, "kept answers are of the generation before"


def test_registries_that_differ_in_their_ending_share_nothing(path: Path, tmp_path: Path) -> None:
    before, other = said(path), path.with_suffix(".2026")
    run("data", "import", month(tmp_path, DAYS[2]), contracts(tmp_path, 2), "--registry", other)
    assert said(path) == before
    assert said(other)["contracts"] != before["contracts"]
    assert "are not kept" not in run("data", "check", "--registry", path)


def test_a_registry_that_was_put_there_by_hand_has_nothing_of_another(
    path: Path, tmp_path: Path
) -> None:
    """Its numbers are others. The next import adopts what lies beside it."""
    other = tmp_path / "other" / "o.db"
    other.parent.mkdir()
    run("data", "import", month(other.parent, DAYS[2]), "--registry", other)
    shutil.copy2(other, path)
    found = said(path)
    assert "snapshots" not in found and "won" not in found
    checked = run("data", "check", "--registry", path)
    assert "belong to another registry" in checked
    run("data", "import", month(tmp_path / "again", DAYS[2]), "--registry", path)
    assert said(path)["snapshots"] == [*DAYS]
    assert said(path)["won"]


@pytest.mark.parametrize("damage", ["manifest", "contracts", "index", "history"])
def test_what_is_damaged_beside_a_registry_is_named(path: Path, damage: str) -> None:
    broken = manifest_of(path) if damage == "manifest" else getattr(beside(path), damage)
    broken.write_text("not what it was")
    checked = attempt("data", "check", "--registry", path)
    assert checked.exit_code != 0
    assert broken.name in checked.output
    if damage != "history":
        with pytest.raises(RegistryError, match=broken.name):
            said(path)


@pytest.mark.parametrize("kind", ["history", "contracts", "index"])
def test_one_byte_of_damage_is_named_and_gone_once_the_file_is(
    kind: str, path: Path, tmp_path: Path
) -> None:
    broken, later = getattr(beside(path), kind), month(tmp_path, DAYS[2])
    content = bytearray(broken.read_bytes())
    content[-100] ^= 255
    broken.write_bytes(content)
    checked = attempt("data", "check", "--registry", path)
    assert (checked.exit_code, broken.name in checked.output) == (1, True)
    if kind == "history":
        refused = attempt("data", "import", later, "--registry", path)
        assert (refused.exit_code, broken.name in refused.output) == (4, True)
    broken.unlink()
    run("data", "import", later, "--registry", path)
    assert "is sound" in run("data", "check", "--registry", path, "-o", "table")
    found = said(path)
    assert found["snapshots"] == [*DAYS[kind == "history" :]]
    assert ("won" in found) == (kind != "contracts")


# Any: files are written when their test runs.
