"""The data of each source are kept: only the source itself, newer, replaces them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.opendata.conftest import SMALL, Run, firm, write_dump, write_rows
from tests.opendata.procurement.files import deals, table_rows, write_csv
from tui_app.config.settings import imported_registry
from tui_app.registry import generation
from tui_app.registry.contracts.files import sources_beside
from tui_app.registry.sqlite import kept_sources
from tui_app.registry.sqlite.kept_sources import folder_of
from tui_app.registry.sqlite.registry_file import RegistryFile

Imported = Callable[..., dict[str, Any]]
Opened = Callable[[], RegistryFile]

FIGURES = ",".join(["CUI", "CAEN", *(f"I{n}" for n in range(1, 21))])
PAYERS = "COD_FISCAL^TIP_UNITATE^TIP_CONTRIB^TVA^TELEFON"


def statement(tax_id: str, turnover: int, caen: str = "4711") -> str:
    """A row of a yearly statement."""
    return f"{tax_id},{caen},{',' * 12}{turnover},,,,,7,,1"


def write_own(path: Path, *records: dict[str, Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{json.dumps(each)}\n" for each in records), encoding="utf-8")
    return path


def labels(run: Run) -> list[str]:
    told = json.loads(run("data", "info", "-o", "json").stdout)
    return [source["source"] for source in told["sources"]]


def test_own_companies_keep_vat_and_phones_beside_a_statement(
    imported: Imported, opened: Opened, tmp_path: Path
) -> None:
    profile = {"taxId": "990000013", "companyName": "NUMAI A MEA SRL", "VAT": True}
    phones = {"primaryPhone": "+40744000111"}
    imported(write_own(tmp_path / "own.jsonl", {"profile": profile, "phones": phones}))
    for year in (2023, 2024):
        imported(
            write_rows(tmp_path, f"WEB_UU_AN{year}.txt", FIGURES, statement("990000013", year))
        )
    told, numbers = opened().profile("990000013"), opened().phones("990000013")
    assert told is not None and numbers is not None
    assert (told.vat, numbers.primary_phone) == (True, "+40744000111")


def test_an_own_year_beside_a_statement_keeps_the_class(
    imported: Imported, opened: Opened, run: Run, tmp_path: Path
) -> None:
    dump = write_dump(tmp_path, firm("A SRL", "990000013", "J12/1/2020"))
    imported(dump, write_rows(tmp_path, "WEB_UU_AN2024.txt", FIGURES, statement("990000013", 5)))
    own = {
        "profile": {"taxId": "990000013", "companyName": "A SRL"},
        "financial": {"financialData": [{"year": 2024, "turnover": 6}]},
    }
    imported(write_own(tmp_path / "own.jsonl", own))
    imported(write_rows(tmp_path, "S.CSV", "COD_INMATRICULARE^COD", "J12/1/2020^1048"))
    figures = opened().financial("990000013")
    assert figures is not None
    assert [(y.year, y.turnover) for y in figures.financial_data] == [(2024, 6)]
    found = run("screen", "caen:47", "-o", "csv")
    assert "990000013" in found.stdout, found.output


def test_statements_of_companies_that_come_later(
    imported: Imported, opened: Opened, tmp_path: Path
) -> None:
    imported(
        write_dump(tmp_path / "firme-02-07-2026", firm("A SRL", "990000013", "J12/1/2020")),
        write_rows(
            tmp_path, "WEB_UU_AN2024.txt", FIGURES,
            statement("990000013", 5), statement("990000021", 8),
        ),
    )  # fmt: skip
    newer = firm("A SRL", "990000013", "J12/1/2020"), firm("B SRL", "990000021", "J12/2/2020")
    imported(write_dump(tmp_path / "firme-02-09-2026", *newer))
    figures = opened().financial("990000021")
    assert figures is not None
    assert figures.turnover == 8


def test_firms_and_records_without_a_number_break_no_later_import(
    imported: Imported, opened: Opened, tmp_path: Path
) -> None:
    dump = write_dump(
        tmp_path / "firme-02-07-2026",
        firm("FARA NUMAR SRL", "990000013", ""),
        firm("CU NUMAR SRL", "990000013", "J12/1/2020"),
    )
    own = {
        "profile": {"taxId": "990000021", "companyName": "A MEA SRL"},
        "administrators": ["ANA PROBA"],
    }
    imported(dump, write_own(tmp_path / "own.jsonl", own))
    for day in ("05-08-2026", "02-09-2026"):
        rows = firm("FARA NUMAR SRL", "990000013", ""), firm("ALTA SRL", "990000013", "J12/1/2020")
        imported(write_dump(tmp_path / f"firme-{day}", *rows))
    names = opened().administrators("990000021")
    assert names is not None
    assert names.administrators == ("ANA PROBA",)


def test_two_contents_have_two_versions(imported: Imported, tmp_path: Path) -> None:
    versions = set()
    for number, name in enumerate(("A SRL", "B SRL")):
        path = tmp_path / f"{number}.db"
        dump = write_dump(tmp_path / "firme-02-09-2026", firm(name, "990000013", "J12/1/2020"))
        imported(dump, "--registry", path)
        states = write_rows(tmp_path, "S.CSV", "COD_INMATRICULARE^COD", "J12/1/2020^1048")
        versions.add(imported(states, "--registry", path)["version"])
    assert len(versions) == 2


def test_lists_and_sets_stand_beside_each_other(
    imported: Imported, opened: Opened, run: Run, tmp_path: Path
) -> None:
    firms = (firm(f"F{n} SRL", f"9900000{n}", f"J12/{n}/2020") for n in range(10, 14))
    imported(write_dump(tmp_path, *firms))
    rows = [f"9900000{n}^Sediu central^PJ^DA^074400001{n}" for n in (10, 11)]
    imported(write_rows(tmp_path, "date_platitori_iunie_2026_a.csv", PAYERS, rows[0]))
    imported(write_rows(tmp_path, "date_platitori_iunie_2026_b.csv", PAYERS, rows[1]))
    imported(write_rows(tmp_path, "WEB_UU_AN2024.txt", FIGURES, statement("990000012", 5)))
    imported(write_rows(tmp_path, "WEB_IR_AN2024.txt", FIGURES, statement("990000013", 9)))
    registry = opened()
    assert [registry.profile(f"99000001{n}").vat for n in (0, 1)] == [True, True]  # type: ignore[union-attr]
    assert [registry.financial(f"99000001{n}").turnover for n in (2, 3)] == [5, 9]  # type: ignore[union-attr]
    assert labels(run) == [
        "register",
        "statements 2024 small",
        "statements 2024 IFRS",
        "taxpayers, legal persons",
        "taxpayers, natural persons",
    ]


@pytest.mark.parametrize(
    "names",
    [
        ("OD_FIRME_1.CSV", "OD_FIRME_2.CSV"),
        ("OD_FIRME_0.CSV", "OD_FIRME_1.CSV"),
        ("OD_FIRME.CSV", "OD_FIRME_2.CSV"),
        ("a/X.CSV", "b/X.CSV"),
    ],
)
def test_two_parts_of_a_register_are_both_read(
    imported: Imported, run: Run, tmp_path: Path, names: tuple[str, str]
) -> None:
    def write(folder: Path) -> list[Path]:
        found = []
        for number, name in enumerate(names, 1):
            path = folder / name
            row = firm(f"F{number} SRL", f"99000001{number}", f"J12/{number}/2020")
            found.append(write_dump(path.parent, row, name=path.name))
        return found

    assert imported(*write(tmp_path / "firme-02-07-2026"))["companies"] == 2
    assert labels(run) == ["register, part 1 of 2", "register, part 2 of 2"]
    if names[0] != "OD_FIRME_1.CSV":
        return  # from here on, what the parts are called makes no difference
    # A complete, newer one replaces both.
    whole = [firm(f"F{n} SRL", f"99000001{n}", f"J12/{n}/2020") for n in (1, 2, 3)]
    assert imported(write_dump(tmp_path / "firme-05-08-2026", *whole))["companies"] == 3
    assert labels(run) == ["register"]
    parts = write(tmp_path / "firme-02-09-2026")
    assert imported(parts[0], "--accept-smaller")["companies"] == 1
    assert imported(parts[1])["companies"] == 2


def test_two_dumps_of_one_unknown_day_are_no_parts(run: Run, tmp_path: Path) -> None:
    for name in ("sep", "oct"):
        rows = (firm(f"F{n} {name} SRL", f"9900000{n}", f"J12/{n}/2020") for n in range(10, 20))
        write_dump(tmp_path / "in", *rows, name=f"{name}.csv")
    done = run("data", "import", tmp_path / "in")
    assert done.exit_code == 2
    assert "name the same companies" in done.output


def test_a_source_is_taken_away(imported: Imported, opened: Opened, run: Run) -> None:
    imported(SMALL, "--with-administrators")
    without = imported(SMALL, "--registry", imported_registry().with_name("without.db"))
    removed = run("data", "remove", "representatives")
    assert removed.exit_code == 0, removed.output
    run("data", "remove", "family representatives")
    assert "representatives" not in labels(run)
    assert json.loads(run("data", "info", "-o", "json").stdout)["version"] == without["version"]
    names = opened().administrators("990000013")
    assert names is not None and names.administrators == ()
    for file in folder_of(imported_registry()).iterdir():
        assert b"POPESCU-PROBA" not in file.read_bytes()


def test_what_is_not_there_is_not_taken_away(imported: Imported, run: Run) -> None:
    imported(SMALL / "firme-02-09-2026" / "OD_FIRME.CSV")
    unknown = run("data", "remove", "registre")
    assert unknown.exit_code == 2
    assert "register" in unknown.output
    last = run("data", "remove", "register")
    assert last.exit_code == 2
    assert "lists companies" in last.output


def test_a_source_that_chooses_every_company_is_not_taken_away(
    imported: Imported, run: Run, tmp_path: Path
) -> None:
    dump = write_dump(tmp_path, firm("UNA SRL", "990000013", "J12/1/2020"))
    figures = write_rows(tmp_path, "WEB_UU_AN2024.txt", FIGURES, statement("990000013", 7))
    imported(dump, figures, "--caen", "47")
    refused = run("data", "remove", "statements", "2024", "small")
    assert (refused.exit_code, "No company is left" in refused.output) == (2, True)
    assert labels(run) == ["register", "statements 2024 small"]


def test_of_two_names_that_differ_in_case_one_goes(
    imported: Imported, run: Run, tmp_path: Path
) -> None:
    names = ("own.jsonl", "Own.jsonl", "other.jsonl")
    imported(
        *(
            write_own(tmp_path / name, {"profile": {"taxId": f"9900000{n}", "companyName": "A"}})
            for n, name in enumerate(names, 10)
        )
    )
    assert run("data", "remove", "records OWN.jsonl").exit_code == 2
    assert run("data", "remove", "records own.jsonl").exit_code == 0
    assert run("data", "remove", "RECORDS other.jsonl").exit_code == 0
    assert labels(run) == ["records Own.jsonl"]


def test_a_registry_without_its_sources_says_so(
    imported: Imported, run: Run, tmp_path: Path
) -> None:
    imported(SMALL / "firme-02-09-2026", SMALL / "mfp")
    folder_of(imported_registry()).rename(tmp_path / "elsewhere")
    states = SMALL / "firme-02-09-2026" / "OD_STARE_FIRMA.CSV"
    done = run("data", "import", states)
    assert done.exit_code == 2
    assert "not kept" in done.output and "register" in done.output
    everything = run("data", "import", SMALL / "firme-02-09-2026", SMALL / "mfp")
    assert everything.exit_code == 0, everything.output


@pytest.mark.parametrize("damage", [b"", b"U" * 8192, b"SRX"])
def test_what_is_kept_and_damaged_is_named_and_can_be_given_again(
    imported: Imported, run: Run, tmp_path: Path, damage: bytes
) -> None:
    def dump(day: str) -> Path:
        firms = (firm(f"F{n} SRL", f"9900001{n}", f"J12/{n}/2020") for n in range(10, 30))
        return write_dump(tmp_path / f"firme-{day}", *firms)

    figures = write_rows(tmp_path, "WEB_UU_AN2024.txt", FIGURES, statement("990000110", 5))
    imported(dump("05-08-2026"), figures)
    (kept,) = folder_of(imported_registry()).glob("register-*")
    whole = kept.read_bytes()
    changed = whole[: 4096 if damage else 0] + damage
    kept.write_bytes(whole.replace(b"SRL", damage) if damage == b"SRX" else changed)
    checked = run("data", "check")
    assert checked.exit_code == 1
    assert "the data of register are damaged" in checked.output
    states = write_rows(tmp_path, "S.CSV", "COD_INMATRICULARE^COD", "J12/10/2020^1048")
    done = run("data", "import", states)
    assert done.exit_code == 4
    assert "The data of register are damaged" in done.output
    assert imported(dump("02-09-2026"), states)["companies"] == 20
    assert run("data", "check").exit_code == 0
    folder_of(imported_registry()).rename(tmp_path / "elsewhere")
    assert "the data of register are not kept" in run("data", "check").stdout


def test_what_is_kept_of_contracts_and_damaged_is_named(
    imported: Imported, run: Run, tmp_path: Path
) -> None:
    write_dump(tmp_path / "firme-02-09-2026", firm("ALFA SRL", "990000110", "J12/1/2020"))
    rows = table_rows(deals("contracts", 2021, 1, 60), "new")
    contracts = write_csv(tmp_path / "contracte-2021-t1.csv", rows, ",", "utf-8")
    imported(tmp_path / "firme-02-09-2026", contracts)
    assert run("data", "check").exit_code == 0
    (kept,) = folder_of(sources_beside(imported_registry())).glob("*.db")
    whole = kept.read_bytes()
    # One bit within a block that SQLite does not look into.
    place = whole.index(b"contracts")
    kept.write_bytes(whole[:place] + bytes((whole[place] ^ 1,)) + whole[place + 1 :])
    checked = run("data", "check")
    assert checked.exit_code == 1
    assert "the data of contracts 2021-T1 are damaged" in checked.output
    rows = table_rows(deals("contracts", 2021, 2, 60), "new")
    others = write_csv(tmp_path / "contracte-2021-t2.csv", rows, ",", "utf-8")
    refused = run("data", "import", others)
    assert refused.exit_code == 4
    assert "The data of contracts 2021-T1 are damaged" in refused.output
    kept.unlink()
    assert "the data of contracts 2021-T1 are not kept" in run("data", "check").stdout
    refused = run("data", "import", others)
    assert refused.exit_code == 2
    assert "The data of contracts 2021-T1 are not kept" in refused.output
    assert len(imported(others, contracts)["contracts"]["sources"]) == 2


@pytest.mark.parametrize("step", ["add", "delete_unused"])
def test_a_build_that_ends_while_it_publishes_leaves_one_whole_registry(
    imported: Imported,
    opened: Opened,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
) -> None:
    def dump(day: str) -> Path:
        return write_dump(tmp_path / f"firme-{day}", firm(f"{day} SRL", "990000013", "J12/1/2020"))

    def killed(*_arguments: object) -> None:
        raise MemoryError

    imported(dump("05-08-2026"))
    with monkeypatch.context() as patched:
        # Just before, or just after, the registry is moved into place.
        patched.setattr(generation if step == "add" else kept_sources, *(
            ("publish", killed) if step == "add" else (step, killed)
        ))  # fmt: skip
        with pytest.raises(AssertionError):
            imported(dump("02-09-2026"))
    profile = opened().profile("990000013")
    assert profile is not None
    assert profile.company_name.startswith("05-08" if step == "add" else "02-09")
    states = write_rows(tmp_path, "S.CSV", "COD_INMATRICULARE^COD", "J12/1/2020^1048")
    imported(states)
    assert len(list(folder_of(imported_registry()).iterdir())) == 2


def test_only_what_the_registry_names_lies_beside_it(imported: Imported) -> None:
    imported(SMALL)
    imported(SMALL, "--with-administrators")
    with closing(sqlite3.connect(imported_registry())) as connection:
        named = connection.execute(
            "SELECT value FROM source, json_each(source.files) ORDER BY value"
        ).fetchall()
    there = sorted(path.name for path in folder_of(imported_registry()).iterdir())
    assert there == [name for (name,) in named]
