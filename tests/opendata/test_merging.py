"""One import after another: each kind replaces its own, and the others stay."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.opendata.conftest import SMALL, Run, firm, write_dump, write_rows
from tui_app.config.settings import imported_registry
from tui_app.registry.sqlite.atomic_build import one_at_a_time
from tui_app.registry.sqlite.kept_sources import folder_of
from tui_app.registry.sqlite.registry_file import RegistryFile

Imported = Callable[..., dict[str, Any]]
Opened = Callable[[], RegistryFile]

OPERATIONS = ("profile", "financial", "phones", "emails", "administrators", "websites")
EVERYBODY = tuple(f"9900000{n}" for n in ("13", "21", "30", "48", "56", "64"))


def answers(registry: RegistryFile, *, without: frozenset[str] = frozenset()) -> dict[str, Any]:
    """All answers about all companies."""
    told: dict[str, Any] = {}
    for tax_id in EVERYBODY:
        for name in OPERATIONS:
            if name not in without:
                told[f"{tax_id} {name}"] = getattr(registry, name)(tax_id)
        told[f"{tax_id} cases"] = registry.court_cases(tax_id, 1)
    return told


def test_piece_by_piece_gives_the_same_as_at_once(
    imported: Imported, opened: Opened, run: Run, tmp_path: Path
) -> None:
    imported(SMALL, "--with-administrators")
    at_once = answers(opened())
    other = tmp_path / "other.db"
    parts = (
        "firme-02-09-2026/OD_FIRME.CSV", "mfp", "firme-02-09-2026/OD_REPREZENTANTI_LEGALI.CSV",
        "firme-02-09-2026/OD_STARE_FIRMA.CSV", "nomenclatoare-02-09-2026",
    )  # fmt: skip
    for part in parts:
        done = run("data", "import", "--with-administrators", "--registry", other, SMALL / part)
        assert done.exit_code == 0, done.output
    assert answers(RegistryFile(other)) == at_once


def test_the_same_again_changes_nothing(imported: Imported, opened: Opened) -> None:
    imported(SMALL, "--with-administrators")
    before = answers(opened())
    imported(SMALL, "--with-administrators")
    assert answers(opened()) == before


def test_the_same_choice_of_companies_gives_the_same_version(tmp_path: Path) -> None:
    versions = set()
    for seed in "12":
        options = ["--registry", str(tmp_path / f"{seed}.db"), "--county", "CJ,BH,AB,CT,IS"]
        done = subprocess.run(
            [sys.executable, "-m", "tui_app", "data", "import", str(SMALL), "-o", "json", *options],
            env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True,
        )  # fmt: skip
        versions.add(json.loads(done.stdout)["version"])
    assert len(versions) == 1


def test_a_newer_dump_replaces_and_other_kinds_stay(
    imported: Imported, opened: Opened, tmp_path: Path
) -> None:
    imported(SMALL)
    newer = write_dump(
        tmp_path / "firme-07-10-2026",
        firm("ATELIERUL NOU SRL", "990000013", "J40/900123/2020"),
        firm("ABIA NASCUTA SRL", "990000072", "J2026900001001"),
    )
    summary = imported(newer, "--accept-smaller")
    assert summary["companies"] == 2
    assert "statements 2025 small" in summary["kept"]
    registry = opened()
    profile = registry.profile("990000013")
    assert profile is not None
    assert profile.company_name == "ATELIERUL NOU SRL"
    assert profile.update_date == "2026-10-07T00:00:00.000Z"
    assert profile.status == "funcțiune"
    figures = registry.financial("990000013")
    assert figures is not None
    assert figures.turnover == 1_450_300
    assert registry.profile("990000021") is None
    assert registry.profile("990000072") is not None


def test_an_older_dump_is_told_and_left_out(
    run: Run, imported: Imported, opened: Opened, tmp_path: Path
) -> None:
    imported(SMALL)
    older = write_dump(tmp_path / "firme-01-01-2020", firm("VECHE SRL", "990000072", "J1/1/1999"))
    done = run("data", "import", older)
    assert done.exit_code == 2
    assert "newer one of 2 Sep 2026" in done.output
    assert opened().profile("990000013") is not None


def test_of_two_dumps_together_the_newer_counts(
    imported: Imported, opened: Opened, tmp_path: Path
) -> None:
    for day, name in (("06-05-2026", "VECHE SRL"), ("08-07-2026", "NOUA SRL")):
        write_dump(tmp_path / "in" / f"firme-{day}", firm(name, "990000072", "J12/1/1999"))
    summary = imported(tmp_path / "in")
    assert any("left out" in line and "06-05-2026" in line for line in summary["plan"])
    profile = opened().profile("990000072")
    assert profile is not None
    assert profile.company_name == "NOUA SRL"


def test_records_and_public_files_are_one_company(
    imported: Imported, opened: Opened, tmp_path: Path
) -> None:
    own = tmp_path / "own.jsonl"
    own.write_text(
        json.dumps(
            {
                "profile": {"taxId": "990000013", "companyName": "ATELIERUL MEU SRL"},
                "emails": {"primaryEmail": "a@b.example"},
                "financial": {"financialData": [{"year": 2023, "turnover": 5}]},
            }
        )
        + "\n"
        + json.dumps({"profile": {"taxId": "990000137", "companyName": "NUMAI A MEA SRL"}})
        + "\n",
        encoding="utf-8",
    )
    imported(own)
    imported(SMALL)
    newer = write_dump(
        tmp_path / "firme-07-10-2026", firm("ATELIERUL NOU SRL", "990000013", "J40/900123/2020")
    )
    imported(newer, "--accept-smaller")
    registry = opened()
    profile = registry.profile("990000013")
    assert profile is not None
    assert profile.company_name == "ATELIERUL MEU SRL"
    assert (profile.county, profile.has_email) == ("Cluj", True)
    figures = registry.financial("990000013")
    assert figures is not None
    assert {year.year for year in figures.financial_data} == {2023, 2025, 2024, 2015}
    assert registry.profile("990000137") is not None


def test_a_family_among_the_others_keeps_its_people_when_the_firms_are_replaced(
    imported: Imported, opened: Opened, tmp_path: Path
) -> None:
    family = firm("FAMILIA DEMO IF", "990000080", "F12/7/2004", FORMA_JURIDICA="IF")
    columns = "COD_INMATRICULARE^PERSOANA_IMPUTERNICITA^CALITATE"
    people = write_rows(tmp_path, "P.CSV", columns, "F12/7/2004^ANA PROBA^administrator")
    imported(people, write_dump(tmp_path / "firme-02-09-2026", family), "--with-administrators")
    imported(write_dump(tmp_path / "firme-07-10-2026", family))
    kept = opened().administrators("990000080")
    assert kept is not None
    assert kept.administrators == ("ANA PROBA",)


def test_what_two_files_of_records_gave_of_one_company_stays_through_later_imports(
    imported: Imported, opened: Opened, tmp_path: Path
) -> None:
    dump = write_dump(tmp_path, firm("A SRL", "990000013", "J40/900123/2020"))
    records = (
        '{"profile":{"taxId":"990000013","companyName":"Z SRL","county":"Cluj"},'
        '"phones":{"primaryPhone":"+40744000111"}}',
        '{"profile":{"taxId":"990000013","companyName":"B SRL","locality":"Turda"},'
        '"websites":["https://b.example"]}',
    )
    imported(dump, write_rows(tmp_path, "first.jsonl", records[0]))
    imported(write_rows(tmp_path, "second.jsonl", records[1]))
    for _ in range(2):
        registry = opened()
        profile, phones = registry.profile("990000013"), registry.phones("990000013")
        websites = registry.websites("990000013")
        assert profile is not None and phones is not None and websites is not None
        assert (profile.company_name, profile.county) == ("B SRL", "Cluj")
        assert (profile.locality, phones.primary_phone) == ("Turda", "+40744000111")
        assert websites.websites == ("https://b.example",)
        imported(SMALL / "mfp")


def test_a_second_import_waits_and_keeps_what_the_first_added(
    imported: Imported, opened: Opened, run: Run, tmp_path: Path
) -> None:
    firms, states = (SMALL / "firme-02-09-2026" / f"OD_{n}.CSV" for n in ("FIRME", "STARE_FIRMA"))
    first = tmp_path / "first.db"
    assert run("data", "import", "--registry", first, firms, SMALL / "mfp").exit_code == 0
    imported(firms)
    with one_at_a_time(imported_registry(), pytest.fail):
        second = subprocess.Popen(
            [sys.executable, "-m", "tui_app", "data", "import", str(states)],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert second.stderr is not None
        assert "Waiting for another import" in second.stderr.readline()
        first.replace(imported_registry())
        shutil.rmtree(folder_of(imported_registry()))
        folder_of(first).replace(folder_of(imported_registry()))
    second.communicate(timeout=60)
    assert second.returncode == 0
    figures, profile = opened().financial("990000013"), opened().profile("990000013")
    assert figures is not None and figures.financial_data
    assert profile is not None and profile.status == "funcțiune"
    left = sorted(path.name for path in imported_registry().parent.iterdir())
    assert left == ["registry.db", "registry.db.sources"]


def test_statements_alone_name_no_company(run: Run) -> None:
    done = run("data", "import", SMALL / "mfp")
    assert done.exit_code == 2
    assert "OD_FIRME" in done.output
    assert not imported_registry().exists()


def test_the_registration_that_is_newest_wins_among_the_living(
    imported: Imported, opened: Opened, tmp_path: Path
) -> None:
    write_dump(
        tmp_path / "in",
        firm("PRIMA SRL", "990000072", "J12/1/1999", "01/01/1999"),
        firm("A DOUA SRL", "990000072", "J26/2/2011", "01/01/2011"),
        firm("A TREIA SRL", "990000072", "J26/3/2005", "01/01/2005"),
        firm("CU ZI SRL", "990000080", "J12/4/2011", "01/01/2011"),
        firm("MAI NOUA, FARA ZI SRL", "990000080", "J2025900001003", ""),
    )
    write_rows(tmp_path / "in", "S.CSV", "COD_INMATRICULARE^COD", "J12/1/1999^1048")
    imported(tmp_path / "in")
    registry = opened()
    profile, without_day = registry.profile("990000072"), registry.profile("990000080")
    assert profile is not None
    assert without_day is not None
    assert profile.company_name == "A DOUA SRL"
    assert without_day.company_name == "MAI NOUA, FARA ZI SRL"


def test_options_choose_companies_and_not_what_is_kept(imported: Imported, run: Run) -> None:
    first = imported(SMALL, "--county", "CJ")
    assert first["notSelected"] == 3
    told = run("data", "info", "-o", "table").stdout
    assert "companies: 3 of 6, by --county Cluj" in told
    wider = imported(SMALL / "firme-02-09-2026" / "OD_FIRME.CSV")
    assert wider["companies"] == 6
    alone = imported(SMALL, "--registry", imported_registry().with_name("other.db"))
    assert wider["version"] == alone["version"]


def test_one_legal_form_in_two_spellings_is_counted_once(
    imported: Imported, run: Run, tmp_path: Path
) -> None:
    imported(
        write_dump(
            tmp_path,
            firm("UNU SRL", "990000013", "J40/900123/2020"),
            firm("DOI SRL", "990000021", "J40/900124/2020", FORMA_JURIDICA="S.R.L."),
        )
    )
    told = json.loads(run("data", "info", "-o", "json").stdout)
    assert told["byForm"] == {"SRL": 2} and told["builtAt"].endswith(".000Z")


def test_every_website_of_a_row_is_kept_also_by_the_next_import(
    imported: Imported, opened: Opened, tmp_path: Path
) -> None:
    def row(name: str, tax_id: str, number: str, web: str) -> str:
        return firm(name, tax_id, number, WEB=web)

    dump = write_dump(
        tmp_path / "firme-02-09-2026",
        row("DOUĂ ADRESE SRL", "990000013", "J40/900123/2020", "www.unu.ro; https://doi.ro/a?b=1 "),
        row("O REMARCĂ SRL", "990000021", "J40/900124/2020", "vezi www.unu.ro"),
    )
    expected = ("http://www.unu.ro", "https://doi.ro/a?b=1")
    imported(dump)
    states = write_rows(
        tmp_path, "OD_STARE_FIRMA.CSV", "COD_INMATRICULARE^COD", "J40/900123/2020^1048"
    )
    for path in (None, states):
        if path is not None:
            imported(path)
        websites, remark = opened().websites("990000013"), opened().websites("990000021")
        assert websites is not None and remark is not None
        assert (websites.websites, remark.websites) == (expected, ())
