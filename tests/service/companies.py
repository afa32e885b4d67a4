"""Invented companies, enough to show every rule of the interface."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.sample.tax_ids import with_control_digit
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

FULL = with_control_digit("99000001")
"""A company with everything on record."""

BARE = with_control_digit("99000002")
"""A company with nothing on record but its identifiers."""

NAMELESS_FORM = with_control_digit("99000003")
"""A company whose legal form is not on record, registered on a day of its own."""

QUIET_DAY = "2021-03-04"
UNKNOWN = with_control_digit("99099999")
BUSY_DAY = "2020-05-14"
"""The day on which 45 companies were registered."""

CASES = 45


def build_registry(path: Path, prefix: str = "") -> Path:
    """The registry of these companies; ``prefix`` stands before each name."""
    build(_records(prefix), path, invented=True)
    return path


def _records(prefix: str) -> Iterator[CompanyRecord]:
    yield CompanyRecord(
        profile=CompanyProfile(
            tax_id=FULL,
            company_id="J40/99123/2020",
            company_name=f"{prefix}ATELIERUL ÎNVENTAT SRL",
            company_type="SRL",
            status="functiune",
            county="Municipiul Bucuresti",
            locality="Sectorul 3",
            street_name="Calea Exemplului",
            street_nr="30",
            postal_code=30167,
            full_address="Municipiul Bucuresti, Sector 3, Calea Exemplului, Nr.30",
            registration_date=f"{BUSY_DAY}T00:00:00.000Z",
            update_date="2025-01-02T03:04:05.678Z",
            founding_year=2020,
            vat=True,
            split_vat=False,
            checkout_vat=False,
            tax_category="profit",
            caen=("G - Comert", "47 - Comert cu amanuntul", "471 - x", "4711 - y"),
        ),
        financial=FinancialData(
            credit_risk_score=61.5,
            credit_risk_score_text="medium",
            turnover=8_050_000_000,
            net_profit=-6_000,
            employee=0,
            financial_data=(
                YearlyRecord(year=2024, turnover=8_050_000_000, net_profit=-6_000),
                YearlyRecord(year=2022, turnover=1, employee=0),
            ),
        ),
        court_cases=tuple(
            CourtCase(
                case_number=f"{number}/3/2023",
                party_status="Creditor",
                date="2023-12-04T00:00:00.000Z",
                institution="Tribunalul Inventat",
            )
            for number in range(CASES)
        ),
        phones=Phones(primary_phone="+40700000000", verified_phones=("+40700000000",)),
        emails=Emails(contact_email="contact@inventat.example"),
        administrators=("POPESCU-PROBA ANA",),
        websites=("https://inventat.example/",),
    )
    yield CompanyRecord(
        profile=CompanyProfile(
            tax_id=BARE,
            company_id="J12/99007/1995",
            company_name=f"{prefix}TEXTILE NIMIC SA",
            company_type="SA",
            status="radiata",
            county="Cluj",
            locality="Dej",
        )
    )
    yield CompanyRecord(
        profile=CompanyProfile(
            tax_id=NAMELESS_FORM,
            company_name=f"{prefix}FORMA NECUNOSCUTA",
            registration_date=f"{QUIET_DAY}T00:00:00.000Z",
        )
    )
    for number in range(44):
        yield CompanyRecord(
            profile=CompanyProfile(
                tax_id=with_control_digit(f"9901{number:04}"),
                company_id=f"J40/{90_000 + number}/2020",
                company_name=f"{prefix}ROI DEMO {number:02} SRL",
                company_type="SRL",
                status="functiune",
                county="Ilfov",
                locality="Otopeni",
                registration_date=f"{BUSY_DAY}T00:00:00.000Z",
            )
        )
