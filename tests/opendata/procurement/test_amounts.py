"""Amounts as people write them: each column settles its own style, or its cells are set aside."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

import pytest

from tests.opendata.procurement.files import table_rows, write_csv, write_xlsx
from tests.opendata.procurement.test_importing import _deal, account, imported, rows_of, summed
from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.procurement.amounts import AMBIGUOUS_VALUE, NOT_A_VALUE, AmountColumn


def read(cells: Sequence[str]) -> list[Decimal | str]:
    """The cells as they are read after all of them are known: an amount, or the reason."""
    first = AmountColumn()
    for cell in cells:
        try:
            first.read(cell)
        except ValueError:
            continue
    found: list[Decimal | str] = []
    column = AmountColumn(first.settled())
    for cell in cells:
        try:
            found.append(Decimal(column.read(cell)) / 100)
        except ValueError as error:
            found.append(str(error))
    return found


@pytest.mark.parametrize(
    ("cells", "amounts"),
    [
        (("12.345", "112.500", "980", "1.112.500"), ("12345", "112500", "980", "1112500")),
        (("12.345", "12.345,67", "5"), ("12345", "12345.67", "5")),
        (("12.345", "7,5"), ("12345", "7.5")),
        (("12,345", "1,112,500", "980"), ("12345", "1112500", "980")),
        (("12,345", "12,345.67", "5"), ("12345", "12345.67", "5")),
        (("12.345", "1000.50"), ("12.35", "1000.5")),
        (("12,345", "1000,50"), ("12.35", "1000.5")),
        (("1 234,5", "1\u00a0234\u00a0567", "1'000.00"), ("1234.5", "1234567", "1000")),
        (("1 234,500", "12.345"), ("1234.5", "12345")),
        (("12.345", "1.000,-"), ("12345", "1000")),
        (("0.123", "12.345"), ("0.12", "12.35")),
        (("1234.567",), ("1234.57",)),
        (("12.345 lei", "RON 5,50", "5 LEI", "100RON"), ("12345", "5.5", "5", "100")),
        (("(5,00)", "-7,5", "−1"), ("-5", "-7.5", "-1")),
        (("1.5E+05", "2e3"), ("150000", "2000")),
        (("100,00 lei fără TVA",), ("100",)),
    ],
)
def test_all_cells_of_a_column_settle_its_style(
    cells: Sequence[str], amounts: Sequence[str]
) -> None:
    assert read(cells) == [Decimal(amount) for amount in amounts]


@pytest.mark.parametrize(
    "cells", [("12.345", "112.500", "980"), ("12,345",), ("12.345", "7,5", "7.5")]
)
def test_what_no_other_cell_settles_is_set_aside(cells: Sequence[str]) -> None:
    assert read(cells)[0] == AMBIGUOUS_VALUE


def test_a_few_cells_in_another_style_do_not_unsettle_a_column() -> None:
    assert read([*["1.112.500"] * 30, "12.345", "7.5"])[-2:] == [Decimal(12345), Decimal("7.5")]


@pytest.mark.parametrize("cell", ["12.2.2021", "abc", "12.34,5", "1,23,456", "DA123", "1-2"])
def test_what_is_no_amount_is_never_guessed(cell: str) -> None:
    assert read([cell]) == [NOT_A_VALUE]


def _file(folder: Path, values: Sequence[str], **more: str) -> Path:
    """A file of purchases with these values, which are all of one winner."""
    header, *rows = table_rows([_deal(number=f"DA{n}") for n in range(len(values))], "new")
    at = header.index("Valoare achiziție (RON)")
    header[at] = more.get("name", header[at])
    for row, value in zip(rows, values, strict=True):
        row[at] = value
    if "currency" in more:
        header.append("Moneda")
        for row, currency in zip(rows, more["currency"].split(), strict=True):
            row.append(currency)
    return write_csv(folder / "x.csv", [header, *rows], ";", "utf-8")


def test_thousands_with_dots_are_summed_as_thousands(tmp_path: Path) -> None:
    summary = imported(tmp_path / "r.db", _file(tmp_path, ["12.345", "980", "1.000,50", "1.112"]))
    assert [total for _, total in summed(tmp_path / "r.db").values()] == [Decimal("15437.50")]
    assert "value: 2 values as 12.345 are read with a comma before decimals" in account(
        summary, "x.csv"
    )
    assert summary.files.tallies[0].rows == 4


def test_ambiguous_values_are_set_aside_counted_and_stop_a_strict_import(tmp_path: Path) -> None:
    path = _file(tmp_path, ["12.345", "980", "112.500"])
    summary = imported(tmp_path / "r.db", path)
    assert list(summed(tmp_path / "r.db").values()) == [(1, Decimal(980))]
    assert summary.files.tallies[0].unreadable == {AMBIGUOUS_VALUE: 2}
    assert "value: 2 values as 12.345 are set aside" in account(summary, "x.csv")
    with pytest.raises(ImportRefusedError, match=r"line 2: a value as 12\.345"):
        imported(tmp_path / "strict.db", path, is_strict=True)
    settled = _file(tmp_path, ["12.345", "1.112.500,00"])
    assert imported(tmp_path / "strict.db", settled, is_strict=True).files.tallies[0].rows == 2


def test_other_currencies_are_set_aside_and_never_summed(tmp_path: Path) -> None:
    path = _file(tmp_path, ["1000", "500", "7", "8"], currency="EUR RON lei USD", name="Valoare")
    summary = imported(tmp_path / "r.db", path)
    assert list(summed(tmp_path / "r.db").values()) == [(2, Decimal(507))]
    assert "2 left out: a value in another currency than RON" in account(summary, "x.csv")
    path = _file(tmp_path, ["1000 EUR", "500 lei", "€ 5", "7"])
    assert "2 left out: a value in another currency" in account(
        imported(tmp_path / "s.db", path), ""
    )
    assert list(summed(tmp_path / "s.db").values()) == [(2, Decimal(507))]


def test_a_column_in_ron_beside_one_in_another_currency_counts(tmp_path: Path) -> None:
    path = _file(tmp_path, ["1000", "500"], currency="EUR EUR")
    imported(tmp_path / "r.db", path)
    assert list(summed(tmp_path / "r.db").values()) == [(2, Decimal(1500))]


@pytest.mark.parametrize("dash", ["-", "–", " — ", "", "n/a", "- RON"])
def test_a_dash_is_a_missing_amount_and_no_bad_row(tmp_path: Path, dash: str) -> None:
    summary = imported(tmp_path / "r.db", _file(tmp_path, [dash, "500"]), is_strict=True)
    assert summary.files.tallies[0].unreadable == {}
    assert list(summed(tmp_path / "r.db").values()) == [(1, Decimal(500))]
    assert rows_of(tmp_path / "r.db", "SELECT no_value FROM money_year") == [(1,), (1,)]
    assert "no value: counted, not summed" in account(summary, "x.csv")


def test_three_decimals_of_a_sheet_are_no_thousands(tmp_path: Path) -> None:
    header, *rows = table_rows([_deal(number=f"DA{n}") for n in range(2)], "new")
    at = header.index("Valoare achiziție (RON)")
    rows[0][at], rows[1][at] = 12.345, 980
    imported(tmp_path / "r.db", write_xlsx(tmp_path / "x.xlsx", [header, *rows]))
    assert list(summed(tmp_path / "r.db").values()) == [(2, Decimal("992.35"))]
