"""Companies as JSON Lines: servers' data are read, broken records are reported and left out."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.opendata.conftest import Run
from tui_app.contract.resources import (
    CompanyProfile,
    CourtCase,
    Emails,
    FinancialData,
    Phones,
    YearlyRecord,
)
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import CompanyRecord
from tui_app.registry.sqlite.registry_file import RegistryFile

Imported = Callable[..., dict[str, Any]]
Opened = Callable[[], RegistryFile]


def lines(path: Path, *objects: object) -> Path:
    path.write_text("".join(json.dumps(each) + "\n" for each in objects), encoding="utf-8")
    return path


def test_what_servers_send_is_taken(imported: Imported, opened: Opened, tmp_path: Path) -> None:
    company = {
        "profile": {
            "taxId": 990000013, "companyName": "PETROTERM DEMO SRL", "companyId": "J40/1/2020",
            "caen": None, "postalCode": "030167", "registrationDate": "2020-05-14T00:00:00+03:00",
            "status": "functiune",
        },
        "financial": {"turnover": 1000.0, "financialData": [{"year": 2024, "cash": None}]},
        "phones": {"verifiedPhone": "+40700000001"},
        "courtCases": None,
    }  # fmt: skip
    summary = imported(lines(tmp_path / "companies.jsonl", company))
    assert summary["companies"] == 1
    assert summary["files"][0]["notes"] == {}
    registry = opened()
    profile = registry.profile("990000013")
    assert profile is not None
    assert (profile.postal_code, profile.caen) == (30167, ())
    assert profile.registration_date == "2020-05-14T00:00:00.000Z"
    assert profile.has_verified_phone is True
    figures = registry.financial("990000013")
    assert figures is not None
    assert (figures.turnover, figures.financial_data) == (1000, (YearlyRecord(year=2024),))


def test_unknown_fields_are_told_and_the_rest_is_kept(
    imported: Imported, opened: Opened, tmp_path: Path
) -> None:
    company = {
        "profile": {"taxId": "990000013", "companyName": "A", "shoeSize": 43},
        "rumours": ["x"],
        "financial": {"financialData": [{"year": 2024, "profit": 3}]},
    }
    summary = imported(lines(tmp_path / "companies.jsonl", company))
    assert set(summary["files"][0]["notes"]) == {
        "unknown field profile.shoeSize",
        "unknown field rumours",
        "unknown field financialData.profit",
    }
    assert summary["files"][0]["messages"][0]["line"] == 1
    assert opened().profile("990000013") is not None


def test_numbers_may_be_written_as_others_write_them(
    imported: Imported, opened: Opened, tmp_path: Path
) -> None:
    odd = {
        "profile": {"taxId": 990000013.0, "companyName": 7, "postalCode": "030167", "VAT": "true"}
    }
    digits = {"profile": {"taxId": "RO 990000021", "1900101123456": 1}, "1900101123456": 2}
    summary = imported(lines(tmp_path / "companies.jsonl", odd, digits))
    assert summary["companies"] == 2
    assert "1900101123456" not in json.dumps(summary)
    profile = opened().profile("990000013")
    assert profile is not None
    assert (profile.company_name, profile.postal_code, profile.vat) == ("7", 30167, True)


def test_rows_that_cannot_be_read_are_left_out_and_told(
    run: Run, imported: Imported, tmp_path: Path
) -> None:
    good = [{"profile": {"taxId": f"{number}", "companyName": "A"}} for number in range(10, 20)]
    path = lines(tmp_path / "companies.jsonl", *good)
    with path.open("a", encoding="utf-8") as file:
        file.write('{"profile"\n{"profile": {"taxId": "1900101990017"}}\n[]\n')
        file.write('{"profile": {"taxId": "30", "updateDate": "x"}}\n')
        file.write('{"profile": {"taxId": "31", "postalCode": "abc"}}\n')
        huge = {"turnover": 10**19}
        file.write(json.dumps({"profile": {"taxId": "32"}, "financial": huge}) + "\n")
        file.write('{"profile": {"taxId": "33", "caen": ' + "[" * 9000 + "]" * 9000 + "}}\n")
        odd = {"verifiedPhone": "+40700000001", "verifiedPhones": 5}
        file.write(json.dumps({"profile": {"taxId": "34"}, "phones": odd}) + "\n")
    summary = imported(path)
    assert summary["companies"] == 10
    assert [each["line"] for each in summary["files"][0]["messages"]] == list(range(11, 19))
    assert "1900101990017" not in json.dumps(summary)
    strict = run("data", "import", "--strict", path)
    assert strict.exit_code == 2
    assert "line 11" in strict.output


def test_remarks_on_fields_do_not_crowd_out_rows_that_cannot_be_read(
    run: Run, imported: Imported, tmp_path: Path
) -> None:
    odd = [{"profile": {"taxId": f"{n}", "shoeSize": 43, "hat": 7}} for n in range(10, 70)]
    path = lines(tmp_path / "companies.jsonl", *odd, *(["no record"] * 10))
    told = [each["line"] for each in imported(path)["files"][0]["messages"]]
    assert told == [n for line in range(1, 51) for n in (line, line)] + list(range(61, 71))
    lines(path, *odd, *(["no record"] * 100))
    refused = run("data", "import", path)
    assert refused.exit_code == 2
    assert "100 of 160 rows cannot be read, the first in line 61" in refused.output


def test_a_company_that_comes_twice_in_a_file_is_told(
    imported: Imported, run: Run, tmp_path: Path
) -> None:
    one, other = (
        {"profile": {"taxId": "990000013", "companyName": name}} for name in ("ALFA", "BETA")
    )
    imported(lines(tmp_path / "twice.jsonl", one, other, one))
    assert (
        "2 left out: another record of the same company is used"
        in run("data", "info", "-o", "table").stdout
    )


def test_files_given_later_fill_and_replace(
    imported: Imported, opened: Opened, tmp_path: Path
) -> None:
    first = {"profile": {"taxId": "990000013", "companyName": "A SRL", "status": "functiune"}}
    phones = {"profile": {"taxId": "990000013", "companyName": "A SRL"},
              "phones": {"primaryPhone": "+40700000001"}}  # fmt: skip
    imported(lines(tmp_path / "1.jsonl", first))
    imported(lines(tmp_path / "2.jsonl", phones))
    later = {"profile": {"taxId": "990000013", "companyName": "B SRL", "status": "radiata"}}
    imported(lines(tmp_path / "3.jsonl", later))
    registry = opened()
    profile = registry.profile("990000013")
    assert profile is not None
    assert (profile.company_name, profile.status, profile.has_phone) == ("B SRL", "radiata", True)
    assert [c.tax_id for c in registry.search("b srl").companies] == ["990000013"]
    assert registry.search("a srl").companies == ()


def test_registry_build_goes_the_same_way(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl.gz"
    rows = b'{"profile": {"taxId": 990000013, "caen": null}}\n{"profil": {}}\nnonsense\n'
    source.write_bytes(gzip.compress(rows))
    output = tmp_path / "out.db"
    built = run("registry", "build", source, output)
    assert built.exit_code == 0, built.output
    assert "line 3" in built.output
    with closing(RegistryFile(output)) as registry:
        assert registry.info.companies == 1
    assert run("registry", "build", "--strict", source, output).exit_code == 2


def test_temporary_files_of_another_registry_stay(tmp_path: Path) -> None:
    other = tmp_path / ".firme1.db.build-x"
    other.mkdir()
    build([CompanyRecord(profile=CompanyProfile(tax_id="19"))], tmp_path / "firme[1].db")
    assert other.exists()


_TEXT = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=12)
_MAYBE_TEXT = st.none() | _TEXT
_MONEY = st.none() | st.integers(-(2**63), 2**63 - 1)
_MOMENT = st.none() | st.datetimes().map(
    lambda m: m.replace(microsecond=0).isoformat(timespec="milliseconds") + "Z"
)
_YEAR = st.builds(
    YearlyRecord,
    **dict.fromkeys(YearlyRecord.__struct_fields__, _MONEY),
)
_CASE = st.builds(
    CourtCase, case_number=_MAYBE_TEXT, party_status=_MAYBE_TEXT, subject=_MAYBE_TEXT,
    institution=_MAYBE_TEXT, date=_MOMENT, last_update=_MOMENT, tax_id=st.just("19"),
    company_name=st.just("NUME"),
)  # fmt: skip
_RECORD = st.builds(
    CompanyRecord,
    profile=st.builds(
        CompanyProfile, tax_id=st.just("19"), company_id=_MAYBE_TEXT, company_name=st.just("NUME"),
        company_type=_MAYBE_TEXT, status=_MAYBE_TEXT, county=_MAYBE_TEXT, locality=_MAYBE_TEXT,
        street_name=_MAYBE_TEXT, postal_code=st.none() | st.integers(0, 999_999),
        registration_date=_MOMENT, update_date=_MOMENT,
        founding_year=st.none() | st.integers(1850, 2100), vat=st.none() | st.booleans(),
        split_vat=st.none() | st.booleans(), checkout_vat=st.none() | st.booleans(),
        tax_category=_MAYBE_TEXT, caen=st.lists(_TEXT, max_size=4).map(tuple),
    ),
    financial=st.builds(
        FinancialData, turnover=_MONEY, net_profit_prev_year=_MONEY,
        credit_risk_score=st.none() | st.floats(0, 100),
        financial_data=st.lists(_YEAR, max_size=3).map(tuple),
    ),
    court_cases=st.lists(_CASE, max_size=3).map(tuple),
    phones=st.builds(
        Phones, primary_phone=_MAYBE_TEXT, contact_phones=st.lists(_TEXT, max_size=3).map(tuple),
        verified_phones=st.lists(_TEXT, max_size=2).map(tuple),
    ),
    emails=st.builds(
        Emails, contact_email=_MAYBE_TEXT, website_emails=st.lists(_TEXT, max_size=2).map(tuple)
    ),
    administrators=st.lists(_TEXT, max_size=3).map(tuple),
    websites=st.lists(_TEXT, max_size=3).map(tuple),
)  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("records")


@settings(max_examples=18)
@given(record=_RECORD)
def test_what_goes_in_comes_out_of_the_nine_operations(folder: Path, record: CompanyRecord) -> None:
    path = folder / "registry.db"
    build([record], path)
    with closing(RegistryFile(path)) as registry:
        profile = registry.profile("19")
        assert profile is not None
        flags = {name: None for name in CompanyProfile.__struct_fields__ if name.startswith("has_")}
        form = record.profile.company_type or ""  # always there in the interface
        expected = msgspec.structs.replace(record.profile, company_type=form)
        assert msgspec.structs.replace(profile, **flags) == expected
        assert profile.has_phone is record.has_phone
        assert profile.has_email is record.has_email
        assert profile.has_verified_phone is bool(record.phones.verified_phones)
        assert profile.has_administrator is bool(record.administrators)
        assert profile.has_website is bool(record.websites)
        # Without figures of any company, it is unknown whether this one has any.
        assert profile.has_fin_data is (record.financial != FinancialData() or None)
        assert registry.financial("19") == record.financial
        assert registry.phones("19") == record.phones
        assert registry.emails("19") == record.emails
        administrators, websites = registry.administrators("19"), registry.websites("19")
        assert administrators is not None
        assert administrators.administrators == record.administrators
        assert websites is not None
        assert websites.websites == record.websites
        cases = registry.court_cases("19", 1)
        assert cases is not None
        newest_first = sorted(record.court_cases, key=lambda c: c.date or "", reverse=True)
        assert list(cases.court_cases) == newest_first
        assert [c.tax_id for c in registry.search("nume").companies] == ["19"]
