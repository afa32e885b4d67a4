"""Invented companies as servers tell of them, and days to hear them on."""

from __future__ import annotations

import datetime as dt
from typing import Any

from tui_app.contract.resources import (
    Administrators,
    CompanyProfile,
    CompanySummary,
    CourtCase,
    CourtCasePage,
    FinancialData,
    YearlyRecord,
)
from tui_app.workspace.changes import WatchedResource
from tui_app.workspace.snapshots import SectionAnswer

_SECTIONS = {
    CompanyProfile: "profile",
    FinancialData: "financial",
    CourtCasePage: "court_cases",
    Administrators: "administrators",
}


ANA = CompanySummary(tax_id="990000013", company_name="ANA DEMO SRL", county="Cluj")
DAN = CompanySummary(tax_id="990000021", company_name="ȘTEFAN DAN SA", company_id="J40/99123/2020")


def day(number: int) -> dt.datetime:
    """A day of May 2026."""
    return dt.datetime(2026, 5, number, 9, 30, tzinfo=dt.UTC)


def profile(tax_id: str, **values: Any) -> CompanyProfile:
    """A profile of usual size."""
    usual: dict[str, Any] = {
        "tax_id": tax_id,
        "company_id": f"J40/{tax_id[-5:]}/2020",
        "company_name": f"FIRMA INVENTATA {tax_id} SRL",
        "company_type": "SRL",
        "status": "functiune",
        "county": "Municipiul Bucuresti",
        "locality": "Sectorul 3",
        "street_name": "Calea Exemplului",
        "street_nr": tax_id[-3:],
        "full_address": f"Municipiul Bucuresti, Sector 3, Calea Exemplului, Nr.{tax_id[-3:]}",
        "registration_date": "2020-05-14T00:00:00.000Z",
        "founding_year": 2020,
        "vat": True,
        "caen": ("G - Comert", "47 - Comert cu amanuntul", "471 - x", "4711 - y"),
    }
    return CompanyProfile(**usual | values)


def figures(tax_id: str, turnover: int) -> FinancialData:
    """Twelve years of figures that no other company has."""
    number = int(tax_id)
    return FinancialData(
        turnover=turnover,
        financial_data=tuple(
            YearlyRecord(
                year=year,
                turnover=turnover + number * year,
                net_profit=number * year // 7,
                debts=number * year // 3,
                equity=number * year // 5,
                fixed_assets=number + year * 31,
                current_assets=number + year * 17,
                receivables=number // 9 + year,
                cash=number // 11 + year,
                inventory=number // 13,
                share_capital=200,
                employee=number % 90,
            )
            for year in range(2013, 2025)
        ),
    )


def cases(tax_id: str, total: int) -> CourtCasePage:
    """A first page of court cases."""
    return CourtCasePage(
        court_cases=tuple(
            CourtCase(
                case_number=f"{int(tax_id) % 9973}{number}/3/2023",
                party_status="Creditor",
                tax_id=tax_id,
                company_name=f"FIRMA INVENTATA {tax_id} SRL",
                date="2023-12-04T00:00:00.000Z",
                institution="Tribunalul Inventat",
                case_category="Civil",
                subject="pretentii",
                procedural_stage="Fond",
            )
            for number in range(min(total, 20))
        ),
        total_cases=total,
        total_pages=-(-total // 20),
        current_page=1,
    )


def people(*names: str) -> Administrators:
    """The administrators of a company."""
    return Administrators(administrators=names)


def sightings(seen_at: dt.datetime, *answers: WatchedResource) -> list[SectionAnswer]:
    """Answers as they were heard at one moment."""
    return [
        SectionAnswer(operation=_SECTIONS[type(answer)], data=answer, seen_at=seen_at)
        for answer in answers
    ]
