"""``check`` on tables of the user's: which column counts, whose name is whose, what comes back."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.running import process, run
from tests.tables.sheets import xlsx
from tui_app.contract.resources import CompanyProfile
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import CompanyRecord

ANA, BANANA, DAN, DAN_SA = "990000013", "990000021", "990000056", "990000064"
CNP = "1960101410015"


@pytest.fixture
def registry(tmp_path: Path) -> tuple[str, ...]:
    names = {ANA: "ANA MARIA SRL", BANANA: "BANANA IMPEX SRL", DAN: "DAN SRL", DAN_SA: "DAN SA"}
    file = tmp_path / "registry.db"
    build(
        [
            CompanyRecord(
                profile=CompanyProfile(
                    tax_id=tax_id,
                    company_name=name,
                    company_id="J40/12/2020" if tax_id == DAN else None,
                )
            )
            for tax_id, name in names.items()
        ],
        file,
        invented=True,
    )
    return ("--registry", str(file))


def rows_of(*arguments: str, typed: str | None = None) -> list[dict[str, str]]:
    checked = run(*arguments, "-o", "csv", typed=typed)
    return list(csv.DictReader(io.StringIO(checked.stdout)))


def test_the_user_s_columns_come_back_in_order_and_ours_after_them(
    registry: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "suppliers.csv"
    file.write_text(
        f"Nr;Firma;status;CUI;Sold\n1;ana;plătit;RO {ANA};1,50\n2;DAN SRL;;;2,00\n3;Total;;;3,50\n"
    )
    checked = run(*registry, "check", str(file), "-o", "csv")
    assert "Companies are taken from: CUI, Firma." in checked.stderr
    header, *lines = csv.reader(io.StringIO(checked.stdout))
    assert header[:5] == ["Nr", "Firma", "status", "CUI", "Sold"]
    assert {"taxId", "companyName", "firmeterm_status", "problem"} <= set(header[5:])
    assert "input" not in header
    first, second, total = (dict(zip(header, line, strict=True)) for line in lines)
    assert (first["status"], first["Sold"], first["taxId"]) == ("plătit", "1,50", ANA)
    assert second["taxId"] == DAN and total["taxId"] == "" and total["problem"]
    chosen = rows_of(*registry, "check", str(file), "--fields", "Firma,firmeterm_status,taxId")
    assert [*chosen[0]] == ["Firma", "firmeterm_status", "taxId"]


def test_only_an_equal_name_is_a_company_s(registry: tuple[str, ...]) -> None:
    rows = rows_of(*registry, "check", typed="ANA IMPEX SRL\nimpex\nS.C. Ana-Maria S.R.L.\nDAN\n")
    part, contained, equal, several = rows
    assert part["taxId"] == contained["taxId"] == several["taxId"] == ""
    assert f"similar: BANANA IMPEX SRL ({BANANA})" in contained["problem"]
    assert equal["taxId"] == ANA and equal["problem"] == ""
    assert "2 companies have this name" in several["problem"]
    [by_form] = rows_of(*registry, "check", typed="dan s.a.\n")
    assert by_form["taxId"] == DAN_SA


def test_tax_ids_on_one_line_have_a_row_each(registry: tuple[str, ...]) -> None:
    rows = rows_of(*registry, "check", typed=f"{ANA}, {DAN} {BANANA}\n")
    assert [(row["line"], row["companyName"]) for row in rows] == [
        ("1", "ANA MARIA SRL"), ("1", "DAN SRL"), ("1", "BANANA IMPEX SRL"),
    ]  # fmt: skip


def test_a_registry_number_is_its_company_s(registry: tuple[str, ...]) -> None:
    rows = rows_of(*registry, "check", typed="40/12/2020\nj2020000012405\nJ40/1/2020\n")
    assert [row["taxId"] for row in rows] == [DAN, DAN, ""]
    [named] = rows_of(*registry, "check", typed="Nume;Nr. Reg. Com.\nDAN SA;J40/12/2020\n")
    assert named["taxId"] == DAN


def test_a_tax_id_with_decimals_is_no_other_company(registry: tuple[str, ...]) -> None:
    rows = rows_of(*registry, "check", typed=f"CUI;Nume\n{ANA}.0;A\n99000005.6;DAN SRL\n9.9E+8;C\n")
    assert [row["taxId"] for row in rows] == [ANA, "", ""]
    assert all("not a tax id: nothing was sent" in row["problem"] for row in rows[1:])


def test_where_asking_is_free_the_courts_are_asked_too(registry: tuple[str, ...]) -> None:
    checked = run(*registry, "check", typed=ANA)
    [row] = json.loads(checked.stdout)["rows"]
    assert "cases_not_checked" in row["signals"] and "no court cases at all" in checked.stderr
    [found] = json.loads(run("check", typed=ANA).stdout)["rows"]
    assert "bankruptcy_debtor" in found["signals"]
    shown = run("--lang", "ro", "check", "-o", "table", typed=ANA).stdout
    assert "bankruptcy_debtor" not in shown and "faliment" in shown


def test_the_column_is_chosen_where_two_may_be_meant(
    registry: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "pairs.csv"
    file.write_text(f"CUI furnizor,CUI client\n{ANA},{DAN}\n{BANANA},{ANA}\n")
    refused = run(*registry, "check", str(file))
    assert refused.exit_code == 2 and "--column" in refused.stderr
    assert "CUI furnizor, CUI client" in refused.stderr
    rows = rows_of(*registry, "check", str(file), "--column", "cui client")
    assert [row["taxId"] for row in rows] == [DAN, ANA]
    wrong = run(*registry, "check", str(file), "--column", "Firma")
    assert wrong.exit_code == 2 and "there is no column 'Firma'" in wrong.stderr


def test_a_spreadsheet_and_a_file_that_is_no_table(
    registry: tuple[str, ...], tmp_path: Path
) -> None:
    pytest.importorskip("python_calamine")
    sheet = tmp_path / "list.xlsx"
    sheet.write_bytes(xlsx({"Date": [["Firma", "CUI"], ["Ana", 990000013], ["Dan", 990000056.0]]}))
    rows = rows_of(*registry, "check", str(sheet))
    assert [(row["Firma"], row["CUI"], row["taxId"]) for row in rows] == [
        ("Ana", ANA, ANA), ("Dan", DAN, DAN),
    ]  # fmt: skip
    picture = tmp_path / "scan.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00")
    refused = run("--base-url", "http://127.0.0.1:9", "check", str(picture), "--yes")
    assert refused.exit_code == 2 and "neither a list nor a table" in refused.stderr
    assert "Checking" not in refused.stderr


def test_no_personal_code_of_a_table_leaves_it(registry: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    file.write_text(f"CUI;CNP;Nota\n{ANA};{CNP};ok\n{CNP};;la {CNP}\n{DAN};;\n")
    checked = run(*registry, "check", str(file), "-o", "csv")
    assert CNP not in checked.output
    assert "person's code" in checked.stdout


def test_it_speaks_the_language_that_was_set(registry: tuple[str, ...]) -> None:
    checked = run("--lang", "ro", *registry, "check", typed=f"{ANA}\nnimeni nu e\n")
    row, missing = json.loads(checked.stdout)["rows"]
    nothing = run("--lang", "ro", "check", typed="nimeni nu e\n")
    assert "Datele demonstrative au doar firme inventate" in nothing.stderr
    assert row["signals"] == ["cases_not_checked"] and "găsit" in missing["problem"]
    spoken = process(*registry, "check", "no/such/file", FIRMETERM_LANG="ro")
    assert "nu poate fi citit" in spoken.stderr
