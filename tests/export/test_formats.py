"""What each format writes, byte for byte, and which format a file's name stands for."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import PurePath
from typing import IO, Any

import pytest

from tui_app.export.formats import (
    OTHERS,
    TABLES,
    endings_of,
    format_of_file,
    may_have_ending_of,
    why_not_written,
)
from tui_app.export.row_writers import Row, Sheet, row_writer
from tui_app.export.terminal_table import across, down
from tui_app.system.language import set_language

SHEET = Sheet(columns=("taxId", "margin"), title="A | title", items="rows")
FIRST: Row = {"taxId": "1", "margin": -1.5, "more": ["x", True, None]}
SECOND: Row = {"margin": None}
SOURCE: Row = {"name": "here", "address": "https://host/"}


def written(
    name: str,
    *pages: tuple[Row, ...],
    sheet: Sheet = SHEET,
    rest: Row | None = None,
    source: Row | None = None,
    encoding: str = "utf-8",
) -> str:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding=encoding, newline="")
    writer = row_writer(name, out, sheet)
    for page in pages:
        writer.write(page, source)
        assert raw.getvalue() or name == "table", "a page is there before the next one comes"
    writer.close(rest, source)
    assert writer.rows == sum(map(len, pages))
    return raw.getvalue().decode(encoding)


def test_csv_and_its_like() -> None:
    assert written("csv", (FIRST,), (SECOND,)) == "taxId,margin\r\n1,-1.5\r\n,\r\n"
    assert written("excel-csv", (FIRST,)) == "\ufefftaxId,margin\r\n1,-1.5\r\n"
    assert written("tsv", (FIRST, SECOND)) == "taxId\tmargin\n1\t-1.5\n\t\n"
    set_language("ro")
    assert written("excel-csv", (FIRST,)) == "\ufefftaxId;margin\r\n1;-1,5\r\n"
    assert written("csv", (FIRST,)) == "taxId,margin\r\n1,-1.5\r\n"


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        (True, "true"), (False, "false"), (["a", 1, None, False], "a; 1; ; false"),
        ({"a": "ș"}, '{"a": "ș"}'), ("+40 721 000 000", "+40 721 000 000"), ("-5,00", "-5,00"),
        ("+40a", "'+40a"), (-5, "-5"), (-0.5, "-0.5"), (" =1", "' =1"), ("-", "'-"),
    ],
)  # fmt: skip
def test_a_value_in_a_cell(value: object, cell: str) -> None:
    assert written("tsv", ({"taxId": value},)) == f"taxId\tmargin\n{cell.strip()}\t\n"


@pytest.mark.parametrize("name", ["csv", "excel-csv", "tsv", "md"])
def test_what_continues_an_earlier_output_has_no_names_of_columns(name: str) -> None:
    sheet = Sheet(columns=("taxId", "margin"), title="A title", headed=False)
    assert written(name, sheet=sheet) == ""
    row = written(name, (FIRST,), sheet=sheet)
    assert row.count("\n") == 1 and row.strip("| \r\n").startswith("1") and "taxId" not in row


def test_json_is_one_object_with_what_belongs_to_all_rows() -> None:
    assert (
        written("json", (FIRST,), (SECOND,), rest={"next": {"a": [1]}}, source=SOURCE)
        == """\
{
  "rows": [
    {
      "taxId": "1",
      "margin": -1.5,
      "more": [
        "x",
        true,
        null
      ]
    },
    {
      "margin": null
    }
  ],
  "next": {
    "a": [
      1
    ]
  },
  "source": {
    "name": "here",
    "address": "https://host/"
  }
}
"""
    )
    assert written("json") == '{\n  "rows": []\n}\n'
    assert written("json", rest={"n": 1}) == '{\n  "rows": [],\n  "n": 1\n}\n'


def test_json_without_a_name_of_its_rows_is_a_list() -> None:
    sheet = Sheet(columns=("taxId",))
    assert written("json", sheet=sheet, rest={"n": 1}, source=SOURCE) == "[]\n"
    text = written("json", ({"taxId": "1"},), ({"taxId": "2"},), sheet=sheet, source=SOURCE)
    assert text == '[\n  {\n    "taxId": "1"\n  },\n  {\n    "taxId": "2"\n  }\n]\n'


def test_lines_of_json_stand_alone() -> None:
    text = written("jsonl", (SECOND, {"taxId": "Ș"}), source=SOURCE)
    first, second = map(json.loads, text.splitlines())
    assert first == {"margin": None, "source": SOURCE}
    assert second == {"taxId": "Ș", "source": SOURCE} and "Ș" in text
    assert written("jsonl", (SECOND,)) == '{"margin": null}\n'
    assert written("jsonl") == ""


def test_where_a_letter_cannot_be_written_json_escapes_it() -> None:
    for encoding in ("ascii", "latin-1"):
        text = written("jsonl", ({"taxId": "Ș"},), encoding=encoding)
        assert text == '{"taxId": "\\u0218"}\n'


def test_markdown_is_a_titled_table() -> None:
    table = "| taxId | margin |\n| --- | --- |\n"
    text = written("md", (FIRST,), (SECOND,), rest={"n": 1})
    assert text == f"# A \\| title\n\n{table}| 1 | -1.5 |\n|  |  |\n"
    assert written("md", sheet=Sheet(columns=SHEET.columns)) == table


def test_a_table_for_people_has_above_it_what_they_ask_for() -> None:
    rest = {"total": 1_200, "note": None, "nextCursor": "c", "totalIsExact": True, "asOf": "d"}
    assert written("table", (FIRST,), (SECOND,), rest=rest).splitlines() == [
        "total  1,200",
        "",
        "taxId  margin",
        "─" * 15,
        "1        -1.5",
        "–           –",
    ]


def test_an_entity_has_the_address_and_the_time_of_its_source() -> None:
    row: Row = {
        "taxId": "990000013", "companyName": "PROBA", "companyId": "J40/1/2010", "status": "s",
        "companyType": "SRL", "registrationDate": "2010-02-03T00:00:00.000Z", "caen": "4711",
        "foundingYear": 2009,
    }  # fmt: skip
    source = {"address": "https://host/", "fetchedAt": "2026-05-04T12:00:00.000Z"}
    [line] = written("ftm", (row,), source=source).splitlines()
    assert json.loads(line) == {
        "id": "ro-cui-990000013",
        "schema": "Company",
        "properties": {
            "name": ["PROBA"],
            "taxNumber": ["990000013"],
            "registrationNumber": ["J40/1/2010"],
            "legalForm": ["SRL"],
            "status": ["s"],
            "jurisdiction": ["ro"],
            "country": ["ro"],
            "incorporationDate": ["2010-02-03"],
            "sector": ["4711"],
            "sourceUrl": ["https://host/v1/companies/990000013"],
            "retrievedAt": ["2026-05-04T12:00:00"],
        },
    }
    bare = json.loads(written("ftm", ({"taxId": "1", "foundingYear": 2009, "caen": ["a"]},)))
    assert bare["properties"] == {
        "taxNumber": ["1"], "jurisdiction": ["ro"], "country": ["ro"],
        "incorporationDate": ["2009"],
    }  # fmt: skip


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """A standard output with a width and an encoding; without a width it is a file."""

    def is_now(width: int | None, encoding: str = "utf-8") -> None:
        class Out(io.StringIO):
            def isatty(self) -> bool:
                return width is not None

        out: IO[str] = Out()
        monkeypatch.setattr(type(out), "encoding", encoding)
        monkeypatch.setattr("sys.stdout", out)
        monkeypatch.setenv("COLUMNS", str(width or 20))

    return is_now


ROWS: list[dict[str, Any]] = [
    {"taxId": "990000013", "name": "A LONG NAME OF A FIRM", "year": 2024, "sum": 1_234_567,
     "rate": 0.25, "flag": True, "list": ["a", 1_000]},
    {"taxId": "21", "name": "株式", "year": None, "sum": None, "rate": None, "flag": False,
     "list": []},
]  # fmt: skip


def test_columns_are_as_wide_as_their_widest_text(terminal: Callable[..., None]) -> None:
    terminal(None)
    assert across(ROWS[0], ROWS) == (
        "taxId      name                   year        sum  rate  flag  list\n"
        f"{'─' * 73}\n"
        "990000013  A LONG NAME OF A FIRM  2024  1,234,567  0.25  yes   a; 1,000\n"
        "21         株式                   –             –     –  no    –\n"
    )  # fmt: skip
    assert across(("a", "b"), []) == "a  b\n──────\n"


def test_a_narrow_terminal_cuts_texts_and_then_drops_columns(
    terminal: Callable[..., None],
) -> None:
    names = ("taxId", "name", "sum")
    terminal(36)
    assert across(names, ROWS).splitlines() == [
        "taxId      name                  sum",
        "─" * 36,
        "990000013  A LONG NAME O…  1,234,567",
        "21         株式                    –",
    ]
    terminal(35)
    assert across(names, ROWS).splitlines() == [
        "taxId      name",
        "─" * 34,
        "990000013  A LONG NAME OF A FIRM",
        "21         株式",
        "",
        "Not shown because the terminal is too narrow: sum.",
    ]
    terminal(35)
    assert across(names, ROWS, kept=("sum",)).splitlines()[0] == "taxId            sum"
    terminal(14, "ascii")
    assert across(("name",), ROWS).splitlines()[:3] == ["name", "-" * 14, "A LONG NAME O~"]


def test_a_record_is_a_line_for_each_field() -> None:
    record = {"taxId": "1", "employees": 1_234, "year": 2024, "list": ["a", "b"], "none": None,
              "empty": []}  # fmt: skip
    assert down(record) == (
        "taxId      1\n"
        "employees  1,234\n"
        "year       2024\n"
        "list       a\n"
        "           b\n"
        "none       –\n"
        "empty      –\n"
    )
    assert down({}) == "\n"


ALL = [each.name for each in (*TABLES, *OTHERS)]


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("a.CSV", "csv"), ("a.txt", "table"), ("a.tab", "tsv"), ("a.ndjson", "jsonl"),
        ("a.markdown", "md"), ("a.json", "json"), ("a.ocds.json", "ocds"), ("a.ftm.json", "ftm"),
        ("a.ftm", "ftm"), ("a.toml", "toml"), ("a", ""), ("csv", ""), ("a.csv.gz", ""),
    ],
)  # fmt: skip
def test_the_ending_of_a_file_names_its_format(file: str, name: str) -> None:
    assert format_of_file(PurePath(file), ALL) == name
    assert format_of_file(PurePath(file), ["parquet"]) == ""


def test_which_ending_a_format_may_have() -> None:
    assert endings_of(["csv", "excel-csv", "ocds"]) == ".csv, .ocds.json"
    allowed = {(a, b) for a in ALL for b in ALL if a != b and may_have_ending_of(a, b)}
    assert allowed == {("excel-csv", "csv"), ("ftm", "jsonl"), ("ftm", "json"), ("ocds", "json")}
    assert all(may_have_ending_of(each, each) for each in ALL)


def test_why_a_format_is_not_written_here(monkeypatch: pytest.MonkeyPatch) -> None:
    assert why_not_written("csv", to_terminal=True) == ""
    assert why_not_written("xlsx", to_terminal=False) == ""
    said = "xlsx is binary; write it to a file: --output NAME.xlsx"
    assert why_not_written("xlsx", to_terminal=True) == said
    monkeypatch.setattr("tui_app.export.formats.is_installed", lambda _extra: False)
    for name, package in (("xlsx", "xlsxwriter"), ("parquet", "pyarrow")):
        for to_terminal in (True, False):
            why = why_not_written(name, to_terminal=to_terminal)
            assert why.startswith(f"{name} needs packages") and package in why
    assert why_not_written("md", to_terminal=False) == ""
