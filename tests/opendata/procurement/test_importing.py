"""Procurement files of every form: what is kept, summed, set apart and left out."""

from __future__ import annotations

import datetime as dt
import random
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.opendata.procurement.files import (
    COLUMNS,
    Deal,
    deals,
    eight_files,
    nature,
    sums,
    table_rows,
    write_csv,
    write_ods,
    write_xls,
    write_xlsx,
)
from tests.seeds import seeds
from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files import workbooks
from tui_app.opendata.files.inputs import find_inputs
from tui_app.opendata.files.table_reader import TOO_MANY
from tui_app.opendata.importing import import_files
from tui_app.opendata.plan import ImportOptions, make_plan
from tui_app.opendata.procurement.importing import ProcurementSummary
from tui_app.opendata.recognition import recognise
from tui_app.registry.contracts.tables import unpack
from tui_app.registry.generation import beside, next_generation


class _Silent:
    def reading(self, label: str) -> None: ...
    def advanced(self, size: int, rows: int) -> None: ...
    def working(self, step: str, companies: int) -> None: ...


def imported(registry: Path, *paths: Path, **options: Any) -> ProcurementSummary:
    plan = make_plan(paths, [], ImportOptions(**options))
    with next_generation(registry) as change:
        summary = import_files(plan, change, _Silent()).contracts
    assert summary is not None
    return summary


def rows_of(registry: Path, statement: str) -> list[tuple[Any, ...]]:
    contracts = beside(registry).contracts
    assert contracts is not None
    with closing(sqlite3.connect(contracts)) as connection:
        return connection.execute(statement).fetchall()


def summed(registry: Path) -> dict[tuple[int, int, str], tuple[int, Decimal]]:
    """Count and sum by winner, year and kind, as the program has them."""
    found: dict[tuple[int, int, str], tuple[int, Decimal]] = {}
    for party, year, *counts in rows_of(
        registry,
        "SELECT party, year, contracts, contract_sum, purchases, purchase_sum FROM money_year"
        " WHERE side = 0",
    ):
        for kind, count, total in (("contracts", *counts[:2]), ("purchases", *counts[2:])):
            if count:
                found[party, year, kind] = count, Decimal(total) / 100
    return found


def account(summary: ProcurementSummary, name: str) -> str:
    """Every message about a file."""
    return "\n".join(
        "\n".join([*tally.lines(), *lines])
        for tally, lines in zip(summary.files.tallies, summary.files.lines, strict=True)
        if tally.label.endswith(name)
    )


def test_every_form_is_summed_to_the_ban(tmp_path: Path) -> None:
    made = eight_files(tmp_path / "files")
    summary = imported(tmp_path / "r.db", tmp_path / "files")
    assert summed(tmp_path / "r.db") == sums(made)
    assert [tally.rows for tally in summary.files.tallies] == [120] * 8
    assert "month first (a day over 12 settles it)" in account(summary, "e.csv")
    assert "serial numbers of a spreadsheet" in account(summary, "f.xlsx")


def test_natures_are_kept_apart_call_offs_first(tmp_path: Path) -> None:
    made = deals("contracts", 2024, 1, 200)
    write_csv(tmp_path / "x.csv", table_rows(made, "new"), ";", "utf-8")
    imported(tmp_path / "r.db", tmp_path / "x.csv")
    counted = dict(
        rows_of(tmp_path / "r.db", "SELECT nature, count(*) FROM money_contract GROUP BY 1")
    )
    kinds = [nature(each) for each in made]
    assert counted == {
        number: kinds.count(kind)
        for number, kind in ((1, "contract"), (2, "callOff"), (3, "framework"))
    }


def _deal(**changes: object) -> Deal:
    plain = deals("purchases", 2024, 1, 1)[0]._replace(
        kind="Furnizare", value=Decimal(100), day=dt.date(2024, 1, 20)
    )
    return plain._replace(**changes)  # type: ignore[arg-type]


def _imported_rows(folder: Path, some: Sequence[Deal], name: str = "x.csv") -> ProcurementSummary:
    write_csv(folder / name, table_rows(some, "new"), ",", "utf-8")
    return imported(folder / "r.db", folder / name)


def test_a_purchase_above_the_ceiling_of_its_kind_is_set_apart(tmp_path: Path) -> None:
    some = [
        _deal(value=Decimal("270120"), number="DA1"),
        _deal(value=Decimal("270120.01"), number="DA2"),
        _deal(value=Decimal("900400"), kind="Lucrari", cpv="45233142-6", number="DA3"),
        _deal(value=Decimal("900400.5"), kind="Lucrari", cpv="45233142-6", number="DA4"),
    ]
    summary = _imported_rows(tmp_path, some)
    assert summed(tmp_path / "r.db") == sums(some)
    assert "2 taken with a note: set apart: above the ceiling" in account(summary, "x.csv")
    assert rows_of(tmp_path / "r.db", "SELECT apart FROM money_year WHERE side = 0") == [(2,)]


def test_contracts_above_a_billion_are_summed_apart(tmp_path: Path) -> None:
    typo = deals("contracts", 2016, 1, 1)[0]._replace(
        value=Decimal("543595445218"), closing="Un contract", winner=990000013
    )
    write_csv(
        tmp_path / "x.csv", table_rows([typo, typo._replace(value=Decimal(5))], "new"), ";", "utf-8"
    )
    summary = imported(tmp_path / "r.db", tmp_path / "x.csv")
    found = rows_of(
        tmp_path / "r.db", "SELECT contracts, contract_sum, large, large_sum FROM money_year"
    )
    assert set(found) == {(1, 500, 1, 54359544521800)}
    assert "set apart: above 1 bn RON" in account(summary, "x.csv")


def test_spellings_of_tax_ids_foreign_firms_and_persons(tmp_path: Path) -> None:
    header, row = table_rows([_deal()], "new")
    at = header.index("CUI ofertant câștigător")
    name = header.index("Ofertant câștigător")

    def winner(code: str, called: str) -> list[object]:
        return [code if i == at else called if i == name else cell for i, cell in enumerate(row)]

    rows = [
        header, winner("RO 990000013", "A"), winner("990.000.013", "A"), winner("0990000013", "A"),
        winner("990000013.0", "A"), winner("ATU 57477929", "Wien GmbH"),
        winner("1800101221144", "Ion Popescu"), winner("", "Popescu Ana 1800101221144"),
        winner("", ""),
    ]  # fmt: skip
    write_csv(tmp_path / "x.csv", rows, ";", "utf-8")
    summary = imported(tmp_path / "r.db", tmp_path / "x.csv")
    found = rows_of(tmp_path / "r.db", "SELECT winner, count FROM money_pair ORDER BY count")
    assert sorted(count for _, count in found) == [1, 2, 4]
    assert dict(found)[990000013] == 4
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("r*") if path.is_file())
    assert b"1800101221144" not in kept and b"Popescu" not in kept and b"57477929" not in kept
    assert b"Wien GmbH" in kept
    assert "1 left out: neither a tax id nor a name of the winner" in account(summary, "x.csv")


def test_shifted_rows_are_left_out_with_their_line(tmp_path: Path) -> None:
    lines = [",".join(map(str, row)) for row in table_rows([_deal(title="ok")] * 3, "new")]
    lines[2] = lines[2].replace("ok", "drum, comunal")
    lines.insert(3, lines[1].replace("ok", '"never closed'))
    (tmp_path / "x.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    summary = imported(tmp_path / "r.db", tmp_path / "x.csv")
    (tally,) = summary.files.tallies
    assert tally.rows == 4
    assert tally.messages == [(3, TOO_MANY)]
    assert sum(each[0] for each in summed(tmp_path / "r.db").values()) == 3


def test_a_column_that_is_empty_throughout_is_told(tmp_path: Path) -> None:
    some = [_deal(cpv="", number=f"DA{n}") for n in range(30)]
    said = account(_imported_rows(tmp_path, some), "x.csv")
    assert "column 'Cod CPV' (CPV code) is empty in all 30 rows" in said


def test_a_big_file_without_rows_is_an_error(tmp_path: Path) -> None:
    header = table_rows([_deal()], "new")[0]
    (tmp_path / "x.csv").write_text(";".join(header) + "\n" + "\n" * 120_000, encoding="utf-8")
    with pytest.raises(ImportRefusedError, match="not one row"):
        imported(tmp_path / "r.db", tmp_path / "x.csv")


def test_a_file_of_no_table_and_one_without_a_column_are_told_by_name(tmp_path: Path) -> None:
    header, _ = table_rows([_deal()], "new")
    write_csv(tmp_path / "anunturi.csv", [header[:2] + header[4:]], ";", "utf-8")
    (source,) = find_inputs([tmp_path / "anunturi.csv"])
    with pytest.raises(
        ImportRefusedError, match=r"anunturi\.csv is a public procurement file, but"
    ):
        recognise(source)
    at = header.index("Valoare achiziție (RON)")
    write_csv(tmp_path / "x.csv", [header[:at] + header[at + 1 :]], ";", "utf-8")
    (source,) = find_inputs([tmp_path / "x.csv"])
    with pytest.raises(ImportRefusedError, match="no column for the value"):
        recognise(source)


def test_without_the_extra_a_spreadsheet_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    some = table_rows([_deal()], "new")
    for path in (
        write_xls(tmp_path / "a.xls", some),
        write_xlsx(tmp_path / "b.xlsx", some),
        write_ods(tmp_path / "c.xlsx", some),
    ):
        (source,) = find_inputs([path])
        with pytest.raises(ImportRefusedError, match="pip install 'python-calamine"):
            recognise(source)


def test_streamed_sheets_are_the_same_and_their_claims_are_capped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = deals("purchases", 2026, 1, 60)
    write_xlsx(tmp_path / "a.xlsx", table_rows(some, "new", "serial"))
    imported(tmp_path / "at-once.db", tmp_path / "a.xlsx")
    monkeypatch.setattr(workbooks, "AT_ONCE", 0)
    imported(tmp_path / "streamed.db", tmp_path / "a.xlsx")
    assert summed(tmp_path / "streamed.db") == summed(tmp_path / "at-once.db") == sums(some)
    claim = (
        '<table:table-row table:number-rows-repeated="1000000"><table:table-cell'
        ' table:number-columns-repeated="16000"><text:p xmlns:text="t">x</text:p>'
        "</table:table-cell></table:table-row>"
    )
    write_ods(tmp_path / "b.ods", table_rows(some, "new"), claim)
    summary = imported(tmp_path / "ods.db", tmp_path / "b.ods")
    assert summary.files.tallies[0].rows == 61
    assert summed(tmp_path / "ods.db") == sums(some)


def test_the_name_never_decides(tmp_path: Path) -> None:
    some = deals("purchases", 2024, 2, 10)
    write_csv(tmp_path / "Contracte.csv", table_rows(some, "new"), ";", "utf-8")
    write_csv(tmp_path / "Contracte vechi.csv", table_rows(some, "old"), "^", "utf-8")
    found = [recognise(source) for source in find_inputs([tmp_path])]
    assert [each.procurement and each.procurement.table.value for each in found] == [
        "direct purchases"
    ] * 2


def test_changes_give_the_value_after(tmp_path: Path) -> None:
    (one,) = deals("contracts", 2024, 1, 1)
    one = one._replace(closing="Un contract")
    write_csv(tmp_path / "contracte.csv", table_rows([one], "new"), ";", "utf-8")
    columns = {
        name: key for name, key in COLUMNS["new"]["contracts"].items() if "Valoare" not in name
    }
    before = "Valoarea totală actualizată a contractului înainte de modificări"
    after = "Valoarea totală a contractului după modificări"
    values = one._asdict()
    rows = [
        [*columns, before, after],
        [*(values[key] for key in columns.values()), one.value, one.value * 2],
    ]
    write_csv(tmp_path / "modificari.csv", rows, ";", "utf-8")
    imported(tmp_path / "r.db", tmp_path)
    found = rows_of(tmp_path / "r.db", "SELECT value, value_after FROM money_contract")
    assert found == [(int(one.value * 100), int(one.value * 200))]


@pytest.mark.parametrize("every", [False, True])
def test_the_largest_purchases_of_a_pair_are_kept(tmp_path: Path, every: bool) -> None:
    files = []
    for quarter in (1, 2):
        some = [
            _deal(value=Decimal(1000 * quarter + n), number=f"DA{quarter}{n:03}",
                  day=dt.date(2024, 3 * quarter - 1, 20))
            for n in range(70)
        ]  # fmt: skip
        path = tmp_path / f"T{quarter} 2024.csv"
        files.append(write_csv(path, table_rows(some, "new"), ",", "utf-8"))
    imported(tmp_path / "r.db", *files, all_purchases=every)
    ((packed, count),) = rows_of(tmp_path / "r.db", "SELECT packed, purchases FROM money_pair")
    values = [row[1] for row in unpack(packed)]
    assert count == 140
    assert values == sorted(values, reverse=True)
    assert len(values) == (140 if every else 50)
    assert values[0] == 206_900


@pytest.mark.parametrize("seed", seeds(3))
def test_nothing_is_summed_twice_in_any_order(tmp_path: Path, seed: int) -> None:
    """Quarters in random order, some again under other names and in other forms."""
    pick = random.Random(seed)
    quarters = [
        (table, year, quarter)
        for table in ("purchases", "contracts")
        for year in (2021, 2022)
        for quarter in (1, 2)
    ]
    newest: dict[tuple[str, int, int], list[Deal]] = {}
    for turn in range(9):
        key = pick.choice(quarters)
        some = deals(*key, count=pick.choice([60, 62]), seed=pick.choice([1, 2]))
        table, year, quarter = key
        spelling, date = pick.choice([("new", "%Y-%m-%d"), ("old", "%d.%m.%Y")])
        folder = tmp_path / str(turn)
        folder.mkdir()
        name = pick.choice([f"{table} {year} - T{quarter}", "fisier"])
        if pick.random() < 0.2:
            write_xlsx(folder / f"{name}.csv", table_rows(some, spelling, date))
        else:
            write_csv(folder / f"{name}.csv", table_rows(some, spelling, date), ";", "utf-8")
        imported(tmp_path / "r.db", folder)
        newest[key] = some
        assert summed(tmp_path / "r.db") == sums([each for s in newest.values() for each in s])


def test_files_with_the_same_rows_are_summed_once(tmp_path: Path) -> None:
    some = deals("purchases", 2024, 1, 80)
    write_csv(tmp_path / "a.csv", table_rows(some, "new"), ";", "utf-8")
    write_xlsx(tmp_path / "b T2 2023.xlsx", table_rows(some, "old"))
    summary = imported(tmp_path / "r.db", tmp_path)
    assert summed(tmp_path / "r.db") == sums(some)
    assert any("most of its rows in common" in each for each in summary.files.not_taken)


@pytest.mark.parametrize("delimiter", [";", "^"])
def test_entities_shift_no_columns_and_are_decoded(tmp_path: Path, delimiter: str) -> None:
    some = [_deal(title="Scaune &amp; mese", number="DA1"), _deal(number="DA2")]
    lines = [delimiter.join(map(str, row)) for row in table_rows(some, "new")]
    (tmp_path / "x.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    summary = imported(tmp_path / "r.db", tmp_path / "x.csv", is_strict=True)
    assert summary.files.tallies[0].rows == 2
    ((packed,),) = rows_of(tmp_path / "r.db", "SELECT packed FROM money_pair")
    assert "Scaune & mese" in {row[3] for row in unpack(packed)}


def test_dates_after_the_day_of_the_file_are_noted(tmp_path: Path) -> None:
    some = [_deal(number="DA1"), _deal(number="DA2", day=dt.date(2091, 1, 20))]
    summary = _imported_rows(tmp_path, some)
    assert "1 taken with a note: a date after the day of the file" in account(summary, "x.csv")


def test_a_file_that_breaks_off_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    write_csv(path, table_rows([_deal()] * 2, "new"), ";", "utf-8")
    path.write_bytes(path.read_bytes()[:-40])
    (why,) = imported(tmp_path / "r.db", path).files.not_whole
    assert why == "the last line of x.csv is cut off"
