"""The sample: invented throughout, complete, reproducible, and built at once."""

from __future__ import annotations

import gzip
import re
import threading
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from tests.sample import landmarks
from tests.sample.generate import invent_sample
from tui_app.contract.folding import fold
from tui_app.contract.identifiers import has_valid_control_digit
from tui_app.contract.registry_numbers import new_registry_number
from tui_app.contract.resources import FinancialData
from tui_app.contract.status import StatusGroup, classify_status
from tui_app.registry.errors import BuildError
from tui_app.registry.sample import package, sample_path
from tui_app.registry.sample.package import COMPANIES_FILE
from tui_app.registry.sqlite.record import CompanyRecord, read_records
from tui_app.registry.sqlite.registry_file import RegistryFile

SAMPLE = {record.profile.tax_id: record for record in read_records(COMPANIES_FILE)}
PROFILES = [record.profile for record in SAMPLE.values()]
MARK = re.compile("demo|proba|invent|fictiv|imaginar|exemplu")


def of(tax_id: str) -> CompanyRecord:
    return SAMPLE[tax_id]


def test_the_script_writes_what_is_shipped() -> None:
    lines = b"".join(msgspec.json.encode(record) + b"\n" for record in invent_sample())
    assert gzip.decompress(COMPANIES_FILE.read_bytes()) == lines


def test_no_company_or_person_can_be_taken_for_a_real_one() -> None:
    assert len(SAMPLE) == 600
    for record in SAMPLE.values():
        profile = record.profile
        assert re.fullmatch("9900[0-9]{5}", profile.tax_id)
        assert has_valid_control_digit(profile.tax_id)
        assert MARK.search(fold(profile.company_name)), profile.company_name
        assert re.fullmatch(
            r"[JFC]\d{2}/99\d{3}/\d{4}|[JFC]\d{4}(099|9)\d+", profile.company_id or ""
        )
        for person in record.administrators:
            assert MARK.search(fold(person))
        phones = record.phones
        numbers = (phones.primary_phone, phones.secondary_phone)
        for phone in (*filter(None, numbers), *phones.contact_phones, *phones.website_phones):
            assert re.fullmatch(r"\+4070000\d{4}", phone)
        for address in (*record.websites, *record.emails.website_emails):
            assert re.search(r"\.example(/|$)", address)


def test_registry_numbers_are_unique_in_either_form() -> None:
    numbers = Counter(new_registry_number(profile.company_id or "") for profile in PROFILES)
    assert numbers.most_common(1)[0][1] == 1
    assert None not in numbers
    forms = Counter("/" in (profile.company_id or "") for profile in PROFILES)
    assert min(forms[True], forms[False]) > 50


def test_every_status_and_legal_form_occurs() -> None:
    statuses = {profile.status for profile in PROFILES}
    assert statuses >= {
        "functiune", "inactiva", "radiata", "radiere", "insolventa", "faliment", "dizolvare",
        "dizolvata", "suspendare activitate", "reorganizare - fuziune prin absorbtie",
    }  # fmt: skip
    assert {classify_status(status) for status in statuses} == set(StatusGroup)
    assert {profile.company_type for profile in PROFILES} >= {
        "SRL",
        "SA",
        "PFA",
        "II",
        "SNC",
        "OC1",
    }


def test_every_landmark_shows_what_it_says() -> None:
    showpiece = of(landmarks.SHOWPIECE)
    assert showpiece.profile.company_name == "PETROTERM DEMO SRL"
    assert [year.year for year in showpiece.financial.financial_data] == list(range(2020, 2026))
    assert (showpiece.profile.company_id, showpiece.profile.founding_year) == (
        "J40/99123/2020",
        2020,
    )
    assert of(landmarks.MANY_COURT_CASES).profile.company_name == "CONSTRUCT LITIGII DEMO SA"
    assert of(landmarks.LOSSES).profile.company_name == "PETRO PIERDERE FICTIV SRL"
    assert len(of(landmarks.MANY_COURT_CASES).court_cases) == 150
    assert len(of(landmarks.ONE_COURT_CASE).court_cases) == 1
    bare = of(landmarks.NOTHING_ON_RECORD)
    assert bare == CompanyRecord(profile=bare.profile)
    losses = of(landmarks.LOSSES).financial.financial_data
    assert all((year.net_profit or 0) < 0 for year in losses)
    assert (losses[-1].equity or 0) < 0
    years = [year.year or 0 for year in of(landmarks.HOLES).financial.financial_data]
    assert years != sorted(years)
    assert len(years) < max(years) - min(years)
    unknown = of(landmarks.UNKNOWN_TURNOVER).financial
    assert unknown.turnover is None
    assert all(year.turnover is None for year in unknown.financial_data)
    assert (of(landmarks.LARGE_AMOUNTS).financial.turnover or 0) > 8_000_000_000
    assert len(of(landmarks.LONG_TEXTS).profile.company_name) > 120
    assert len(of(landmarks.LONG_TEXTS).profile.full_address or "") > 200
    assert "A B C D" in of(landmarks.ONE_LETTER_WORDS).profile.company_name
    assert '"' in of(landmarks.QUOTATION_MARKS).profile.company_name
    assert "[DEMO]" in of(landmarks.BRACKETS).profile.company_name
    assert {"Ț", "Ș"} <= set(of(landmarks.DIACRITICS_COMMA).profile.company_name)
    assert {"Ţ", "Ş"} <= set(of(landmarks.DIACRITICS_CEDILLA).profile.company_name)


def test_the_landmark_days(sample: RegistryFile) -> None:
    assert sample.registered(landmarks.NO_COMPANIES_DAY, 1).total_companies == 0
    assert sample.registered(landmarks.ONE_COMPANY_DAY, 1).total_companies == 1
    assert sample.registered(landmarks.MANY_COMPANIES_DAY, 1).total_companies == 70


def test_the_sample_is_rich() -> None:
    def some(count: int) -> bool:
        return 20 < count < 580

    records = SAMPLE.values()
    assert some(sum(record.has_phone for record in records))
    assert some(sum(record.has_email for record in records))
    assert some(sum(bool(record.administrators) for record in records))
    assert some(sum(bool(record.websites) for record in records))
    assert some(sum(record.financial != FinancialData() for record in records))
    assert some(sum(bool(record.court_cases) for record in records))
    for word in ("petro", "agro", "con", "soft"):
        assert sum(fold(profile.company_name).startswith(word) for profile in PROFILES) >= 10
    for profile in PROFILES:
        if profile.caen:
            lengths = [len(entry.partition(" - ")[0]) for entry in profile.caen]
            assert lengths == [1, 2, 3, 4]
    assert {profile.update_date for profile in PROFILES if profile.update_date}


@pytest.fixture
def few(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package with some of the companies: how the sample is built does not depend on them."""
    path = tmp_path_factory.mktemp("few") / "companies.jsonl.gz"
    records = list(SAMPLE.values())[:12]
    path.write_bytes(gzip.compress(b"".join(msgspec.json.encode(each) + b"\n" for each in records)))
    monkeypatch.setattr(package, "COMPANIES_FILE", path)


@pytest.mark.usefixtures("few")
def test_it_is_built_once(tmp_path: Path) -> None:
    path = sample_path(tmp_path / "cache")
    made = path.stat().st_ino
    assert sample_path(tmp_path / "cache") == path
    assert path.stat().st_ino == made


@pytest.mark.usefixtures("few")
def test_a_damaged_or_outdated_one_is_rebuilt(tmp_path: Path) -> None:
    path = sample_path(tmp_path)
    sound = path.read_bytes()
    outdated = tmp_path / "sample-0-0123.db"
    outdated.write_bytes(b"old")
    for damaged in (b"", sound[:5000], sound[:40_000] + b"\xff" * 200_000):
        path.write_bytes(damaged)
        assert sample_path(tmp_path) == path
        registry = RegistryFile(path)
        registry.check()
        registry.close()
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.usefixtures("few")
def test_an_old_one_that_cannot_be_removed_is_left(tmp_path: Path) -> None:
    (tmp_path / "sample-0-0123.db").mkdir()
    RegistryFile(sample_path(tmp_path)).close()


@pytest.mark.usefixtures("few")
def test_a_folder_that_cannot_be_used_is_explained(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(BuildError, match=r"was not built.*set XDG_CACHE_HOME"):
            sample_path(folder)


@pytest.mark.usefixtures("few")
def test_several_starts_at_once_all_get_a_sound_one(tmp_path: Path) -> None:
    failures = []

    def start() -> None:
        try:
            RegistryFile(sample_path(tmp_path)).close()
        except Exception as error:  # noqa: BLE001 (told by the assertion below)
            failures.append(error)

    threads = [threading.Thread(target=start) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
