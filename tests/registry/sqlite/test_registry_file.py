"""Data that were put in come out, company by company."""

from __future__ import annotations

import datetime as dt
import threading
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from tests.registry.conftest import OpenRegistry
from tests.sample import landmarks
from tests.sample.ranks import static_rank
from tui_app.contract.resources import (
    CompanyProfile,
    CourtCase,
    Emails,
    FinancialData,
    Phones,
    RegisteredCompany,
    YearlyRecord,
)
from tui_app.registry.errors import RegistryError
from tui_app.registry.sample.package import COMPANIES_FILE
from tui_app.registry.sqlite.record import CompanyRecord, read_records
from tui_app.registry.sqlite.registry_file import RegistryFile


def rank(record: CompanyRecord) -> tuple[bool, bool, int, str, str]:
    profile = record.profile
    return static_rank(
        profile.status or "", record.financial.turnover, profile.company_name, profile.tax_id
    )


SAMPLE = {record.profile.tax_id: record for record in read_records(COMPANIES_FILE)}


def test_every_company_of_the_sample_reads_as_it_was_written(sample: RegistryFile) -> None:
    assert sample.info.companies == len(SAMPLE)
    for tax_id, record in SAMPLE.items():
        profile = sample.profile(tax_id)
        assert profile is not None
        flags = {
            "has_phone": record.phones != Phones(),
            "has_verified_phone": bool(record.phones.verified_phones),
            "has_email": record.emails != Emails(),
            "has_administrator": bool(record.administrators),
            "has_website": bool(record.websites),
            "has_fin_data": record.financial != FinancialData(),
        }
        assert profile == msgspec.structs.replace(record.profile, **flags)
        assert sample.financial(tax_id) == record.financial
        assert sample.phones(tax_id) == record.phones
        assert sample.emails(tax_id) == record.emails
        people, sites = sample.administrators(tax_id), sample.websites(tax_id)
        assert people is not None
        assert sites is not None
        assert people.administrators == record.administrators
        assert sites.websites == record.websites


def test_court_cases_come_page_by_page_newest_first(sample: RegistryFile) -> None:
    for tax_id, record in SAMPLE.items():
        written = record.court_cases
        read: list[CourtCase] = []
        pages = -(-len(written) // 20)
        for number in range(1, pages + 2):
            page = sample.court_cases(tax_id, number)
            assert page is not None
            assert (page.total_cases, page.total_pages) == (len(written), pages)
            assert page.current_page == number
            assert len(page.court_cases) == (20 if number < pages else len(written) - len(read))
            read += page.court_cases
        name = record.profile.company_name
        own = [msgspec.structs.replace(c, tax_id=tax_id, company_name=name) for c in written]
        assert read == own
        assert [c.date for c in read] == sorted((c.date or "" for c in read), reverse=True)


@pytest.mark.parametrize(
    "tax_id", ["", "1", "990000014", "RO990000013", " 990000013", "0990000013", "٩٩", "9" * 10_000,
               "990000013'--", "a/b", "\x00", "\udcff"],
)  # fmt: skip
def test_an_unknown_or_malformed_tax_id_is_none(sample: RegistryFile, tax_id: str) -> None:
    assert sample.profile(tax_id) is None
    assert sample.financial(tax_id) is None
    assert sample.court_cases(tax_id, 1) is None
    assert sample.phones(tax_id) is None
    assert sample.emails(tax_id) is None
    assert sample.administrators(tax_id) is None
    assert sample.websites(tax_id) is None


@pytest.mark.parametrize(
    "day",
    [
        landmarks.NO_COMPANIES_DAY,
        landmarks.ONE_COMPANY_DAY,
        landmarks.MANY_COMPANIES_DAY,
        dt.date(1, 1, 1),
    ],
)
def test_the_companies_of_a_day(sample: RegistryFile, day: dt.date) -> None:
    expected = {
        tax_id: record
        for tax_id, record in SAMPLE.items()
        if (record.profile.registration_date or "").startswith(day.isoformat())
    }
    pages = -(-len(expected) // 20)
    listed: list[RegisteredCompany] = []
    for number in range(1, pages + 2):
        page = sample.registered(day, number)
        assert (page.total_companies, page.total_pages) == (len(expected), pages)
        assert page.current_page == number
        listed += page.companies
    assert [item.tax_id for item in listed] == sorted(expected, key=lambda t: rank(expected[t]))
    for item in listed:
        record = expected[item.tax_id]
        assert item.company_name == record.profile.company_name
        assert item.company_type == record.profile.company_type
        assert item.has_phone == (True if record.phones != Phones() else None)


def test_totals_stay_true_where_pages_end(registry_of: OpenRegistry) -> None:
    companies = [
        CompanyRecord(
            profile=CompanyProfile(
                tax_id=str(number), company_name="X", registration_date="2020-01-02T00:00:00.000Z"
            )
        )
        for number in range(10, 2_100)
    ]
    page = registry_of(companies).registered(dt.date(2020, 1, 2), 100)
    assert (page.total_companies, page.total_pages, len(page.companies)) == (2_090, 100, 20)


def test_sparse_and_extreme_values_survive(registry_of: OpenRegistry) -> None:
    record = CompanyRecord(
        profile=CompanyProfile(tax_id="19", vat=False, caen=("A - b", 'c "d"'), postal_code=0),
        financial=FinancialData(
            net_profit=-(2**62),
            financial_data=(
                YearlyRecord(year=2020, turnover=2**62, net_profit=0),
                YearlyRecord(year=2020),
                YearlyRecord(),
            ),
        ),
        court_cases=(
            CourtCase(case_number="1", date="2020-01-01"),
            CourtCase(case_number="2"),
            CourtCase(case_number="3", date="2021-06-01T12:00:00+03:00", company_name="Other"),
        ),
    )
    registry = registry_of([record])
    profile = registry.profile("19")
    assert profile is not None
    assert (profile.vat, profile.split_vat, profile.postal_code) == (False, None, 0)
    assert profile.caen == record.profile.caen
    assert registry.financial("19") == record.financial
    page = registry.court_cases("19", 1)
    assert page is not None
    assert [(c.case_number, c.date, c.company_name) for c in page.court_cases] == [
        ("3", "2021-06-01T09:00:00.000Z", "Other"),
        ("1", "2020-01-01T00:00:00.000Z", ""),
        ("2", None, ""),
    ]


def test_many_threads_read_at_the_same_time(sample: RegistryFile) -> None:
    def names(_: int) -> list[str]:
        return [c.company_name for c in sample.search("petro").companies]

    with ThreadPoolExecutor(12) as threads:
        answers = list(threads.map(names, range(300)))
    assert all(answer == answers[0] for answer in answers)
    assert answers[0][0] == "PETROTERM DEMO SRL"


def test_an_interrupted_search_ends_without_an_error(sample: RegistryFile) -> None:
    gone = threading.Event()
    gone.set()
    assert len(sample.search("petro", interrupt=gone).companies) <= 10


def test_a_closed_registry_says_so(registry_of: OpenRegistry) -> None:
    registry = registry_of([])
    registry.close()
    with pytest.raises(RegistryError, match="closed"):
        registry.profile("19")
