"""A large file of firms is read in two processes: what comes out is the same."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.opendata.conftest import Run, firm, write_dump
from tui_app.config.settings import imported_registry
from tui_app.contract.resources import CompanyProfile
from tui_app.opendata import lanes
from tui_app.registry.sqlite.kept_sources import folder_of
from tui_app.registry.sqlite.registry_file import RegistryFile

Imported = Callable[..., dict[str, Any]]
COMPANIES = 400
BROKEN = 395
"""The line of a row that cannot be read: the header and a row of two lines stand before it."""


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    rows = [firm(f"PROBA {n} SRL", str(99_000_000 + n), f"J12/{n}/2020") for n in range(COMPANIES)]
    rows[BROKEN - 3] = "cut^off"
    # One row on two lines, a personal code, and one tax id twice: the row that comes later loses.
    rows[300] = rows[300].replace("PROBA", "PROBA\r\nMUTATA")
    rows[350] = firm("POPESCU-PROBA A. PFA", "1900101123456", "F12/1/2020")
    rows.append(firm("PROBA DOUA SRL", "99000001", "J12/1/2020"))
    return write_dump(tmp_path / "firme-02-09-2026", *rows)


def read(imported: Imported, dump: Path) -> tuple[dict[str, Any], list[CompanyProfile]]:
    """The import's summary of the file, and the companies by tax id, of which some by name, too."""
    summary = imported(dump)
    with closing(RegistryFile(imported_registry())) as registry:
        profiles = [registry.profile(str(99_000_000 + n)) for n in range(COMPANIES)]
        found = [each for each in profiles if each is not None]
        for each in found[::20]:
            name, place = each.company_name, each.tax_id
            assert place in {one.tax_id for one in registry.search(name).companies}, name
    imported_registry().unlink()
    shutil.rmtree(folder_of(imported_registry()))
    return summary["files"][0], found


def test_two_halves_are_the_whole(
    imported: Imported, dump: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = read(imported, dump)
    monkeypatch.setattr(lanes, "WORTH_IT", 0)
    monkeypatch.setattr(lanes, "_LARGE", 0)
    assert read(imported, dump) == whole
    file, found = whole
    assert len({each.tax_id for each in found}) == COMPANIES - 2
    assert any(each.company_name == "PROBA MUTATA 300 SRL" for each in found)
    assert file["messages"] == [{"line": BROKEN, "what": "cut off: too few columns"}]
    assert file["leftOut"] == {"a personal code in place of a tax id": 1}


def test_a_later_month_in_two_halves_is_patched_as_a_whole_one(
    imported: Imported, dump: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(dump.parent, later := tmp_path / "firme-02-10-2026")
    file = later / dump.name
    text = file.read_bytes().replace(b"PROBA 20 SRL", b"NOUA 20 SRL")
    file.write_bytes(text.replace(b"PROBA 380 SRL", b"NOUA 380 SRL"))
    whole = read(imported, file)
    monkeypatch.setattr(lanes, "WORTH_IT", 0)
    monkeypatch.setattr(lanes, "_LARGE", 0)
    imported(dump)
    assert read(imported, file) == whole
    names = {each.company_name for each in whole[1]}
    assert {"NOUA 20 SRL", "NOUA 380 SRL", "PROBA 21 SRL"} <= names


def test_a_broken_row_of_the_second_half_stops_a_strict_import(
    run: Run, dump: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "WORTH_IT", 0)
    monkeypatch.setattr(lanes, "_LARGE", 0)
    result = run("data", "import", "--strict", dump)
    assert result.exit_code == 2
    assert f"line {BROKEN}: cut off" in result.stderr
    assert not imported_registry().exists()
    assert not list(imported_registry().parent.iterdir())
