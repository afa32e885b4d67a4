"""Every value can be traced to its file, line and day."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.opendata.conftest import SMALL, Run, firm, write_dump, write_rows
from tests.opendata.test_kept_sources import FIGURES, PAYERS, statement, write_own

Imported = Callable[..., dict[str, Any]]


def told(run: Run, section: str, *options: str) -> dict[str, Any]:
    done = run("show", "990000013", "--section", section, "-o", "json", *options)
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def line_of(path: Path, beginning: str) -> int:
    """The line of a file, counted by this test's own code."""
    lines = path.read_bytes().replace(b"\r\n", b"\n").decode("utf-8-sig").split("\n")
    return next(number for number, line in enumerate(lines, 1) if beginning in line)


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    folder = tmp_path / "firme-02-09-2026"
    others = [firm(f"F{n} SRL", f"9900001{n:02}", f"J12/{n}/2019") for n in range(5)]
    dump = write_dump(folder, *others, firm("A SRL", "990000013", "J12/1/2020"))
    states = write_rows(
        folder, "S.CSV", "COD_INMATRICULARE^COD", "J12/1/2020^2069", "J12/1/2020^1107"
    )
    payers = write_rows(
        tmp_path / "iunie_2026", "lista_a.csv", PAYERS,
        "990000021^Sediu central^PJ^NU^", "990000013^Sediu central^PJ^DA^0744000111",
    )  # fmt: skip
    years = {
        f"statement {year}": write_rows(
            tmp_path / f"mfp-0{at}-07-2026", f"WEB_UU_AN{year}.txt", FIGURES,
            *(["990000500,4711" + "," * 20] * at), statement("990000013", year),
        )
        for at, year in enumerate((2023, 2024), 1)
    }  # fmt: skip
    return {"register": dump, "states": states, "payers": payers, **years}


def test_profile_and_figures_and_phones(
    imported: Imported, run: Run, files: dict[str, Path]
) -> None:
    imported(*files.values())
    sources = told(run, "profile")["sources"]
    by_field = {field: source for source in sources for field in source["fields"]}
    expected = {
        "companyName": ("register", "register", "A SRL", "2026-09-02"),
        "status": ("states", "states", "^1107", "2026-09-02"),
        "VAT": ("payers", "taxpayers, legal persons", "990000013", "2026-06-01"),
        "caen": ("statement 2024", "statements 2024 small", "990000013", "2026-07-02"),
    }
    for field, (name, kind, beginning, day) in expected.items():
        source = by_field[field]
        place = (source["file"], source["line"])
        assert place == (files[name].name, line_of(files[name], beginning)), field
        assert (source["source"], source["day"]) == (kind, day)
        assert source["section"] == "profile"
    for source in told(run, "financial")["sources"]:
        path = files[f"statement {source['year']}"]
        assert (source["file"], source["line"]) == (path.name, line_of(path, "990000013"))
        assert source["publisher"] == "Ministry of Finance"
    phones = told(run, "contact")["sources"]
    assert [(s["section"], s["file"], s["line"]) for s in phones] == [("phones", "lista_a.csv", 3)]


def test_a_first_registration_is_from_its_own_line(
    imported: Imported, run: Run, tmp_path: Path
) -> None:
    earlier, later = "J12/7/1995", "J40/99/2010"
    dump = write_dump(
        tmp_path,
        firm("ALTA SRL", "990000021", "J12/1/2020"),
        firm("A SRL", "990000013", earlier, "03/05/1995"),
        firm("A SRL", "990000013", later, "14/05/2010"),
    )
    imported(dump)
    lines: dict[str, int] = {}
    for source in told(run, "profile")["sources"]:
        assert not lines.keys() & source["fields"], "a field is from one line"
        lines |= dict.fromkeys(source["fields"], source["line"])
    assert lines["companyId"] == lines["county"] == line_of(dump, later)
    assert lines["registrationDate"] == lines["foundingYear"] == line_of(dump, earlier)


def test_rows_of_csv_on_wish(imported: Imported, run: Run, files: dict[str, Path]) -> None:
    imported(*files.values())
    shown = run("show", "990000013", "--section", "financial", "-o", "csv", "--sources",
                "--fields", "year,sourceFile,sourceLine,sourceDay")  # fmt: skip
    assert shown.stdout.replace("\r\n", "\n") == (
        "year,sourceFile,sourceLine,sourceDay\n"
        "2024,WEB_UU_AN2024.txt,4,2026-07-02\n2023,WEB_UU_AN2023.txt,3,2026-07-01\n"
    )


def test_each_value_of_csv_on_wish(
    imported: Imported, run: Run, files: dict[str, Path], tmp_path: Path
) -> None:
    undated = write_rows(
        tmp_path, "WEB_UU_AN2021.txt", FIGURES, statement("990000013", 2021, "6201")
    )
    imported(*files.values(), undated)
    shown = run("show", "990000013", "--section", "all", "-o", "csv", "--sources").stdout
    rows = {(row["section"], row["field"]): row for row in csv.DictReader(shown.splitlines())}
    for section, field, file, beginning, day in (
        ("profile", "county", "register", "A SRL", "2026-09-02"),
        ("profile", "status", "states", "^1107", "2026-09-02"),
        ("profile", "VAT", "payers", "990000013", "2026-06-01"),
        ("profile", "caen[0]", "statement 2024", "990000013", "2026-07-02"),
        ("financial", "turnover", "statement 2024", "990000013", "2026-07-02"),
        ("financial", "turnoverPrevYear", "statement 2023", "990000013", "2026-07-01"),
        ("financial", "financialData[1].turnover", "statement 2023", "990000013", "2026-07-01"),
        ("contacts", "primaryPhone", "payers", "990000013", "2026-06-01"),
    ):
        row = rows[section, field]
        place = str(line_of(files[file], beginning))
        told = row["sourceFile"], row["sourceLine"], row["sourceDay"]
        assert told == (files[file].name, place, day), field
    # The day on which a file was saved is not its day.
    undated_row = rows["financial", "financialData[2].turnover"]
    assert (undated_row["sourceFile"], undated_row["sourceDay"]) == (undated.name, "")
    (profile,) = csv.DictReader(
        run("show", "990000013", "-o", "csv", "--sources").stdout.splitlines()
    )
    names = "OD_FIRME.CSV; S.CSV; lista_a.csv; WEB_UU_AN2024.txt"
    assert profile["sourceFile"] == names.replace("OD_FIRME.CSV", files["register"].name)


def test_own_fields_are_from_the_own_file(
    imported: Imported, run: Run, files: dict[str, Path], tmp_path: Path
) -> None:
    profile = {"taxId": "990000013", "companyName": "ALT NUME SRL"}
    own = write_own(
        tmp_path / "own.jsonl",
        {"profile": {"taxId": "990000099", "companyName": "X SRL"}},
        {"profile": profile, "websites": ["https://a.example"]},
    )
    imported(*files.values(), own)
    by_field = {
        field: (source["source"], source["line"], source.get("dayKnown", True))
        for source in told(run, "profile")["sources"]
        for field in source["fields"]
    }
    assert by_field["companyName"] == ("records own.jsonl", 2, False)
    assert by_field["county"][0] == "register"
    websites = told(run, "contact")["sources"]
    assert ("websites", "own.jsonl", 2) in [(s["section"], s["file"], s["line"]) for s in websites]


def test_people_name_their_file(imported: Imported, run: Run) -> None:
    imported(SMALL, "--with-administrators")
    everything = told(run, "all")["sources"]
    people = [source for source in everything if source["section"] == "administrators"]
    path = SMALL / "firme-02-09-2026" / "OD_REPREZENTANTI_LEGALI.CSV"
    assert [(s["file"], s["line"]) for s in people] == [(path.name, line_of(path, "POPESCU-PROBA"))]


def test_evidence_names_the_files(imported: Imported, run: Run, files: dict[str, Path]) -> None:
    imported(*files.values())
    bundle = json.loads(run("export", "990000013", "-o", "json").stdout)
    by_operation = {each["operation"]: each["sources"] for each in bundle["sections"]}
    line = line_of(files["statement 2024"], "990000013")
    assert (by_operation["financial"][0]["year"], by_operation["financial"][0]["line"]) == (
        2024, line,
    )  # fmt: skip
    report = run("export", "990000013", "-o", "md").stdout
    assert "Statements 2024, Ministry of Finance, file of 2 Jul 2026" in report
    assert "Trade register, National Trade Register Office, file of 2 Sep 2026" in report
