"""A table that is written row after row is the table that is written at once."""

from __future__ import annotations

import datetime as dt
import io
import os
from pathlib import Path

import pytest

from tests.values import changeable
from tui_app.contract.matching import CompanyMatch, Decision, MatchCandidate
from tui_app.export import parquet
from tui_app.export.cells import Cell
from tui_app.export.files import ExportError
from tui_app.export.match_rows import COLUMNS as COLUMNS_OF_MATCHES
from tui_app.export.match_rows import match_row
from tui_app.export.parquet import ParquetRows
from tui_app.export.row_files import RowFile
from tui_app.export.row_writers import Sheet
from tui_app.export.spreadsheet import SpreadsheetRows
from tui_app.export.tables import FORMATS, Table, render

COLUMNS = ("name", "amount", "known")
ROWS: tuple[tuple[Cell, ...], ...] = (
    ("=cmd|' /C calc'!A0", 1, True),
    ("a | b\nc", -5, None),
    ('"quoted", ș', None, False),
)


RECORDS = Table("", COLUMNS, ROWS).records


def streamed(folder: Path, how: str) -> RowFile:
    return RowFile(
        folder, "companies", how, Sheet(title="Companies | of a screen", columns=COLUMNS)
    )


@pytest.mark.parametrize("how", FORMATS)
@pytest.mark.parametrize("count", [0, 1, 3])
def test_it_is_the_same_as_written_at_once(tmp_path: Path, how: str, count: int) -> None:
    table = streamed(tmp_path, how)
    for row in RECORDS[:count]:
        table.write([row])
    assert table.rows == count
    path = table.finish()
    expected = render(Table("Companies | of a screen", COLUMNS, ROWS[:count]), how)
    assert path.read_bytes().decode() == expected
    assert path.name == f"companies.{how}"
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_nothing_has_its_name_before_it_is_whole(tmp_path: Path) -> None:
    table = streamed(tmp_path, "csv")
    table.write(RECORDS)
    assert not (tmp_path / "companies.csv").exists()
    table.finish()
    assert (tmp_path / "companies.csv").exists()


def test_no_file_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "companies.csv").write_text("mine")
    assert streamed(tmp_path, "csv").finish().name == "companies-2.csv"
    assert (tmp_path / "companies.csv").read_text() == "mine"


def test_what_was_ended_says_so_in_its_name_and_can_be_read(tmp_path: Path) -> None:
    table = streamed(tmp_path, "json")
    table.write(RECORDS[:2])
    path = table.cut()
    assert path.name == "companies-cut.json"
    assert path.read_text(encoding="utf-8") == render(Table("", COLUMNS, ROWS[:2]), "json")


def test_what_is_not_wanted_leaves_nothing(tmp_path: Path) -> None:
    table = streamed(tmp_path, "md")
    table.write(RECORDS)
    table.discard()
    table.discard()  # also where it is gone already
    assert list(tmp_path.iterdir()) == []
    assert parquet.is_available() and changeable("tui_app.export") == []


def test_a_file_is_as_open_to_others_as_any_new_one(tmp_path: Path) -> None:
    beside = tmp_path / "beside"
    beside.touch()
    assert streamed(tmp_path, "csv").finish().stat().st_mode == beside.stat().st_mode


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(ExportError, match="cannot be written"):
        streamed(tmp_path, "csv")


def test_a_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="cannot be written"):
        streamed(tmp_path / "gone", "csv")


def test_a_spreadsheet_keeps_every_digit_and_reads_no_text_as_a_formula() -> None:
    pytest.importorskip("xlsxwriter")
    calamine = pytest.importorskip("python_calamine")
    file = io.BytesIO()
    sheet = SpreadsheetRows(file, ("name", "amount"), "Companies")
    values: list[tuple[Cell, Cell]] = [
        ("=1+1", 10**15 - 1), ("https://x.example", -(10**15)), ("12", 0.5), (True, None),
        ("x" * 40_000, 0),
    ]  # fmt: skip
    for name, amount in values:
        sheet.write({"amount": amount, "name": name, "other": 1})
    sheet.close()
    file.seek(0)
    read = calamine.CalamineWorkbook.from_filelike(file).get_sheet_by_index(0).to_python()
    assert read == [
        ["name", "amount"], ["=1+1", 10**15 - 1], ["https://x.example", str(-(10**15))],
        ["12", 0.5], ["true", ""], ["x" * 32_767, 0],
    ]  # fmt: skip


def test_a_column_of_parquet_has_the_type_that_all_its_values_fit() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for name, values, kind, read in (
        ("count", [2**63 - 1, None], "int64", [2**63 - 1, None]),
        ("count", [2**63, 1], "string", [str(2**63), "1"]),
        ("count", [2**53, 0.5], "double", [2.0**53, 0.5]),
        ("count", [2**53 + 1, 0.5], "string", [str(2**53 + 1), "0.5"]),
        ("count", [True, 1], "string", ["true", "1"]),
        ("known", [None, False], "bool", [None, False]), ("name", [None], "string", [None]),
        ("turnover", [None], "int64", [None]), ("turnover", [0.5], "double", [0.5]),
        ("registrationDate", ["2024-05-06"], "date32[day]", [dt.date(2024, 5, 6)]),
        ("registrationDate", ["once"], "string", ["once"]),
    ):  # fmt: skip
        file = io.BytesIO()
        rows = ParquetRows(file, (name,))
        rows.write([{name: value, "other": 1} for value in values])
        rows.close()
        found = parquet.read_table(io.BytesIO(file.getvalue())).column(name)
        assert (str(found.type), found.to_pylist()) == (kind, read), values
    file = io.BytesIO()
    ParquetRows(file, ("turnover", "name")).close()
    empty = parquet.read_table(io.BytesIO(file.getvalue()))
    assert empty.num_rows == 0 and empty.column_names == ["turnover", "name"]


def test_a_row_of_a_matched_list_names_a_company_only_where_one_was_chosen() -> None:
    found = MatchCandidate(tax_id="12", company_name="ANA", confidence=0.9)
    for decision, as_objects in ((Decision.MATCHED, False), (Decision.SEVERAL, True)):
        match = CompanyMatch(decision, "12", "ANA", 0.9, "x", 1, (found,))
        row = match_row(3, "ana", match, as_objects=as_objects)
        name = ["12", "ANA"] if decision is Decision.MATCHED else [None, None]
        assert tuple(row) == COLUMNS_OF_MATCHES
        assert [row[each] for each in ("line", "input", "taxId", "companyName")] == [
            3,
            "ana",
            *name,
        ]
        assert (row["confidence"], row["decision"]) == (0.9, decision)
        assert isinstance(row["candidates"], list)
        [shown] = row["candidates"]
        assert (shown == "ANA (12) 0.90") is not as_objects and bool(row["because"])
        assert isinstance(shown, dict) is as_objects
    assert match_row(3, "ana", None, as_objects=False) == dict.fromkeys(COLUMNS_OF_MATCHES) | {
        "line": 3, "input": "ana", "because": "not matched yet", "candidates": [],
    }  # fmt: skip
