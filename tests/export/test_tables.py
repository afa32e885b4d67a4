"""Exports hold nothing that a spreadsheet or a Markdown reader would run, and lose nothing."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui_app.export.cells import Cell, guard
from tui_app.export.tables import Table, render

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
