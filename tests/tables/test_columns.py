"""The columns that say which company a row is about are found by name and by content."""

from __future__ import annotations

import pytest

from tui_app.tables.columns import AmbiguousColumnsError, column_named, find_columns
from tui_app.tables.reading import read_table
from tui_app.tables.roles import ColumnRole, role_of
from tui_app.tables.table import TableError

ANA, DAN, EVA = "990000013", "990000021", "990000056"
CODE = "1900101410015"


def found(text: str, **chosen: str) -> dict[str, str]:
    table = read_table(text.encode())
    columns = find_columns(table, chosen={ColumnRole(role): name for role, name in chosen.items()})
    return {role.value: table.columns[at] for role, at in columns.items()}


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("CUI", "tax_id"), ("C.U.I.", "tax_id"), ("Cod fiscal furnizor", "tax_id"),
        ("taxId", "tax_id"), ("CUI client", "tax_id"), ("VAT number", "tax_id"),
        ("Nr.Reg.Com", "registry_number"), ("J / Nr. Reg. Com.", "registry_number"),
        ("Denumire", "name"), ("companyName", "name"), ("Nume furnizor", "name"),
        ("DENUMIRE_FIRMĂ", "name"), ("Județ", "county"), ("Localitatea", "locality"),
        ("Adresa completă", "address"), ("Telefon", None), ("Total", None), ("", None),
    ],
)  # fmt: skip
def test_the_name_of_a_column_says_what_it_holds(name: str, role: str | None) -> None:
    assert role_of(name) == role


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        (f"Denumire;CUI\nANA;{ANA}\nDAN;{DAN}\n", {"tax_id": "CUI", "name": "Denumire"}),
        # By what stands in it, whatever its name; amounts and years are none.
        (f"Cod;An;Suma\nRO {ANA};2024;1500\n{DAN};2024;25000\n{EVA};2023;700\n", {"tax_id": "Cod"}),
        (f"1;ANA SRL;{ANA}\n2;DAN SA;{DAN}\n3;EVA SRL;{EVA}\n",
         {"tax_id": "column 3", "name": "column 2"}),
        # A name that the content contradicts does not count.
        (f"CUI;Cod\nANA SRL;{ANA}\nDAN SRL;{DAN}\n", {"tax_id": "Cod", "name": "CUI"}),
        # Mistyped tax ids are still those.
        ("CUI;Nume\n990000014;ANA\n990000022;DAN\n", {"tax_id": "CUI", "name": "Nume"}),
        ("CUI;Nume\n99000001.3;ANA\n9.9E+08;DAN\n", {"tax_id": "CUI", "name": "Nume"}),
        ("Nume;Judet;Oras;Adresa;Nr Reg Com\nANA;Cluj;Dej;Str. 1;J12/3/2020\n",
         {"registry_number": "Nr Reg Com", "name": "Nume", "county": "Judet", "locality": "Oras",
          "address": "Adresa"}),
        # The same in every row is the user's own company.
        (f"CUI furnizor;CUI client\n{ANA};{DAN}\n{EVA};{DAN}\n", {"tax_id": "CUI furnizor"}),
    ],
)  # fmt: skip
def test_columns_are_found(text: str, columns: dict[str, str]) -> None:
    assert found(text) == columns


def test_two_columns_that_may_be_the_one_are_named() -> None:
    text = f"CUI furnizor;CUI client\n{ANA};{DAN}\n{EVA};{ANA}\n"
    with pytest.raises(AmbiguousColumnsError, match="CUI furnizor, CUI client"):
        found(text)
    assert found(text, tax_id="CUI client")["tax_id"] == "CUI client"
    assert found(text, tax_id="2")["tax_id"] == "CUI client"
    with pytest.raises(TableError, match=r"Did you mean CUI client\?"):
        column_named(read_table(text.encode()), "CUI clent")


def test_the_name_of_a_column_of_tax_ids_wins_over_personal_codes_in_it() -> None:
    rows = [f"{CODE},PFA PROBA {at}\n99000001{at},X" for at in range(3)]
    table = read_table("\n".join(["CUI,Nume", *rows]).encode())
    assert find_columns(table, [ColumnRole.TAX_ID]) == {ColumnRole.TAX_ID: 0}
    names = read_table("\n".join(["CUI,Cod", *["ANA SRL,1"] * 3, "990000013,2"]).encode())
    assert ColumnRole.TAX_ID not in find_columns(names, [ColumnRole.TAX_ID])
