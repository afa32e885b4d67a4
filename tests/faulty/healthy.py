"""What the server answers while it behaves: invented companies, the same at every start."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Final

import msgspec

from tests.sample.ranks import static_rank
from tests.sample.tax_ids import with_control_digit
from tui_app.contract import operations as o
from tui_app.contract import ranking
from tui_app.contract import resources as r

_WORDS: Final = ("PETROTERM", "AGROVIS", "LEMNARIA", "ȘTEFANIA", "CARPATEX", "DUNARIS")
_FORMS: Final = ("SRL", "SA", "PFA")
_STATUSES: Final = ("functiune", "radiata", "insolventa", "dizolvare")
_CASES: Final = 45
_REGISTERED: Final = 30


def _summary(number: int) -> r.CompanySummary:
    return r.CompanySummary(
        tax_id=with_control_digit(f"9900{number:04}"),
        company_id=f"J40/{99000 + number}/2020",
        company_name=f"{_WORDS[number % len(_WORDS)]} DEMO {number} {_FORMS[number % 3]}",
        company_type=_FORMS[number % 3],
        status=_STATUSES[number % 4],
        locality="Sectorul 3",
        county="Municipiul Bucuresti",
    )


COMPANIES: Final = tuple(_summary(number) for number in range(1, 61))
_BY_TAX_ID: Final = {company.tax_id: company for company in COMPANIES}
FIRST: Final = COMPANIES[0]


def answer(operation: str, tax_id: str, query: Mapping[str, str]) -> object | None:
    """The data of an operation as JSON-like values, ``None`` for a company nobody knows."""
    if operation == o.AUTOCOMPLETE.name:
        return _as_json(search(query.get("q", "")))
    page = int(query.get("page", "1"))
    if operation == o.REGISTERED.name:
        return _as_json(_registered(page))
    company = _BY_TAX_ID.get(tax_id)
    return None if company is None else _as_json(_resource(operation, company, page))


_CONTACTS: Final = {
    o.PHONES.name: r.Phones(primary_phone="+40700000001", contact_phones=("+40700000002",)),
    o.EMAILS.name: r.Emails(primary_email="office@demo.invalid"),
    o.ADMINISTRATORS.name: r.Administrators(administrators=("Popescu Ion Demo",)),
    o.WEBSITES.name: r.Websites(websites=("https://demo.invalid/",)),
}


def _as_json(resource: object) -> object:
    found: object = msgspec.json.decode(msgspec.json.encode(resource))
    return found


def search(q: str) -> tuple[r.CompanySummary, ...]:
    """Autocomplete by the contract's own rules."""
    query = ranking.read_query(q)
    found = []
    for c in COMPANIES:
        tier = ranking.tier(query, c.company_name, c.tax_id, c.company_id)
        if tier is not None:
            rank = static_rank(c.status, None, c.company_name, c.tax_id)
            found.append(((tier, rank), c))
    return tuple(company for _rank, company in sorted(found, key=lambda f: f[0]))[:10]


def _resource(operation: str, company: r.CompanySummary, page: int) -> object:
    if operation == o.PROFILE.name:
        return _profile(company)
    if operation == o.FINANCIAL.name:
        return _financial()
    if operation == o.COURT_CASES.name:
        return _court_cases(company, page)
    empty = {each.name: each.result for each in o.COMPANY_OPERATIONS}
    return _CONTACTS.get(operation) or empty[operation]()


def _profile(company: r.CompanySummary) -> r.CompanyProfile:
    return r.CompanyProfile(
        tax_id=company.tax_id,
        company_id=company.company_id,
        company_name=company.company_name,
        company_type=company.company_type,
        status=company.status,
        county=company.county,
        locality=company.locality,
        postal_code=30123,
        full_address="Municipiul Bucuresti, Sector 3, Str. Demo, Nr.1",
        registration_date="2020-05-14T00:00:00.000Z",
        founding_year=2020,
        vat=True,
        caen=("G - Comert", "47 - Comert cu amanuntul"),
        has_email=True,
        has_phone=True,
        has_verified_phone=False,
        has_administrator=True,
        has_website=True,
        has_fin_data=True,
    )


def _financial() -> r.FinancialData:
    years = tuple(
        r.YearlyRecord(year=year, turnover=1_000_000 * year, net_profit=-5_000, employee=12)
        for year in (2024, 2022, 2023)
    )
    return r.FinancialData(
        credit_risk_score=5.5, credit_risk_score_text="medium", turnover=1, financial_data=years
    )


def _court_cases(company: r.CompanySummary, page: int) -> r.CourtCasePage:
    cases = tuple(
        r.CourtCase(
            case_number=f"{number}/3/2023",
            party_status="Creditor",
            tax_id=company.tax_id,
            company_name=company.company_name,
            date="2023-04-01T00:00:00.000Z",
            institution="Tribunalul Demo",
        )
        for number in range(1, _CASES + 1)
    )
    shown = cases[(page - 1) * 20 : page * 20]
    return r.CourtCasePage(court_cases=shown, total_pages=3, current_page=page, total_cases=_CASES)


def _registered(page: int) -> r.RegisteredCompanyPage:
    companies = tuple(
        r.RegisteredCompany(
            tax_id=c.tax_id, company_name=c.company_name, company_type=c.company_type
        )
        for c in COMPANIES[:_REGISTERED]
    )
    shown = companies[(page - 1) * 20 : page * 20]
    return r.RegisteredCompanyPage(
        companies=shown, total_pages=2, current_page=page, total_companies=_REGISTERED
    )


def http_date(after: dt.timedelta) -> str:
    """A moment from now as a Retry-After header writes it."""
    moment = dt.datetime.now(dt.UTC) + after
    return moment.strftime("%a, %d %b %Y %H:%M:%S GMT")
