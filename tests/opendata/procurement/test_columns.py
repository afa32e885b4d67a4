"""Columns that were renamed, moved or cut are recognised by parts of names and by their cells."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.opendata.procurement.files import COLUMNS, deals, sums, table_rows, write_csv
from tests.opendata.procurement.test_importing import account, imported, rows_of, summed
from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.procurement.columns import is_header

_BUYER = 994009015
"""A tax id that checks."""

_RENAMED = {
    "Autoritate contractantă": ("AutoritateContractantaNume", "DENUMIRE ACHIZITOR", "Beneficiar"),
    "CUI autoritate contractantă": (
        "AutoritateContractantaCU", "CIF autoritate", "Cod fiscal achizitor",
        "cod_fiscal_autoritate_contractanta", "CUI AC", "Autoritate contractantă - CUI",
    ),
    "Ofertant câștigător": ("Ofertant", "FURNIZOR", "Denumire operator economic"),
    "CUI ofertant câștigător": (
        "CastigatorCU", "CUI furnizor", "Cod fiscal operator economic", "CIF ofertant", "CUI",
    ),
    "Valoare achiziție (RON)": ("VALOARE", "Valoare cumparare LEI", "Preț total (lei)"),
    "Valoare contract (RON)": ("Valoare totală", "ValoareContractLei", "Valoarea contractului"),
    "Număr contract": ("Nr. contract", "NrContract", "numarul_contractului"),
    "Data contract": ("DataContractului", "DATA SEMNARE CONTRACT", "data_contract"),
    "Data publicare": ("Data publicarii", "DataAchizitiei", "data finalizarii"),
    "Denumire contract": ("Obiectul contractului", "TITLU"),
    "Denumire achiziție": ("Descriere achiziție", "Obiect"),
    "Cod CPV": ("CPV", "CodulCPV"),
}  # fmt: skip


def _some(table: str) -> list[Any]:
    checked = [990000013, 990000021, 990000030, 990000048]
    return [
        each._replace(winner=checked[at % 4], buyer=_BUYER, closing="Un contract")
        for at, each in enumerate(deals(table, 2024, 1, 40))
    ]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("table", ["purchases", "contracts"])
def test_renamed_and_moved_columns_give_the_same_sums(
    tmp_path: Path, table: str, seed: int
) -> None:
    pick = random.Random(f"{table} {seed}")
    some = _some(table)
    rows = table_rows(some, "new")
    rows[0] = [
        pick.choice([name, *_RENAMED.get(name, ())]) if name != "Valoare achiziție (RON)" or seed
        else name
        for name in COLUMNS["new"][table]
    ]  # fmt: skip
    case = pick.choice(["upper", "lower", "strip"])
    rows[0] = [getattr(name, case)() for name in rows[0]]
    order = list(range(len(rows[0])))
    pick.shuffle(order)
    rows = [[row[at] for at in order] for row in rows]
    named = "achizitii directe" if table == "purchases" else "contracte"
    imported(tmp_path / "r.db", write_csv(tmp_path / f"{named} 2024 T1.csv", rows, "^", "utf-8"))
    assert summed(tmp_path / "r.db") == sums(some), rows[0]
    assert rows_of(tmp_path / "r.db", "SELECT DISTINCT buyer FROM money_pair") == [(_BUYER,)]


def test_ids_without_a_telling_name_are_known_by_their_cells(tmp_path: Path) -> None:
    some = _some("contracts")
    rows = table_rows(some, "new")
    at = {name: place for place, name in enumerate(rows[0])}
    rows[0][at["CUI autoritate contractantă"]] = "Cod 1"
    rows[0][at["CUI ofertant câștigător"]] = "Cod 2"
    summary = imported(tmp_path / "r.db", write_csv(tmp_path / "x.csv", rows, ";", "utf-8"))
    assert summed(tmp_path / "r.db") == sums(some)
    assert "tax id of the authority: 'Cod 1'" in account(summary, "x.csv")


def test_numbers_that_are_no_tax_ids_are_not_taken_for_them(tmp_path: Path) -> None:
    rows = table_rows(_some("contracts"), "new")
    at = rows[0].index("CUI ofertant câștigător")
    rows[0][at] = "Cod 2"
    for number, row in enumerate(rows[1:]):
        row[at] = 1000003 + 2 * number
    with pytest.raises(ImportRefusedError) as refused:
        imported(tmp_path / "r.db", write_csv(tmp_path / "x.csv", rows, ";", "utf-8"))
    assert "no column for the tax id of the winner" in str(refused.value)
    assert "Its columns: Autoritate contractantă, CUI autoritate contractantă" in str(refused.value)


@pytest.mark.parametrize(
    "line",
    [
        '{"profile": {"taxId": "990000013", "companyName": "BENEFICIAR FURNIZOR VALOARE DATA"}}',
        "DENUMIRE,CUI,COD_INMATRICULARE,DATA_INMATRICULARE,FORMA_JURIDICA,ADR_JUDET",
        "COD_FISCAL,DENUMIRE,COD_FISCAL_PARINTE,TIP_UNITATE,TIP_CONTRIB,LOCALITATE,DATA_STARE",
        "CUI,CAEN,I1,I2,I3",
    ],
)
def test_other_files_are_no_procurement_files(line: str) -> None:
    assert not is_header(line.split(","))
