"""Exports hold nothing that a spreadsheet or a Markdown reader would run, and lose nothing."""

from __future__ import annotations

import csv
import io
import json
import os
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui_app.export.cells import Cell, as_read, guard
from tui_app.export.tables import Table, render
from tui_app.export.terminal_table import across

BEGINNINGS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", " =", "'=", '"=')
values = st.one_of(
    st.text(),
    st.builds("{}{}".format, st.sampled_from(BEGINNINGS), st.text()),
    st.sampled_from(
        ["=1+1", "=cmd|' /C calc'!A0", '=HYPERLINK("https://evil.invalid")', "@SUM(1)"]
    ),
)
phones = st.from_regex(r"\+?[0-9]{2,4}([ ./-]?[0-9]{2,4}){1,3}", fullmatch=True)
numbers = st.one_of(st.integers(), st.floats(allow_nan=False, allow_infinity=False))


def read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


def would_run(cell: str) -> bool:
    """The naive oracle: it begins as a formula does, and is not just a number."""
    if re.fullmatch(r"[+-]?[0-9][0-9 .,()/-]*", cell) or not cell:
        return False
    return cell[0] in "\t\r\n" or cell.lstrip()[:1] in set("=+-@＝＋－＠")


@given(values)
def test_no_cell_is_taken_for_a_formula(value: str) -> None:
    [_head, [cell]] = read(render(Table("t", ("name",), ((value + "x",),)), "csv"))
    assert not would_run(cell)
    assert cell.removeprefix("'") == (value + "x").removeprefix("'")


@given(st.one_of(numbers, phones))
def test_numbers_and_phone_numbers_are_not_damaged(value: Cell) -> None:
    assert guard(value) == str(value)


@given(st.lists(st.tuples(values, st.one_of(st.none(), numbers, values)), min_size=1, max_size=5))
def test_every_row_keeps_its_cells(rows: list[tuple[Cell, ...]]) -> None:
    table = Table("t", ("name", "value"), tuple(rows))
    assert len(read(render(table, "csv"))) == len(rows) + 1
    assert all(len(row) == 2 for row in read(render(table, "csv")))
    assert [tuple(row.values()) for row in json.loads(render(table, "json"))] == rows


@given(values)
def test_no_value_breaks_out_of_its_cell_in_markdown(value: str) -> None:
    row = render(Table("t", ("name",), ((value,),)), "md").splitlines()[-1]
    assert row.startswith("| ")
    assert row.endswith(" |")
    assert re.search(r"(?<!\\)(?:\\\\)*[\[\]<>`|]", row[2:-2]) is None


@pytest.mark.parametrize("missing", [None, ""])
def test_what_is_missing_is_written_as_nothing(missing: Cell) -> None:
    assert read(render(Table("t", ("a", "b"), (("x", missing),)), "csv"))[1] == ["x", ""]


def test_a_table_for_a_terminal_breaks_no_id_and_no_header(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = [
        {"taxId": "990000013", "companyName": "PETROCRIS CARBURANT INVENTAT SNC", "year": 2024,
         "turnover": 1234567890123, "caseNumber": "12345/3/2024"},
        {"taxId": "990000021", "companyName": "ANA", "year": 2023, "turnover": None,
         "caseNumber": None},
    ]  # fmt: skip
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    for width in range(9, 120):
        monkeypatch.setattr(
            "tui_app.export.terminal_table.shutil.get_terminal_size",
            lambda *_, width=width, **__: os.terminal_size((width, 24)),
        )
        table, _, left_out = across(rows[0], rows).partition("\n\nNot shown")
        assert all(len(line) <= width for line in table.splitlines())
        header, _rule, *lines = table.splitlines()
        names = header.split()
        assert names == [*rows[0]][: len(names)]  # dropped from the right
        assert all(name in left_out for name in [*rows[0]][len(names) :])
        for name, value in (("taxId", "990000013"), ("caseNumber", "12345/3/2024")):
            assert (name in names) is any(value in line for line in lines)
        assert ("turnover" in names) is ("1,234,567,890,123" in table)
        assert "2,024" not in table
    assert left_out == ""


def test_a_record_is_one_line_and_what_was_asked_for_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr(
        "tui_app.export.terminal_table.shutil.get_terminal_size",
        lambda *_, **__: os.terminal_size((48, 24)),
    )
    row = {"taxId": "990000013", "companyName": "A VERY LONG NAME OF A COMPANY " * 3,
           "county": "Municipiul Bucuresti", "locality": "Sectorul 3", "growth": 12.5}  # fmt: skip
    header, _rule, line, *_rest = across(row, [row, row], ("growth",)).splitlines()
    assert header.split() == ["taxId", "companyName", "growth"] and "12.5" in line
    assert "…" in line and len(line) <= 48


def test_a_tab_or_a_line_end_in_a_value_breaks_no_line_of_tsv() -> None:
    text = render(Table("t", ("a", "b"), (("x\ty\nz", 1), ("=1+1", None))), "tsv")
    assert text == "a\tb\nx y z\t1\n'=1+1\t\n"


def test_a_year_in_a_list_of_fields_is_no_amount() -> None:
    fields = ("financialData[0].year", "foundingYear", "turnover")
    table = across(("field", "value"), [{"field": each, "value": 2025} for each in fields])
    assert table.count("2025") == 2 and table.count("2,025") == 1


def test_the_same_value_reads_the_same_in_every_format() -> None:
    row = as_read(
        {"registrationDate": "2020-05-14T00:00:00.000Z", "updateDate": "2026-08-09T10:15:00.000Z",
         "postalCode": 30167, "turnover": 1234567, "cases": [{"date": "2021-01-02T00:00:00.000Z"}]}
    )  # fmt: skip
    assert row == {
        "registrationDate": "2020-05-14", "updateDate": "2026-08-09T10:15:00.000Z",
        "postalCode": "030167", "turnover": 1234567, "cases": [{"date": "2021-01-02"}],
    }  # fmt: skip
