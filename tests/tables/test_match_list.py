"""Which columns of a table say which company a row means."""

from __future__ import annotations

import pytest

from tui_app.contract.matching import MatchRow
from tui_app.tables.match_list import read_match_list
from tui_app.tables.roles import ColumnRole
from tui_app.tables.table import TableError

CNP = "1960101410015"


def read(text: str, **chosen: str) -> tuple[MatchRow, ...]:
    named = {ColumnRole(name): column for name, column in chosen.items()}
    return read_match_list(text.encode(), named).rows


@pytest.mark.parametrize(
    "text",
    [
        "Furnizor;Judet;Localitate\nAna Impex;Cluj;Turda\nDan;Iasi;Pascani\n",
        "Nr,Company name,County,City\n1,Ana Impex,CJ,Turda\n2,Dan,IS,Pascani\n",
        "Ana Impex SRL;Cluj\nDan SA;Iasi\n",
        # Without a header and without a form: the only column of texts that is no place.
        "1;Ana Impex;Cluj;100\n2;Dan;Iasi;200\n3;Vivaldi;Alba;300\n",
    ],
)
def test_names_and_places_are_found_by_name_and_by_content(text: str) -> None:
    first, second, *_ = read(text)
    assert first.name.startswith("Ana Impex") and second.name.startswith("Dan")
    assert first.county in {"Cluj", "CJ"} and second.county in {"Iasi", "IS"}


def test_numbers_and_addresses_have_their_columns() -> None:
    text = (
        "Partener;CUI;Nr. reg. com.;Sediu\n"
        "Ana;990000013;J12/345/2010;Str. Probei nr. 3, Turda, jud. Cluj\n"
        "Dan;990000056;J22/346/2011;Bd. Unirii 5, Iasi\n"
    )
    first, _second = read(text)
    assert (first.name, first.tax_id, first.registry_number) == ("Ana", "990000013", "J12/345/2010")
    assert first.address.endswith("jud. Cluj")


def test_a_chosen_column_decides_and_a_wrong_one_is_named() -> None:
    text = "Client;Partener\nAna SRL;Dan SRL\nEva SRL;Ion SRL\n"
    with pytest.raises(TableError, match=r"Choose one with --name COLUMN"):
        read(text)
    assert [row.name for row in read(text, name="Partener")] == ["Dan SRL", "Ion SRL"]
    with pytest.raises(TableError, match="no column 'X'"):
        read(text, name="X")


def test_a_cell_with_a_personal_code_says_nothing() -> None:
    first, second = read(f"Furnizor;Judet\nIon {CNP};Cluj\n{CNP};Iasi\n")
    assert first == MatchRow(county="Cluj") and second == MatchRow(county="Iasi")
