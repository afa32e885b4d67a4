"""Files as people save, pack and cut them, beside a good one, through the whole import."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.opendata.conftest import HEADER, Run, firm, write_dump
from tui_app.registry.sqlite.registry_file import RegistryFile

Imported = Callable[..., dict[str, Any]]
Opened = Callable[[], RegistryFile]

IDS = ("990000021", "990000030", "990000048", "990000056", "990000064")
ROWS = tuple(
    firm(f"ȘOARECE {n} SRL", tax_id, f"J12/{n}/2020", ADR_LOCALITATE="Târgu Mureș",
         ADR_COMPLETARE="FN, în curte")
    for n, tax_id in enumerate(IDS)
)  # fmt: skip
TEXT = "\r\n".join([HEADER, *ROWS, ""])
CEDILLA = TEXT.replace("ș", "ş").replace("Ș", "Ş")
BOM = "\ufeff"
QUOTED = "cells in quotes, as a spreadsheet saves them"
DECIMALS = "whole numbers with decimals, as a spreadsheet saves them"


def by_spreadsheet(delimiter: str, quoting: int = csv.QUOTE_MINIMAL) -> str:
    saved = io.StringIO()
    writer = csv.writer(saved, delimiter=delimiter, quoting=quoting)  # type: ignore[arg-type]
    writer.writerows(line.split("^") for line in (HEADER, *ROWS))
    return saved.getvalue()


def as_one_cell() -> str:
    """Each row is one cell of a sheet, in quotes where it has a comma."""
    saved = io.StringIO()
    csv.writer(saved).writerows([line] for line in (HEADER, *ROWS))
    return saved.getvalue()


FORMS: dict[str, tuple[bytes, dict[str, int]]] = {
    "as published": (TEXT.encode(), {}),
    "UTF-16": (TEXT.encode("utf-16"), {"written as UTF-16": 5}),
    "UTF-16, big end first": (
        b"\xfe\xff" + TEXT.encode("utf-16-be"), {"written as UTF-16": 5},
    ),
    "two byte-order marks": ((BOM + BOM + TEXT).encode(), {}),
    "UTF-16 with two": ((BOM + TEXT).encode("utf-16"), {"written as UTF-16": 5}),
    "UTF-16 without a mark": (TEXT.encode("utf-16-le"), {"written as UTF-16": 5}),
    "UTF-16 of an old Mac": (
        TEXT.replace("\r\n", "\r").encode("utf-16"), {"written as UTF-16": 5},
    ),
    "blank lines first": (
        b"\xef\xbb\xbf\r\n  \r\n" + TEXT.encode(),
        {"a line before the header: blank, a title, or with the delimiter": 2},
    ),
    "CR alone": (
        TEXT.replace("\r\n", "\r").encode(), {"a line that ends in CR alone": 5},
    ),
    "cp1250": (CEDILLA.encode("cp1250"), {}),
    "cp1250 within UTF-8": (
        "\r\n".join([HEADER, *ROWS[:3], ""]).encode()
        + "\r\n".join([*CEDILLA.split("\r\n")[4:6], ""]).encode("cp1250"),
        {"a line in the code page 1250 within UTF-8": 2},
    ),
    "every cell quoted": (by_spreadsheet(";", csv.QUOTE_ALL).encode(), {QUOTED: 5}),
    "some cells quoted": (by_spreadsheet(",").encode(), {QUOTED: 5}),
    "every cell quoted, carets": (by_spreadsheet("^", csv.QUOTE_ALL).encode(), {QUOTED: 5}),
    "texts quoted, carets": (
        by_spreadsheet("^", csv.QUOTE_NONNUMERIC).encode(), {QUOTED: 5},
    ),
    "one cell a row": (as_one_cell().encode(), {QUOTED: 5}),
    "delimiter named": (
        b"sep=;\r\n" + by_spreadsheet(";").encode(),
        {"a line before the header: blank, a title, or with the delimiter": 1},
    ),
    "a tab named as delimiter, in quotes": (
        b'"sep=\t"\r\n' + by_spreadsheet("\t").encode(),
        {"a line before the header: blank, a title, or with the delimiter": 1},
    ),
    "tax ids with decimals": (
        TEXT.replace("^99000", "^99000").replace("^J12/", ".0^J12/").encode(), {DECIMALS: 5},
    ),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_read_and_counted(
    imported: Imported, opened: Opened, tmp_path: Path, form: str
) -> None:
    content, notes = FORMS[form]
    path = tmp_path / "OD_FIRME.CSV"
    path.write_bytes(content)
    (told,) = imported(path)["files"]
    registry = opened()
    for n, tax_id in enumerate(IDS):
        profile = registry.profile(tax_id)
        assert profile is not None
        assert (profile.company_name, profile.locality) == (f"ȘOARECE {n} SRL", "Târgu Mureș")
        assert profile.full_address == "Jud. Cluj, Târgu Mureș, FN, în curte"
    assert (told["rows"], told["unreadable"], told["notes"]) == (5, {}, notes)


@pytest.mark.parametrize(("form", "packed"), [("UTF-16", "gz"), ("CR alone", "zip")])
def test_a_packed_file_in_another_form_is_read(
    imported: Imported, opened: Opened, tmp_path: Path, form: str, packed: str
) -> None:
    path = tmp_path / f"OD_FIRME.CSV.{packed}"
    if packed == "gz":
        path.write_bytes(gzip.compress(FORMS[form][0]))
    else:
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("OD_FIRME.CSV", FORMS[form][0])
    imported(path)
    assert opened().info.companies == 5


def zipped(*members: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for member in members:
            archive.writestr(member, "<x/>")
    return file.getvalue()


def tarred(mode: str) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode=mode) as archive:  # type: ignore[call-overload]
        member = tarfile.TarInfo("OD_FIRME.CSV")
        member.size = len(TEXT.encode())
        archive.addfile(member, io.BytesIO(TEXT.encode()))
    return file.getvalue()


def statement(figure: str) -> bytes:
    header = ",".join(["CUI", "CAEN", *(f"I{n}" for n in range(1, 21))])
    return f"{header}\r\n990000021,4711,{figure}{',' * 19}\r\n".encode()


UNREADABLE: dict[str, tuple[str, bytes, str]] = {
    "NULs": (
        "OD_FIRME.CSV", TEXT.replace("E 3", "E\0 3").encode(), "NUL bytes, the first in line 5",
    ),
    "no header": ("OD_FIRME.CSV", "\r\n".join(ROWS).encode(), "has no header"),
    "renamed": (
        "OD_FIRME.CSV", TEXT.replace("FORMA_JURIDICA", "FORMA", 1).encode(),
        "nearly companies of the trade register (OD_FIRME), but has no column FORMA_JURIDICA",
    ),
    "renamed statement": (
        "WEB_UU_AN2024.txt", statement("1").replace(b"CUI", b"COD"),
        "nearly yearly statements (Ministry of Finance), but has no column CUI",
    ),
    "tax ids that lost digits": (
        "OD_FIRME.CSV", TEXT.replace("990000030", "9.9E8").encode(), "column CUI, line 3",
    ),
    "American days": (
        "OD_FIRME.CSV", TEXT.replace("14/05/2020", "5/14/2020").encode(),
        "column DATA_INMATRICULARE, line 2",
    ),
    "grouped figures": ("WEB_UU_AN2024.txt", statement("1450.300"), "column I1, line 2"),
    "rounded figures": ("WEB_UU_AN2024.txt", statement("9.9E8"), "--only statements"),
    "xlsx": (
        "OD_FIRME.xlsx", zipped("[Content_Types].xml", "xl/workbook.xml", "xl/sheet1.xml"),
        "a spreadsheet (xlsx): save its sheet as CSV",
    ),
    "ods": ("OD_FIRME.ods", zipped("mimetype", "content.xml"), "a spreadsheet (ods)"),
    "xls": ("OD_FIRME.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "old Excel"),
    "damaged xlsx": ("OD_FIRME.xlsx", b"PK\x03\x04" + bytes(600), "damaged archive"),
    "7z": ("f.7z", b"7z\xbc\xaf\x27\x1c" + bytes(60), "a 7z archive: unpack it first"),
    "rar": ("f.rar", b"Rar!\x1a\x07\x01" + bytes(60), "a RAR archive: unpack it first"),
    "xz": ("f.csv.xz", lzma.compress(TEXT.encode()), "packed with xz: unpack it first"),
    "bz2": ("f.csv.bz2", bz2.compress(TEXT.encode()), "packed with bzip2: unpack it first"),
    "tar": ("f.tar", tarred("w"), "a tar archive: unpack it first"),
    "tar.gz": ("f.tar.gz", tarred("w:gz"), "a tar archive: unpack it first"),
    "pdf": ("f.pdf", b"%PDF-1.7\n" + bytes(60), "a PDF document"),
}  # fmt: skip


def test_what_is_not_read_is_told_in_a_line_beside_what_is(run: Run, tmp_path: Path) -> None:
    good = write_dump(tmp_path / "in" / "good", firm("BUNA SRL", "990000013", "J12/900/2020"))
    others = {tmp_path / "in" / form / name: form for form, (name, *_) in UNREADABLE.items()}
    for other, form in others.items():
        other.parent.mkdir()
        other.write_bytes(UNREADABLE[form][1])
    done = run("data", "import", "-o", "table", tmp_path / "in")
    assert done.exit_code == 0, done.output
    assert f"{good}: 1 rows read" in done.output
    for other, form in others.items():
        reason = UNREADABLE[form][2]
        (line,) = [each for each in done.output.splitlines() if f"{other}" in each]
        assert reason in line and line.startswith("left out: "), form
        alone = run("data", "import", "-o", "table", "--registry", tmp_path / "other.db", other)
        assert alone.exit_code != 0, form
        assert reason in alone.output
        assert not (tmp_path / "other.db").exists()


def test_quotes_of_the_register_stay(imported: Imported, opened: Opened, tmp_path: Path) -> None:
    """In a file as published a quote is an ordinary sign."""
    names = {IDS[0]: '"LUCEAFĂRUL"', IDS[1]: '"ZORI" S.R.L.', IDS[2]: 'GRUP "X"', IDS[3]: 'A ""B'}
    rows = (firm(name, tax_id, f"J12/{tax_id[-3:]}/2020") for tax_id, name in names.items())
    imported(write_dump(tmp_path, *rows))
    registry = opened()
    told = {tax_id: registry.profile(tax_id) for tax_id in names}
    assert {tax_id: each and each.company_name for tax_id, each in told.items()} == names


def test_records_are_read_in_every_form(imported: Imported, opened: Opened, tmp_path: Path) -> None:
    def record(tax_id: str) -> str:
        return json.dumps(
            {"profile": {"taxId": tax_id, "companyName": "ŞOARECE"}}, ensure_ascii=False
        )

    (tmp_path / "a.jsonl").write_bytes("\r".join(map(record, IDS[:2])).encode("utf-16"))
    lines = [record(IDS[2]).encode(), record(IDS[3]).encode("cp1250")]
    (tmp_path / "b.jsonl").write_bytes(b"\n".join(lines))
    told = {Path(file["file"]).name: file["notes"] for file in imported(tmp_path)["files"]}
    assert told == {
        "a.jsonl": {"written as UTF-16": 2},
        "b.jsonl": {"a line in the code page 1250 within UTF-8": 1},
    }
    for tax_id in IDS[:4]:
        profile = opened().profile(tax_id)
        assert profile is not None and profile.company_name == "ŞOARECE"


def test_a_register_that_is_not_read_is_told_where_no_file_names_companies(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "OD_FIRME.CSV.xz").write_bytes(lzma.compress(TEXT.encode()))
    (tmp_path / "WEB_UU_AN2024.txt").write_bytes(statement("7"))
    done = run("data", "import", tmp_path)
    assert done.exit_code != 0
    assert "No file names companies" in done.output
    assert "OD_FIRME.CSV.xz is packed with xz: unpack it first" in done.output


def test_a_list_of_taxpayers_that_a_spreadsheet_saved_is_that_of_legal_persons(
    imported: Imported, opened: Opened, tmp_path: Path
) -> None:
    write_dump(tmp_path, *ROWS)
    header = '"COD_FISCAL";"DENUMIRE";"TIP_UNITATE";"TIP_CONTRIB";"TVA";"TELEFON"'
    row = '"990000021";"A ""B""; C SRL";"Sediu central";"PJ";"DA";"0744 000 000"'
    (tmp_path / "platitori.csv").write_text(f"{header}\n{row}\n")
    plan = imported(tmp_path)["plan"]
    assert any("legal persons" in line or "list of taxpayers" in line for line in plan)
    profile = opened().profile("990000021")
    assert profile is not None and profile.vat is True


def test_a_statement_without_a_column_names_it(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "WEB_UU_AN2024.txt"
    path.write_bytes(statement("7").replace(b"I13", b"CIFRA"))
    done = run("data", "import", path)
    assert done.exit_code != 0
    assert "it has no column I13" in done.output


def test_decimals_after_the_beginning_are_read(
    imported: Imported, opened: Opened, tmp_path: Path
) -> None:
    many = [firm(f"FIRMA {n} SRL", f"{10_000_000 + n}", f"J40/{n}/2020") for n in range(1, 900)]
    late = [firm("TARZIE SRL", f"{IDS[0]}.0", "J12/1/2020")]
    imported(write_dump(tmp_path, *many, *late))
    assert opened().profile(IDS[0]) is not None


def test_a_cell_that_is_quoted_late_is_read(
    imported: Imported, opened: Opened, tmp_path: Path
) -> None:
    many = [firm(f"FIRMA {n} SRL", f"{10_000_000 + n}", f"J40/{n}/2020") for n in range(1, 900)]
    lines = [line.replace("^", ",") for line in (HEADER, *many)]
    late = firm('"TÂRZIE, ""CU"" SRL"', IDS[0], "J12/1/2020").replace("^", ",")
    (tmp_path / "OD_FIRME.CSV").write_text("\r\n".join([*lines, late, ""]))
    (told,) = imported(tmp_path)["files"]
    assert told["notes"] == {QUOTED: 1}
    profile = opened().profile(IDS[0])
    assert profile is not None and profile.company_name == 'TÂRZIE, "CU" SRL'


def test_some_lines_that_end_in_cr_alone_are_read(
    imported: Imported, opened: Opened, tmp_path: Path
) -> None:
    within = firm("RÂND\rRUPT SRL", "990000013", "J12/9/2020")
    text = "\r\n".join([HEADER, "\r".join(ROWS[:3]), within, *ROWS[3:], ""])
    (tmp_path / "OD_FIRME.CSV").write_bytes(text.encode())
    (told,) = imported(tmp_path)["files"]
    assert (told["rows"], told["unreadable"]) == (6, {})
    assert told["notes"] == {"a line that ends in CR alone": 2}
    profile = opened().profile("990000013")
    assert profile is not None and profile.company_name == "RÂND RUPT SRL"


def test_codes_with_decimals_after_the_beginning_are_read(
    imported: Imported, opened: Opened, tmp_path: Path
) -> None:
    write_dump(tmp_path, *ROWS)
    lines = ["COD_INMATRICULARE^COD", *["J40/1/2020^1048"] * 6_000, "J12/0/2020^1084.0", ""]
    (tmp_path / "S.CSV").write_text("\r\n".join(lines))
    header, row = statement("7").decode().split("\r\n")[:2]
    late = [row.replace("4711", code).replace(IDS[0], IDS[n]) for n, code in
            enumerate(("6201.0", "x"))]  # fmt: skip
    (tmp_path / "WEB_UU_AN2024.txt").write_text(
        "\r\n".join([header, *[row.replace(IDS[0], IDS[4])] * 3_000, *late, ""])
    )
    told = {Path(file["file"]).name: file for file in imported(tmp_path)["files"]}
    assert told["WEB_UU_AN2024.txt"]["notes"] == {"an invalid class of activity": 1}
    profile = opened().profile(IDS[0])
    assert profile is not None
    assert (profile.status, profile.caen[-1][:4]) == ("radiată", "6201")


def test_a_changed_figure_after_the_beginning_costs_its_row(
    imported: Imported, opened: Opened, tmp_path: Path
) -> None:
    write_dump(tmp_path, *ROWS)
    header, row = statement("7").decode().split("\r\n")[:2]
    many = [row] * 3_000
    (tmp_path / "WEB_UU_AN2024.txt").write_text(
        "\r\n".join([header, *many, row.replace("021,4711,7", "030,4711,1450.300"), ""])
    )
    told = {Path(file["file"]).name: file for file in imported(tmp_path)["files"]}
    assert told["WEB_UU_AN2024.txt"]["unreadable"] == {"a figure that is not a number": 1}
    figures = opened().financial("990000030")
    assert figures is not None and figures.financial_data == ()
