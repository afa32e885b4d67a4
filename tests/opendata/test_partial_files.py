"""Data never shrink silently: files that are cut, unfinished or far smaller, years and days."""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.opendata.conftest import HEADER, Run, firm, write_dump, write_rows
from tests.opendata.procurement.files import deals, table_rows, write_csv
from tests.opendata.test_kept_sources import FIGURES, PAYERS, statement, write_own
from tui_app.opendata.files.inputs import NOTES

Imported = Callable[..., dict[str, Any]]

FIRMS = [firm(f"F{n} SRL", f"9900001{n:02}", f"J12/{n}/2020") for n in range(20)]


@pytest.fixture
def there(imported: Imported, tmp_path: Path) -> None:
    imported(write_dump(tmp_path / "firme-05-08-2026", *FIRMS))


def newer(folder: Path, rows: list[str], *, cut: int = 0, name: str = "OD_FIRME.CSV") -> Path:
    """A dump of a month later, without its last ``cut`` bytes."""
    path = write_dump(folder / "firme-02-09-2026", *rows, name=name)
    if cut:
        path.write_bytes(path.read_bytes()[:-cut])
    return path


def refused(run: Run, path: Path, *options: str) -> str:
    done = run("data", "import", path, *options)
    assert done.exit_code == 2, done.output
    assert json.loads(run("data", "info", "-o", "json").stdout)["companies"] == 20
    assert "--accept-smaller" in done.output
    return " ".join(done.output.split())


@pytest.mark.usefixtures("there")
def test_a_cut_file_does_not_replace_a_whole_one(
    run: Run, imported: Imported, tmp_path: Path
) -> None:
    path = newer(tmp_path, FIRMS, cut=20)
    told = refused(run, path)
    assert "the last line of OD_FIRME.CSV is cut off" in told
    assert "20 of" in told
    assert imported(path, "--accept-smaller")["companies"] == 19


@pytest.mark.usefixtures("there")
def test_a_spreadsheet_need_not_end_the_last_line(
    run: Run, imported: Imported, tmp_path: Path
) -> None:
    path = newer(tmp_path, FIRMS)
    rows = path.read_text(encoding="utf-8-sig").splitlines()
    quoted = [";".join(f'"{cell}"' for cell in row.split("^")) for row in rows]
    path.write_bytes("\r\n".join(quoted).encode())
    assert imported(path)["companies"] == 20
    path.write_bytes("\r\n".join(quoted).encode()[:-1])
    assert "the last line of OD_FIRME.CSV is cut off" in refused(run, path)


@pytest.mark.usefixtures("there")
def test_a_much_smaller_file_does_not_replace_a_larger_one(
    run: Run, imported: Imported, tmp_path: Path
) -> None:
    told = refused(run, newer(tmp_path, FIRMS[:17]))
    assert "17 rows" in told and "20 of" in told
    assert imported(newer(tmp_path, FIRMS[:18]))["companies"] == 18


@pytest.mark.usefixtures("there")
@pytest.mark.parametrize("ending", [".part", ".crdownload"])
def test_a_download_that_is_not_finished_replaces_nothing(
    run: Run, tmp_path: Path, ending: str
) -> None:
    told = refused(run, newer(tmp_path, FIRMS, name=f"OD_FIRME.CSV{ending}"))
    assert "not finished" in told


@pytest.mark.usefixtures("there")
def test_a_size_other_than_the_portal_s_replaces_nothing(run: Run, tmp_path: Path) -> None:
    path = newer(tmp_path, FIRMS)
    size = path.stat().st_size
    path.with_name(NOTES).write_text(json.dumps({"OD_FIRME.CSV": {"size": size + 9}}))
    assert f"{size} of the {size + 9} bytes" in refused(run, path)


@pytest.mark.usefixtures("there")
def test_what_is_whole_is_taken_beside_what_is_not(run: Run, tmp_path: Path) -> None:
    path = newer(tmp_path, FIRMS[:3])
    states = write_rows(path.parent, "S.CSV", "COD_INMATRICULARE^COD", "J12/1/2020^1048")
    done = run("data", "import", "-o", "json", path, states)
    assert done.exit_code == 0, done.output
    summary = json.loads(done.stdout)
    assert summary["companies"] == 20
    (why,) = summary["notTaken"]
    assert "3 rows beside the 20 of register" in why


@pytest.mark.usefixtures("there")
def test_a_file_of_other_companies_does_not_replace_one(
    run: Run, imported: Imported, tmp_path: Path
) -> None:
    others = [firm(f"F{n} SRL", f"9900003{n:02}", f"J35/{n}/2020") for n in range(12)]
    told = refused(run, newer(tmp_path, [*FIRMS[:8], *others]))
    assert "it names only 8 of 20 companies in the earlier one" in told
    assert imported(newer(tmp_path, [*FIRMS[:10], *others[:10]]))["companies"] == 20


def test_statements_of_another_set_under_a_plain_name_replace_nothing(
    run: Run, imported: Imported, tmp_path: Path
) -> None:
    rows = [statement(row.split("^")[1], 5) for row in FIRMS]
    small = write_rows(tmp_path / "small", "date.txt", FIGURES, *rows[:10])
    long = write_rows(tmp_path / "long", "date.txt", FIGURES, *rows[10:])
    imported(write_dump(tmp_path / "dump", *FIRMS), small, "--year", "2024")
    assert "it names only 0" in refused(run, long, "--year", "2024")


def test_what_is_replaced_is_said(imported: Imported, run: Run, tmp_path: Path) -> None:
    own = {"profile": {"taxId": "990000013", "companyName": "A SRL"}}
    imported(write_own(tmp_path / "a" / "own.jsonl", own))
    path = write_own(tmp_path / "b" / "own.jsonl", {**own, "websites": ["https://b.example"]})
    said = run("data", "import", path).output
    assert "replaces records own.jsonl (day unknown, file saved " in said
    assert imported(path)["replaced"] == ["records own.jsonl"]


def test_a_first_file_that_is_not_whole_is_taken_with_a_word(
    imported: Imported, tmp_path: Path
) -> None:
    told = imported(newer(tmp_path, FIRMS, cut=2, name="OD_FIRME.CSV.part"))
    assert told["companies"] == 20
    assert told["notWhole"] == [
        "the download of OD_FIRME.CSV.part is not finished",
        "the last line of OD_FIRME.CSV.part is cut off",
    ]


def test_a_file_of_an_unknown_day_does_not_pass_for_a_newer_one(
    imported: Imported, tmp_path: Path
) -> None:
    dump = newer(tmp_path, FIRMS)
    undated = write_dump(tmp_path / "other", *FIRMS[:3])
    told = imported(dump, undated)
    assert told["companies"] == 20
    (line,) = [line for line in told["plan"] if str(undated) in line and "left out" in line]
    assert "day unknown" in line and "another one is of 2 Sep 2026" in line
    # It was saved before the day of the existing data, so it cannot be newer.
    os.utime(undated, (1_780_000_000, 1_780_000_000))
    states = write_rows(dump.parent, "S.CSV", "COD_INMATRICULARE^COD", "J12/1/2020^1048")
    told = imported(undated, states, "--accept-smaller")
    assert told["replaced"] == [] and told["companies"] == 20


def test_two_files_of_one_day_that_are_called_the_same_part_are_refused(
    run: Run, tmp_path: Path
) -> None:
    for number, folder in enumerate(("a", "b")):
        write_dump(tmp_path / folder, FIRMS[number], name="OD_FIRME_1.CSV")
    done = run("data", "import", tmp_path)
    assert done.exit_code == 2
    assert "both are called part 1" in done.output


def test_own_records_that_end_in_the_midst(run: Run, imported: Imported, tmp_path: Path) -> None:
    records = [{"profile": {"taxId": f"9900002{n:02}", "companyName": "X" * 40}} for n in range(20)]
    path = write_own(tmp_path / "own.jsonl", *records)
    imported(path)
    path.write_bytes(path.read_bytes()[:-30])
    assert "cut off" in refused(run, path)


@pytest.mark.parametrize(
    ("name", "year"),
    [
        ("2025-07-15_WEB_UU_AN2024.txt", 2024),
        ("situatii_financiare_2022/web_uu.txt", 2022),
        ("AN2021/date.txt", 2021),
    ],
)
def test_the_year_of_a_statement(
    imported: Imported, run: Run, tmp_path: Path, name: str, year: int
) -> None:
    path = tmp_path / "in" / name
    write_rows(path.parent, path.name, FIGURES, statement("990000013", 5))
    imported(write_dump(tmp_path, firm("A SRL", "990000013", "J12/1/2020")), path)
    assert list(json.loads(run("data", "info", "-o", "json").stdout)["statements"]) == [str(year)]


def test_a_year_that_nobody_tells_is_asked(imported: Imported, run: Run, tmp_path: Path) -> None:
    dump = write_dump(tmp_path, firm("A SRL", "990000013", "J12/1/2020"))
    path = write_rows(tmp_path / "2019-05-05", "bilant.txt", FIGURES, statement("990000013", 5))
    told = imported(dump, path)
    assert any("--year 2024" in line for line in told["plan"])
    imported(path, "--year", "2023")
    assert list(json.loads(run("data", "info", "-o", "json").stdout)["statements"]) == ["2023"]


def test_a_year_in_the_file_counts(imported: Imported, run: Run, tmp_path: Path) -> None:
    dump = write_dump(tmp_path, firm("A SRL", "990000013", "J12/1/2020"))
    path = write_rows(tmp_path, "bilant.txt", FIGURES, statement("990000013", 5))
    legend = ["Cifra de afaceri neta;I13", "Profit net;I18", "Pierdere neta;I19"]
    write_rows(tmp_path, "bilant.csv", *legend, "Situatii la 31.12.2020;I21")
    imported(dump, path, tmp_path / "bilant.csv")
    assert list(json.loads(run("data", "info", "-o", "json").stdout)["statements"]) == ["2020"]


def days(run: Run) -> dict[str, tuple[str, bool]]:
    found = json.loads(run("data", "info", "-o", "json").stdout)["sources"]
    return {each["source"]: (each["day"], each["dayKnown"]) for each in found}


def test_the_day_of_a_file(imported: Imported, run: Run, tmp_path: Path) -> None:
    content = "\r\n".join(["\ufeff" + HEADER, *FIRMS, ""]).encode()
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("firme-02-09-2026/OD_FIRME.CSV", content)
        column = "CLASA^DENUMIRE^VERSIUNE_CAEN\r\n9998^Comert^2\r\n"
        archive.writestr(zipfile.ZipInfo("C.CSV", (2026, 8, 9, 10, 0, 0)), column)
    states = write_rows(tmp_path, "S.CSV", "COD_INMATRICULARE^COD", "J12/1/2020^1048")
    os.utime(states, (1_795_000_000, 1_795_000_000))
    names = write_rows(tmp_path / "portal", "N.CSV", "COD^DENUMIRE", "1048^funcțiune")
    names.with_name(NOTES).write_text(json.dumps({"N.CSV": {"day": "2026-08-01"}}))
    summary = imported(tmp_path / "a.zip", states, names)
    assert days(run) == {
        "class names": ("2026-08-09", False),
        "register": ("2026-09-02", True),
        "states": ("2026-11-18", False),
        "state names": ("2026-08-01", True),
    }
    assert any("day unknown, file saved 18 Nov 2026" in line for line in summary["plan"])
    assert "day unknown, file saved 18 Nov 2026" in run("data", "info", "-o", "table").stdout


def test_the_day_on_which_a_register_was_saved_is_not_its_day(
    imported: Imported, run: Run, tmp_path: Path
) -> None:
    imported(write_dump(tmp_path / "unknown", *FIRMS))
    assert json.loads(run("data", "info", "-o", "json").stdout)["registerDay"] is None
    shown = json.loads(run("show", "990000101").stdout)
    assert "updateDate" not in shown and "trade register of" not in shown["source"]["name"]


def test_sources_more_than_a_year_apart_are_remarked_on(
    imported: Imported, run: Run, tmp_path: Path
) -> None:
    dump = write_dump(tmp_path / "firme-02-09-2026", *FIRMS)
    states = write_rows(
        tmp_path / "firme-01-07-2025", "S.CSV", "COD_INMATRICULARE^COD", "J12/1/2020^1048"
    )
    summary = imported(dump, states)
    assert any("states of 1 Jul 2025" in line for line in summary["missing"])
    assert "more than a year" in run("data", "check").output


def test_what_does_not_fit_is_found(imported: Imported, run: Run, tmp_path: Path) -> None:
    rows = [statement(f"9900001{n:02}", n) for n in range(20)]
    imported(
        write_dump(tmp_path, *(row.replace("Cluj^Dej", "^") for row in FIRMS)),
        write_rows(tmp_path, "WEB_UU_AN2021.txt", FIGURES, *rows),
        write_rows(tmp_path, "WEB_UU_AN2024.txt", FIGURES, *rows[:5]),
        write_rows(
            tmp_path, "S.CSV", "COD_INMATRICULARE^COD", *(f"J12/{n}/2020^1048" for n in range(9))
        ),
        write_rows(tmp_path, "lista_a.csv", PAYERS, "990000101^Sediu central^PJ^DA^"),
    )
    told = run("data", "check")
    assert told.exit_code == 0
    for text in (
        "statements 2024 small have 5 rows",
        "states have 9 rows, the register has 20",
        "taxpayers, legal persons: telephone is empty throughout",
        "register: county is empty throughout",
        "register: postal code is empty throughout",
        "statements 2021 small: debts is empty throughout",
    ):
        assert text in told.stdout


def test_an_option_that_does_nothing_for_the_files_is_refused(
    run: Run, imported: Imported, tmp_path: Path
) -> None:
    firms = write_dump(tmp_path / "firme-05-08-2026", *FIRMS)
    figures = (FIGURES, statement("990000101", 5))
    dated = write_rows(tmp_path, "WEB_UU_AN2024.txt", *figures)
    undated = write_rows(tmp_path, "bilant.txt", *figures)
    signed = table_rows(deals("contracts", 2024, 1, 3), "new")
    contracts = write_csv(tmp_path / "contracte-2024-t1.csv", signed, "^", "utf-8")
    for paths, option in (
        ([firms], ["--year", "2024"]),
        ([firms, dated], ["--year", "2023"]),
        ([firms], ["--all-purchases"]),
        ([contracts], ["--county", "CJ"]),
        ([contracts], ["--trading-only"]),
        ([contracts], ["--no-history"]),
    ):
        done = run("data", "import", *paths, *option)
        assert done.exit_code == 2 and not done.stdout, (paths, option)
        assert f"{option[0]} has no effect with these files: leave it out." in done.stderr
    assert imported(firms, undated, "--year", "2024")["companies"] == 20
