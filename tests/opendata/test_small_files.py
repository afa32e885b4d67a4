"""Small files in the real formats with every known quirk, each with its expected record."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.opendata.conftest import SMALL, Kept, Run, firm, kept_import, write_dump
from tui_app.config.settings import imported_registry
from tui_app.contract.registry_numbers import new_registry_number
from tui_app.opendata.numbers import read_phones
from tui_app.registry.sqlite.registry_file import RegistryFile

Imported = Callable[..., dict[str, Any]]
Opened = Callable[[], RegistryFile]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    return kept_import(tmp_path_factory.mktemp("small"), SMALL, "--with-administrators")


@pytest.fixture
def summary(kept: Kept, data_folder: Path) -> dict[str, Any]:
    """What the import of all small files said, which lies in its place."""
    return kept.copied(data_folder)


def file_of(summary: dict[str, Any], name: str) -> dict[str, Any]:
    return next(file for file in summary["files"] if file["file"].endswith(name))


def test_every_row_is_accounted_for(summary: dict[str, Any]) -> None:
    assert summary["companies"] == 6
    firms = file_of(summary, "OD_FIRME.CSV")
    assert firms["rows"] == 12
    assert firms["leftOut"] == {
        "no tax id": 1,
        "a personal code in place of a tax id": 1,
        "something else in place of a tax id": 1,
    }
    assert firms["messages"] == [
        {"line": 12, "what": "too many columns: a delimiter within a text shifts them"},
        {"line": 14, "what": "cut off: too few columns"},
    ]
    assert firms["notes"] == {"an invalid registration date": 1}
    refused = [line for line in summary["plan"] if line.startswith("refused")]
    assert len(refused) == 1
    assert "WEB_IR_AN2024.txt" in refused[0]


def test_a_company_with_everything(summary: dict[str, Any], opened: Opened) -> None:
    registry = opened()
    profile = registry.profile("990000013")
    assert profile is not None
    assert (profile.company_name, profile.company_id) == (
        "ATELIERUL DEMONSTRATIV SRL",
        "J40/900123/2020",
    )
    # "sediu expirat" notes something and is no state.
    assert profile.status == "funcțiune"
    assert (profile.county, profile.locality) == ("București", "Sectorul 3")
    assert profile.full_address == (
        "Municipiul București, Sector 3, Calea Exemplului, Nr.30, Bl.B2, Sc.A, Et.6, Ap.21"
    )
    assert profile.postal_code == 30167
    assert profile.registration_date == "2020-05-14T00:00:00.000Z"
    assert profile.update_date == "2026-09-02T00:00:00.000Z"
    assert profile.founding_year == 2020
    assert (profile.vat, profile.split_vat, profile.checkout_vat) == (True, None, None)
    assert profile.tax_category == "profit"
    # 4791 means another thing in Rev.3; the company gave the very number before.
    assert profile.caen[0].startswith("G - ")
    assert profile.caen[-1].startswith("4791 - Comerț cu amănuntul prin intermediul caselor")
    assert (profile.has_phone, profile.has_email, profile.has_verified_phone) == (
        True,
        False,
        False,
    )
    assert (profile.has_administrator, profile.has_website, profile.has_fin_data) == (
        True,
        True,
        True,
    )
    administrators = registry.administrators("990000013")
    assert administrators is not None
    assert administrators.administrators == ("POPESCU-PROBA ANA",)
    websites = registry.websites("990000013")
    assert websites is not None
    assert websites.websites == ("http://www.atelier.example",)
    phones = registry.phones("990000013")
    assert phones is not None
    assert (phones.primary_phone, phones.secondary_phone) == ("+40740000001", "+40213000002")


@pytest.mark.parametrize(
    ("cell", "numbers"),
    [
        ("0744000001/021 300 00 02", ("+40744000001", "+40213000002")),
        ("0252/593435", ("+40252593435",)),
        ("252593435; 0252/593436", ("+40252593435", "+40252593436")),
        ("+40(0)722 123 456", ("+40722123456",)),
        ("0722 123 456 0733 123 456", ("+40722123456", "+40733123456")),
        ("0213000002 int. 12", ("+40213000002",)),
        ("+40 (0) 21 300 00 02", ("+40213000002",)),
        ("0040(0)722123456; (+4) 0722.123.457", ("+40722123456", "+40722123457")),
        ("112", ()),
        ("+40 (1) 722 123 456", ()),
    ],
)
def test_phones_as_they_are_written(cell: str, numbers: tuple[str, ...]) -> None:
    assert read_phones(cell) == numbers


def test_figures_are_those_of_the_files(summary: dict[str, Any], opened: Opened) -> None:
    registry = opened()
    figures = registry.financial("990000013")
    assert figures is not None
    assert (figures.turnover, figures.turnover_prev_year) == (1_450_300, 1_300_000)
    assert (figures.net_profit, figures.employee) == (111_000, 7)
    assert figures.credit_risk_score is None
    years = {year.year: year for year in figures.financial_data}
    assert set(years) == {2025, 2024, 2015}
    assert (years[2025].fixed_assets, years[2025].debts, years[2025].equity) == (
        120_000,
        220_000,
        212_000,
    )
    # The columns of 2015 differ, as its legend says.
    assert (years[2015].turnover, years[2015].net_profit, years[2015].employee) == (22, 27 - 28, 3)


def test_the_last_row_of_a_company_counts_and_a_loss_is_negative(
    summary: dict[str, Any], opened: Opened
) -> None:
    figures = opened().financial("990000021")
    assert figures is not None
    assert (figures.net_profit, figures.employee) == (-6200, None)
    assert figures.net_profit_prev_year is None
    assert figures.financial_data[0].current_assets == 26_000
    assert figures.financial_data[0].fixed_assets is None


def test_an_empty_cell_is_unknown_and_never_zero(summary: dict[str, Any], opened: Opened) -> None:
    figures = opened().financial("990000048")
    assert figures is not None
    assert (figures.turnover, figures.turnover_prev_year) == (None, 8_050_000_000)
    assert (figures.net_profit, figures.net_profit_prev_year) == (None, 0)
    assert (figures.employee, figures.employee_prev_year) == (0, 12)


def test_quotes_broken_lines_and_both_spellings(summary: dict[str, Any], opened: Opened) -> None:
    registry = opened()
    quoted = registry.profile("990000021")
    assert quoted is not None
    assert quoted.company_name == '"LUCEAFARUL DEMO" S.R.L.'
    assert quoted.vat is False
    assert quoted.caen[-1].startswith("6210 - ")
    broken = registry.profile("990000048")
    assert broken is not None
    assert broken.company_name == "ȘTEFĂNEȚ INVENTAT ȘI FIII SRL"
    assert broken.street_name == "Str. Frântă"
    assert broken.full_address == "Jud. Argeș, Pitești, Str. Frântă, Nr.7"
    assert broken.registration_date == "1991-04-01T00:00:00.000Z"
    # 0111: files leave out leading zeros.
    assert broken.caen[-1].startswith("0111 - ")
    # "nu are" is no address of a website.
    assert broken.has_website is False
    for q in ("stefanet", "ȘTEFĂNEȚ", "ŞTEFĂNEŢ"):
        assert [c.tax_id for c in registry.search(q).companies] == ["990000048"]


def test_old_and_new_numbers_join_by_shape(summary: dict[str, Any], opened: Opened) -> None:
    # J03/13003/1991 has the length of a new number and is none; its state is under the new one,
    # and "J13003" is nobody's.
    profile = opened().profile("990000048")
    assert profile is not None
    assert profile.status == "funcțiune"


def test_the_gravest_state_counts_and_a_missing_day_stays_missing(
    summary: dict[str, Any], opened: Opened
) -> None:
    registry = opened()
    insolvent = registry.profile("990000030")
    assert insolvent is not None
    assert insolvent.status == "insolvență"
    assert insolvent.registration_date is None
    assert insolvent.founding_year == 1995
    assert insolvent.full_address == "Jud. Cluj, Dej, FN, zona industrială"
    # A liquidator does not run the company, and the phone of a place of work is not its own.
    assert (insolvent.has_administrator, insolvent.has_phone) == (False, False)
    no_day = registry.profile("990000064")
    assert no_day is not None
    assert (no_day.registration_date, no_day.founding_year) == (None, 2002)
    assert no_day.status == "stare de probă, dizolvare"
    assert (no_day.county, no_day.postal_code) == ("București", 40101)


def test_of_two_rows_under_a_tax_id_the_living_one_counts(
    summary: dict[str, Any], opened: Opened
) -> None:
    registry = opened()
    profile = registry.profile("990000056")
    assert profile is not None
    # The newer one is struck off.
    assert (profile.company_id, profile.county) == ("J12/90001/2010", "Cluj")
    new_form = new_registry_number("J26/90002/2015") or ""
    for number in ("J12/90001/2010", "J26/90002/2015", new_form):
        assert [c.tax_id for c in registry.search(number).companies][:1] == ["990000056"], number


def test_no_personal_code_or_birth_reaches_the_registry_or_the_screen(
    run: Run, tmp_path: Path
) -> None:
    result = run("data", "import", SMALL, "--with-administrators")
    stored = imported_registry().read_bytes()
    told = result.output + result.stderr + run("data", "info", "-o", "table").output
    for secret in ("1900101990017", "19/06/1967", "1967", "Locul", "PERSOANA INVENTATA"):
        assert secret.encode() not in stored
        assert secret not in told


def test_names_of_people_come_only_when_asked_for(imported: Imported, opened: Opened) -> None:
    summary = imported(SMALL)
    assert any("--with-administrators" in line for line in summary["plan"])
    profile = opened().profile("990000013")
    assert profile is not None
    assert profile.has_administrator is False
    assert b"POPESCU-PROBA" not in imported_registry().read_bytes()


def test_the_result_is_a_sound_database(summary: dict[str, Any], run: Run) -> None:
    with closing(sqlite3.connect(imported_registry())) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    checked = run("data", "check")
    assert checked.exit_code == 0
    assert json.loads(checked.stdout)["companies"] == 6


def test_info_tells_sources_states_and_what_was_left_out(summary: dict[str, Any], run: Run) -> None:
    told = run("data", "info", "-o", "table").output
    for text in (
        "companies: 6",
        "funcțiune",
        "insolvență",
        "Cluj",
        "2025",
        "OD_FIRME.CSV, of 2026-09-02, CC BY 4.0, 12 rows read",
        "1 left out: a personal code in place of a tax id",
    ):
        assert text in told


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        (["--county", "CJ"], {"990000021", "990000030", "990000056"}),
        (["--county", "cluj,Argeș"], {"990000021", "990000030", "990000056", "990000048"}),
        (["--form", "S.A."], {"990000030"}),
        (["--caen", "62"], {"990000021"}),
        # Without a statement that names a class, an authorised one counts.
        (["--caen", "1392,01"], {"990000030", "990000048"}),
        (["--trading-only"], {"990000013", "990000021", "990000048", "990000056"}),
        (["--county", "CJ", "--trading-only"], {"990000021", "990000056"}),
    ],
)
def test_filters(imported: Imported, opened: Opened, flags: list[str], expected: set[str]) -> None:
    assert imported(SMALL, *flags)["companies"] == len(expected)
    registry = opened()
    everybody = [f"9900000{n}" for n in ("13", "21", "30", "48", "56", "64")]
    assert {tax_id for tax_id in everybody if registry.profile(tax_id)} == expected


def test_authorised_activities_are_read_only_to_choose_by_activity(
    imported: Imported, run: Run
) -> None:
    summary = imported(SMALL)
    (line,) = [each for each in summary["plan"] if "OD_CAEN_AUTORIZAT" in each]
    assert "left out" in line and "--caen" in line
    assert not [each for each in summary["files"] if "CAEN_AUTORIZAT" in each["file"]]
    labels = {
        each["source"] for each in json.loads(run("data", "info", "-o", "json").stdout)["sources"]
    }
    assert "authorised activities" not in labels
    told = imported(SMALL / "firme-02-09-2026" / "OD_FIRME.CSV", "--caen", "62")["missing"]
    assert "no OD_CAEN_AUTORIZAT: --caen chooses no company without statements" in told


def test_the_filter_srl_takes_an_srl_d(tmp_path: Path, run: Run) -> None:
    forms = {"990000013": "SRL", "990000021": "S.R.L.-D", "990000030": "SA"}
    firms = [
        firm(f"ALFA {tax_id}", tax_id, f"J12/{tax_id[-3:]}/2010", FORMA_JURIDICA=form)
        for tax_id, form in forms.items()
    ]
    write_dump(tmp_path / "firme-02-09-2026", *firms)
    for chosen, companies in (("s.r.l.", 2), ("SRL-D", 1), ("SA,SRL", 3)):
        registry = tmp_path / f"{chosen}.db"
        done = run("data", "import", tmp_path, "--form", chosen, "--registry", registry)
        assert f"{companies} compan" in done.output, (chosen, done.output)
