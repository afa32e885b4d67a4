"""No record of the sample contradicts itself; each is looked at."""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from itertools import pairwise

import pytest

from tui_app.contract.resources import FinancialData, YearlyRecord
from tui_app.registry.sample.package import COMPANIES_FILE
from tui_app.registry.sqlite.record import CompanyRecord, read_records

RECORDS = tuple(read_records(COMPANIES_FILE))
LAST_YEAR = 2025
TODAY = dt.date(2026, 10, 16)
NEW_NUMBERS_FROM = dt.date(2024, 7, 26)

# County, its code in the trade register, the first digits of its postal codes.
COUNTIES = """
Alba 1 51, Arad 2 31, Arges 3 11, Bacau 4 60, Bihor 5 41, Bistrita-Nasaud 6 42, Botosani 7 71,
Brasov 8 50, Braila 9 81, Buzau 10 12, Caras-Severin 11 32, Cluj 12 40, Constanta 13 90,
Covasna 14 52, Dambovita 15 13, Dolj 16 20, Galati 17 80, Gorj 18 21, Harghita 19 53,
Hunedoara 20 33, Ialomita 21 92, Iasi 22 70, Ilfov 23 07, Maramures 24 43, Mehedinti 25 22,
Mures 26 54, Neamt 27 61, Olt 28 23, Prahova 29 10, Satu Mare 30 44, Salaj 31 45, Sibiu 32 55,
Suceava 33 72, Teleorman 34 14, Timis 35 30, Tulcea 36 82, Vaslui 37 73, Valcea 38 24,
Vrancea 39 62, Bucuresti 40 0, Calarasi 51 91, Giurgiu 52 08
"""
CODES = {
    name: (int(code), postal)
    for name, code, postal in re.findall(r"([A-Z][A-Za-z -]+?) (\d+) (\d+)", COUNTIES)
}
FORMS = {
    "II": "INTREPRINDERE INDIVIDUALA",
    "IF": "INTREPRINDERE FAMILIALA",
    "CA": "SOCIETATE COOPERATIVA",
    "OC1": "SOCIETATE COOPERATIVA",
}


def bare(text: str) -> str:
    """A text without diacritics, whatever they are made of."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def day_of(text: str | None) -> dt.date:
    return dt.date.fromisoformat((text or "")[:10])


def county_of(record: CompanyRecord) -> str:
    return bare(record.profile.county or "").removeprefix("Municipiul ")


def contradictions(record: CompanyRecord) -> list[str]:
    """The contradictions within a record."""
    profile, figures = record.profile, record.financial
    registered = day_of(profile.registration_date)
    years = [year.year or 0 for year in figures.financial_data]
    found = {
        "founded in another year": profile.founding_year not in (None, registered.year),
        "registered in the future": registered > TODAY,
        "figures before it was founded": any(year < registered.year for year in years),
        "figures of a year to come": any(year > LAST_YEAR for year in years),
        "a year twice": len(set(years)) < len(years),
        "figures without a year": figures != FinancialData() and not years,
        "a balance sheet that does not balance": any(map(_unbalanced, figures.financial_data)),
        "figures of a company struck off": "radi" in (profile.status or "") and bool(years),
        "changed before it was there": profile.update_date is not None
        and not registered <= day_of(profile.update_date) <= TODAY,
        "the new form of number too early": _new_form_missing(record, registered),
        "a number of another county": _number_elsewhere(record),
        "a number of another year": _number_year(profile.company_id or "") != registered.year,
        "an address of another county": _address_elsewhere(record),
        "a name of another form": _form_differs(record),
        "an activity beside its group": _activity_jumps(profile.caen),
        "a VAT scheme without VAT": bool(profile.checkout_vat or profile.split_vat)
        and not profile.vat,
    }
    return [what for what, is_so in found.items() if is_so] + _headline(record) + _cases(record)


def _new_form_missing(record: CompanyRecord, registered: dt.date) -> bool:
    return registered >= NEW_NUMBERS_FROM and "/" in (record.profile.company_id or "")


def _number_year(number: str) -> int:
    return int(number[-4:] if "/" in number else number[1:5])


def _number_elsewhere(record: CompanyRecord) -> bool:
    number = record.profile.company_id or ""
    county = county_of(record)
    # Since July 2024 new companies bear no county; a renumbered old one bears its own.
    if not county or ("/" not in number and number[11:13] == "00"):
        return False
    code = int(number[1:3] if "/" in number else number[11:13])
    return CODES[county][0] != code


def _address_elsewhere(record: CompanyRecord) -> bool:
    profile = record.profile
    if profile.full_address is None:
        return profile.county is not None
    address, locality = bare(profile.full_address), bare(profile.locality or "")
    parts = (county_of(record), bare(profile.street_name or ""), f"Nr.{profile.street_nr}")
    village = "Sat " in address and "Com." in address
    if any(part not in address for part in parts[:1] if part):
        return True
    if not village and any(part not in address for part in parts[1:]):
        return True
    if locality.replace("Sectorul", "Sector") not in address.replace("Sectorul", "Sector"):
        return True
    postal = profile.postal_code
    if postal is None:
        return False
    return not f"{postal:06}".startswith(CODES[county_of(record)][1])


def _form_differs(record: CompanyRecord) -> bool:
    profile = record.profile
    form = profile.company_type or ""
    name = bare(profile.company_name).replace(".", "")
    return not name.endswith(FORMS.get(form, form))


def _activity_jumps(caen: tuple[str, ...]) -> bool:
    codes = [entry.partition(" - ")[0] for entry in caen]
    return any(not b.startswith(a) for a, b in pairwise(codes[1:]))


def _headline(record: CompanyRecord) -> list[str]:
    figures = record.financial
    by_year = {year.year or 0: year for year in figures.financial_data}
    if not by_year:
        return []
    last = by_year[max(by_year)]
    before = by_year.get(max(by_year) - 1)
    summary = (figures.turnover, figures.net_profit, figures.employee)
    told_before = (figures.turnover_prev_year, figures.net_profit_prev_year)
    found = []
    if summary != (last.turnover, last.net_profit, last.employee):
        found.append("a headline that is not of the latest year")
    if told_before != ((before.turnover, before.net_profit) if before else (None, None)):
        found.append("a headline that is not of the year before")
    return found


def _unbalanced(year: YearlyRecord) -> bool:
    """Whether assets differ from equity and liabilities, or current assets from their parts."""
    assets = (year.fixed_assets or 0) + (year.current_assets or 0)
    parts = (year.inventory, year.receivables, year.cash)
    parted = None if None in parts else sum(part or 0 for part in parts)
    return (
        None in (year.equity, year.debts, year.fixed_assets, year.current_assets)
        or assets != (year.equity or 0) + (year.debts or 0)
        or (year.debts or 0) <= 0
        or parted not in (None, year.current_assets)
    )


def _cases(record: CompanyRecord) -> list[str]:
    registered = day_of(record.profile.registration_date)
    found = []
    for case in record.court_cases:
        day = day_of(case.date)
        if not registered <= day <= TODAY:
            found.append(f"case {case.case_number} before the company")
        if day_of(case.last_update) < day:
            found.append(f"case {case.case_number} changed before it began")
        if (case.case_number or "").split("/")[2][:4] != str(day.year):
            found.append(f"case {case.case_number} of another year")
    return found


def test_no_record_contradicts_itself() -> None:
    found = {r.profile.company_name: what for r in RECORDS if (what := contradictions(r))}
    assert found == {}


@pytest.mark.parametrize("text", ["company_name", "county", "locality", "full_address"])
def test_texts_carry_diacritics_in_some_records_and_none_in_others(text: str) -> None:
    marked = [not (getattr(r.profile, text) or "").isascii() for r in RECORDS]
    assert 20 < sum(marked) < 300


def test_a_record_is_spelled_in_one_way() -> None:
    for record in RECORDS:
        profile = record.profile
        if record.profile.tax_id < "990000153" or "\u015f" in profile.company_name:
            continue  # the landmarks show what they show
        plain = [bare(text) == text for text in profile.caen[2:]]
        place = bare(profile.locality or "") in {"Bucuresti", "Timisoara", "Iasi", "Ploiesti"}
        if place and plain:
            assert (profile.locality == bare(profile.locality or "")) == all(plain), profile
