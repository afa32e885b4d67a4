"""What an import stores about companies, on generated files and in both engines."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.opendata.conftest import firm, write_dump, write_rows
from tests.registry.engines import BOTH, opened, server_of
from tui_app.cli.main import main
from tui_app.contract.screening.language import parse
from tui_app.registry.registry_location import open_registry
from tui_app.registry.sql_registry import SqlRegistry

ATELIER, MOVED, YOUNG, DEBUT, SECTOR, OLT, COLUMN = (
    "990000013", "990000021", "990000030", "990000048", "990000056", "990000064", "990000072",
)  # fmt: skip
FIRMS = (
    firm("ATELIER SRL", ATELIER, "J12/1/2020", ADR_JUDET="JUDEŢUL VÎLCEA"),
    # Moved twice; of the newest number the day is left out, as in dumps since September 2024.
    firm("MUTATA SRL", MOVED, "J12/7/1995", "03/05/1995"),
    firm("MUTATA SRL", MOVED, "J40/99/2010", "14/05/2010"),
    firm("MUTATA SRL", MOVED, "J2025000123004", "", ADR_JUDET="Dîmboviţa"),
    # The day of the first registration is not known, so none is told.
    firm("TANARA SRL", YOUNG, "J12/9/1999", ""),
    firm("TANARA SRL", YOUNG, "J40/9/2011", "01/02/2011", ADR_JUDET="Mun. Bucuresti",
         ADR_LOCALITATE="Bucuresti - Sector 3"),
    firm("DEBUT S.R.L.-D.", DEBUT, "J28/1/2020", ADR_JUDET="Jud. Olt"),
    firm("SRL-D CONSULT SRL", SECTOR, "J40/2/2020", ADR_JUDET="Bucureşti Sector 1",
         ADR_LOCALITATE="Sector 1"),
    firm("COLOANA SRL", COLUMN, "J40/3/2020", ADR_JUDET="Bucureşti", ADR_LOCALITATE="Bucureşti",
         ADR_SECTOR="6"),
    firm("VECHE SA", OLT, "J28/2/2020", ADR_JUDET="OT", FORMA_JURIDICA="S.A."),
)  # fmt: skip
STATES = (
    "COD_INMATRICULARE^COD", f"J12/1/2020^{9001}", f"J2025000123004^{9002}", "J28/1/2020^1048",
    "J28/2/2020^9001", "J28/2/2020^9003",
)  # fmt: skip
NAMES = (
    "COD^DENUMIRE",
    "9001^reluare activitate din suspendare",
    "9002^suspendare activitate",
    "9003^inactivă fiscal",
)


@pytest.fixture(scope="module", params=BOTH)
def registry(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SqlRegistry]:
    folder = tmp_path_factory.mktemp("labels")
    dump = write_dump(folder / "firme-02-09-2026", *FIRMS).parent
    write_rows(dump, "OD_STARE_FIRMA.CSV", *STATES)
    write_rows(dump, "N_STARE_FIRMA.CSV", *NAMES)
    path = folder / "registry.db"
    done = CliRunner().invoke(main, ["data", "import", "--registry", str(path), str(dump)])
    assert done.exit_code == 0, done.output
    with opened(path, server_of(request)) as registry:
        yield registry


@pytest.fixture
def found(registry: SqlRegistry) -> Callable[[str], set[str]]:
    def of(line: str) -> set[str]:
        page = registry.screen(parse(line), "taxId", 50, "")
        assert page.total_companies == len(page.companies)
        return {row.tax_id for row in page.companies}

    return of


@pytest.mark.parametrize(
    ("tax_id", "number", "year", "day"),
    [
        (MOVED, "J2025000123004", 1995, "1995-05-03T00:00:00.000Z"),
        (YOUNG, "J40/9/2011", 1999, None),
        (ATELIER, "J12/1/2020", 2020, "2020-05-14T00:00:00.000Z"),
    ],
)
def test_a_company_that_moved_keeps_its_first_registration(
    registry: SqlRegistry, tax_id: str, number: str, year: int, day: str | None
) -> None:
    profile = registry.profile(tax_id)
    assert profile is not None
    told = (profile.company_id, profile.founding_year, profile.registration_date)
    assert told == (number, year, day)


@pytest.mark.parametrize(
    ("line", "companies"),
    [
        ("county:VL", {ATELIER}),
        ("county:dambovita", {MOVED}),
        ("county:bucuresti", {YOUNG, SECTOR, COLUMN}),
        ('county:"Jud. Olt"', {DEBUT, OLT}),
        ("locality:bucuresti", {YOUNG, SECTOR, COLUMN}),
        ('locality:"sector 3"', {YOUNG}),
        ('locality:"sectorul 1"', {SECTOR}),
        ("form:SRL-D", {DEBUT}),
        ("form:SRL", {ATELIER, MOVED, YOUNG, DEBUT, SECTOR, COLUMN}),
        ("form:SA", {OLT}),
        ("status:active", {ATELIER, DEBUT}),
        ("status:suspended", {MOVED}),
        # A resumed activity is not more serious than an inactive company.
        ("status:inactive", {OLT}),
        ("founded:..1999", {MOVED, YOUNG}),
        ("registered:1995", {MOVED}),
    ],
)
def test_criteria_find_theirs(
    found: Callable[[str], set[str]], line: str, companies: set[str]
) -> None:
    assert found(line) == companies
    assert not found(f"not {line}") & companies


def test_a_place_has_one_name(registry: SqlRegistry) -> None:
    places = {YOUNG: "Sectorul 3", SECTOR: "Sectorul 1", COLUMN: "Sectorul 6"}
    for tax_id, place in places.items():
        profile = registry.profile(tax_id)
        assert profile is not None
        assert (profile.county, profile.locality) == ("București", place)


def test_records_of_ones_own_are_in_a_county_however_it_is_written(tmp_path: Path) -> None:
    counties = {ATELIER: "JUDEŢUL VÎLCEA", MOVED: "Jud. Cluj", YOUNG: "VL"}
    records = (
        json.dumps({"profile": {"taxId": tax_id, "companyName": "A SRL", "county": county}})
        for tax_id, county in counties.items()
    )
    file, path = tmp_path / "own.jsonl", tmp_path / "registry.db"
    file.write_text("\n".join(records))
    arguments = ["data", "import", "--county", "vilcea", "--registry", str(path), str(file)]
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0, done.output
    with closing(open_registry(str(path))) as opened:
        found = {each for each in counties if opened.profile(each)}
        assert found == {ATELIER, YOUNG}


def test_the_import_of_one_county_takes_every_spelling(tmp_path: Path) -> None:
    dump = write_dump(tmp_path / "firme-02-09-2026", *FIRMS)
    path = tmp_path / "registry.db"
    arguments = ["data", "import", "--county", "Bucureşti", "--registry", str(path), str(dump)]
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0, done.output
    with closing(open_registry(str(path))) as opened:
        assert opened.info.companies == 3


def test_entities_in_names_and_streets_are_decoded_once(tmp_path: Path) -> None:
    registry = tmp_path / "r.db"
    dump = write_dump(
        tmp_path,
        firm("ANA &amp; DAN &quot;FIII&quot; SRL", ATELIER, "J12/1/2020", ADR_DEN_STRADA="A&amp;B"),
        firm("X &amp;amp; Y SRL", MOVED, "J12/2/2020"),
    )
    arguments = ["data", "import", str(dump), "--registry", str(registry)]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    with closing(open_registry(str(registry))) as opened_registry:
        found = opened_registry.profile(ATELIER)
        assert found is not None
        assert (found.company_name, found.street_name) == ('ANA & DAN "FIII" SRL', "A&B")
        assert "A&B" in (found.full_address or "")
        twice = opened_registry.profile(MOVED)
        assert twice is not None
        assert twice.company_name == "X &amp; Y SRL"
        companies = opened_registry.search("ana & dan").companies
        assert [each.tax_id for each in companies] == [ATELIER]


def test_days_that_cannot_be_are_noted_and_left_empty(tmp_path: Path) -> None:
    registry = tmp_path / "r.db"
    dump = write_dump(
        tmp_path / "firme-02-09-2026",
        firm("A SRL", ATELIER, "J12/1/2020", "03/09/2026"),
        firm("B SRL", MOVED, "J12/2/1995", "01/01/1900"),
        firm("C SRL", YOUNG, "J12/3/2026", "02/09/2026"),
    )
    arguments = ["data", "import", str(dump), "--registry", str(registry), "-o", "json"]
    summary = json.loads(CliRunner().invoke(main, arguments).stdout)
    assert summary["files"][0]["notes"] == {
        "a registration date after the day of the file: left empty": 1,
        "01/01/1900 in place of a registration date: left empty": 1,
    }
    with closing(open_registry(str(registry))) as opened_registry:
        found = {t: opened_registry.profile(t) for t in (ATELIER, MOVED, YOUNG)}
        days = {t: p and (p.registration_date, p.founding_year) for t, p in found.items()}
    assert days == {
        ATELIER: (None, 2020), MOVED: (None, 1995), YOUNG: ("2026-09-02T00:00:00.000Z", 2026),
    }  # fmt: skip
