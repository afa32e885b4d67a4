"""The companies named in ``landmarks``: each shows one particular thing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Final

import msgspec

from tests.sample import landmarks
from tests.sample.activity import caen_path
from tests.sample.courts import invent_cases
from tests.sample.dice import Dice
from tests.sample.figures import headline, invent_years, without
from tests.sample.ordinary import company_id_of, invent_company
from tests.sample.places import county_code
from tui_app.contract.resources import CompanyProfile, Emails, FinancialData, Phones
from tui_app.registry.sqlite.record import CompanyRecord

Special = Callable[[Dice, CompanyRecord], CompanyRecord]

_replace: Final = msgspec.structs.replace


def special_companies(dice: Dice) -> list[CompanyRecord]:
    """All of them, numbered from 1 in the order of the table below."""
    return [_special(dice, number, *row) for number, row in enumerate(_TABLE, 1)]


def _special(
    dice: Dice, number: int, tax_id: str, day: dt.date, name: str, special: Special
) -> CompanyRecord:
    record = invent_company(dice, number, day)
    if record.profile.tax_id != tax_id:
        raise ValueError(f"{name}: company {number} bears {record.profile.tax_id}, not {tax_id}")
    form = name.rsplit(maxsplit=1)[-1].replace(".", "")
    any_county = dice.between(1, 39)
    profile = _replace(
        record.profile, company_name=name, company_type=form, company_id=None, status="functiune"
    )
    record = special(dice, _replace(record, profile=profile))
    profile = record.profile
    code = county_code(profile.county or "") or any_county
    company_id = profile.company_id or company_id_of("J", code, number, day)
    return _replace(record, profile=_replace(profile, company_id=company_id))


def _showpiece(dice: Dice, record: CompanyRecord) -> CompanyRecord:
    host = "petroterm-demo.example"
    # The first years are left out: it was registered in 2020.
    years = invent_years(dice, range(2014, 2026), 11_800_000, margin=(0.02, 0.16))[6:]
    profile = _replace(
        record.profile,
        company_id="J40/99123/2020",
        county="Municipiul Bucuresti",
        locality="Sectorul 3",
        street_name="Bd. Inventiei",
        street_nr="30",
        postal_code=30167,
        full_address="Municipiul Bucuresti, Sector 3, Bd. Inventiei, Nr.30, Bl.B2, Et.6, Ap.21",
        vat=True,
        checkout_vat=False,
        tax_category="profit",
        caen=caen_path("4671", 2),
    )
    return CompanyRecord(
        profile=profile,
        financial=_replace(
            headline(dice, years), credit_risk_score=54.5, credit_risk_score_text="medium"
        ),
        court_cases=invent_cases(dice, 27, 2020),
        phones=Phones(
            primary_phone="+40700000001",
            secondary_phone="+40700000002",
            contact_phones=("+40700000003", "+40700000004"),
            website_phones=("+40700000001", "+40700000005"),
            verified_phones=("+40700000001",),
        ),
        emails=Emails(
            primary_email=f"office@{host}",
            secondary_email=f"vanzari@{host}",
            contact_email=f"contact@{host}",
            website_emails=(f"contact@{host}", f"cariere@{host}"),
        ),
        administrators=("POPESCU-PROBA ANA", "IONESCU-DEMO MIHAI", "MATEI-FICTIV IOANA"),
        websites=(f"https://www.{host}", f"https://statii.{host}/harta"),
    )


def _many_cases(dice: Dice, record: CompanyRecord) -> CompanyRecord:
    return _replace(record, court_cases=invent_cases(dice, 150, 2009))


def _one_case(dice: Dice, record: CompanyRecord) -> CompanyRecord:
    return _replace(record, court_cases=invent_cases(dice, 1, 2015))


def _nothing(_dice: Dice, record: CompanyRecord) -> CompanyRecord:
    profile = record.profile
    return CompanyRecord(
        profile=CompanyProfile(
            tax_id=profile.tax_id,
            company_id=profile.company_id,
            company_name=profile.company_name,
            company_type=profile.company_type,
            status=profile.status,
            registration_date=profile.registration_date,
        )
    )


def _losses(dice: Dice, record: CompanyRecord) -> CompanyRecord:
    years = invent_years(dice, range(2016, 2026), 2_400_000, margin=(-0.35, -0.05))
    return _replace(record, financial=headline(dice, years))


def _holes(dice: Dice, record: CompanyRecord) -> CompanyRecord:
    years = invent_years(dice, (2012, 2013, 2016, 2017, 2020, 2022, 2025), 900_000)
    return _replace(record, financial=headline(dice, dice.some(years, len(years))))


def _no_turnover(dice: Dice, record: CompanyRecord) -> CompanyRecord:
    years = invent_years(dice, range(2017, 2025), 700_000)
    return _replace(record, financial=headline(dice, without(years, "turnover")))


def _large(dice: Dice, record: CompanyRecord) -> CompanyRecord:
    years = invent_years(dice, range(2014, 2025), 5_100_000_000, margin=(-0.02, 0.07))
    last = _replace(years[-1], year=2025, turnover=8_050_000_000, net_profit=-312_000_000)
    return _replace(record, financial=headline(dice, (*years, last)))


def _long(_dice: Dice, record: CompanyRecord) -> CompanyRecord:
    profile = _replace(
        record.profile,
        county="Bistrita-Nasaud",
        locality="Exemplu de Sus",
        street_name=(
            "Soseaua Incercarii Celei Lungi cu Numele cel mai Cuprinzator din Toata Macheta"
        ),
        street_nr="1195 B",
        postal_code=427_101,
        full_address=(
            "Jud. Bistrita-Nasaud, Sat Exemplu de Sus Com. Exemplu de Jos,, Soseaua Incercarii "
            "Celei Lungi cu Numele cel mai Cuprinzator din Toata Macheta, Nr.1195 B, Bloc "
            "Demonstrativ Turn Nord, Sc.Principala, Et.ii, Ap.104, Camera 12, Cladirea C7, "
            "Parcul Industrial Imaginar, Hala 3, Poarta 2"
        ),
    )
    return _replace(record, profile=profile)


def _as_it_is(_dice: Dice, record: CompanyRecord) -> CompanyRecord:
    return record


def _no_figures(_dice: Dice, record: CompanyRecord) -> CompanyRecord:
    return _replace(record, financial=FinancialData(), websites=(), administrators=())


def _written(county: str, locality: str, street: str, postal_code: int) -> Special:
    def special(_dice: Dice, record: CompanyRecord) -> CompanyRecord:
        profile = _replace(
            record.profile,
            county=county,
            locality=locality,
            street_name=street,
            postal_code=postal_code,
            full_address=f"{county}, {locality}, {street}, Nr.{record.profile.street_nr}",
        )
        return _replace(record, profile=profile)

    return special


_TABLE: Final[tuple[tuple[str, dt.date, str, Special], ...]] = (
    (landmarks.SHOWPIECE, dt.date(2020, 5, 14), "PETROTERM DEMO SRL", _showpiece),
    (landmarks.MANY_COURT_CASES, dt.date(2005, 9, 12), "CONSTRUCT LITIGII DEMO SA", _many_cases),
    (landmarks.ONE_COURT_CASE, dt.date(2014, 2, 6), "AGROPACE PROBA SRL", _one_case),
    (landmarks.NOTHING_ON_RECORD, dt.date(1998, 11, 20), "TACERE INVENTAT SNC", _nothing),
    (landmarks.LOSSES, dt.date(2011, 4, 18), "PETRO PIERDERE FICTIV SRL", _losses),
    (landmarks.HOLES, dt.date(2010, 6, 1), "SOFT INTERMITENT DEMO SRL", _holes),
    (landmarks.UNKNOWN_TURNOVER, dt.date(2016, 10, 3), "CONSULT DISCRET PROBA SRL", _no_turnover),
    (landmarks.LARGE_AMOUNTS, dt.date(1994, 1, 17), "MARELE PETROL IMAGINAR SA", _large),
    (
        landmarks.LONG_TEXTS,
        dt.date(2007, 8, 23),
        "SOCIETATEA DEMONSTRATIVA PENTRU INCERCAREA NUMELOR FOARTE LUNGI SI A ECRANELOR INGUSTE "
        "CU DENUMIRE INVENTATA DE LA CAP LA COADA IMPORT EXPORT PROBA SRL",
        _long,
    ),
    (landmarks.ONE_LETTER_WORDS, dt.date(2018, 3, 27), "A B C D E F G DEMO SRL", _as_it_is),
    (
        landmarks.QUOTATION_MARKS,
        dt.date(2003, 12, 9),
        "\"LUCEAFARUL 'DE' DIMINEATA\" INVENTAT S.R.L.",
        _no_figures,
    ),
    (landmarks.BRACKETS, dt.date(2022, 7, 5), "AGRO [DEMO] [/b] MACHETA SRL", _as_it_is),
    (
        landmarks.DIACRITICS_COMMA,
        dt.date(2019, 5, 30),
        "ÎNȚELEPCIUNE ȘI MĂSURĂ INVENTAT SRL",
        _written("Iași", "Târgu Frumos", "Strada Încercării", 705_300),
    ),
    (
        landmarks.DIACRITICS_CEDILLA,
        landmarks.ONE_COMPANY_DAY,
        "ŢESĂTORIA DE POVEŞTI FICTIV SA",
        _written("Bucureşti", "Bucureşti Sectorul 3", "Calea Poveştilor", 30_144),
    ),
)
