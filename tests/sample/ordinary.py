"""Invented companies of no special kind."""

from __future__ import annotations

import datetime as dt
from typing import Final

import msgspec

from tests.sample import landmarks
from tests.sample.activity import caen_path
from tests.sample.courts import invent_cases
from tests.sample.diacritics import has_diacritics
from tests.sample.dice import Dice
from tests.sample.figures import invent_financial
from tests.sample.places import invent_address
from tests.sample.tax_ids import with_control_digit
from tests.sample.words import (
    ENDINGS,
    FIRST_NAMES,
    MARKS,
    PROPER_NOUNS,
    SURNAMES,
    TRADES,
    Trade,
)
from tui_app.contract.registry_numbers import new_registry_number
from tui_app.contract.resources import CompanyProfile, Emails, FinancialData, Phones
from tui_app.registry.sqlite.record import CompanyRecord

FIRST_DAY: Final = dt.date(1991, 3, 4)
LAST_DAY: Final = dt.date(2026, 10, 16)
NEW_NUMBERS_FROM: Final = dt.date(2024, 7, 26)
REVISION_3_FROM: Final = dt.date(2025, 1, 1)

_FORMS: Final = (
    *["SRL"] * 66, *["PFA"] * 10, *["II"] * 6, *["SA"] * 8, *["SNC"] * 3, "SCS", "IF",
    "CA", "OC1", "OC1",
)  # fmt: skip
_SOLE_TRADERS: Final = ("PFA", "II", "IF")
_COOPERATIVES: Final = ("CA", "OC1")
_STATUSES: Final = (
    *["functiune"] * 68, *["inactiva"] * 5, *["radiata"] * 5, *["radiere"] * 3,
    *["dizolvare"] * 3, *["dizolvata"] * 3, *["insolventa"] * 3, *["faliment"] * 3,
    *["suspendare activitate"] * 2, *["reorganizare - fuziune prin absorbtie"] * 2,
    "intrerupere temporara de activitate", "lichidare", "transfer",
)  # fmt: skip
_TRADES: Final = tuple(trade for trade in TRADES for _ in range(trade.weight))


def tax_id_of(number: int) -> str:
    """The tax id of the sample's n-th company, from 1: nine digits from 990000013 on."""
    return with_control_digit(f"{99_000_000 + number}")


def company_id_of(letter: str, county: int, number: int, day: dt.date) -> str:
    """A registry number in the form of its day; the serials are far above real ones."""
    if day < NEW_NUMBERS_FROM:
        return f"{letter}{county:02}/{99_000 + number}/{day.year}"
    body = f"{letter}{day.year}9{number:05}00"
    control = (ord(letter) % 10 + sum(int(digit) for digit in body[1:])) % 10
    return f"{body}{control}"


def invent_person(dice: Dice) -> str:
    """A person's name that is plainly invented."""
    return f"{dice.pick(SURNAMES)}-{dice.pick(MARKS[:4])} {dice.pick(FIRST_NAMES)}"


def invent_company(dice: Dice, number: int, day: dt.date | None = None) -> CompanyRecord:
    """The n-th company; registered on ``day``, else on any but the landmark days."""
    day = day or _ordinary_day(dice)
    form, trade = dice.pick(_FORMS), dice.pick(_TRADES)
    name = _name(dice, form, trade)
    recent = (LAST_DAY - day).days < 300
    record = CompanyRecord(profile=_profile(dice, number, name, form, trade, day))
    filings = form not in _SOLE_TRADERS and not recent and dice.chance(0.88)
    return msgspec.structs.replace(
        record,
        financial=invent_financial(dice, day.year) if filings else FinancialData(),
        court_cases=invent_cases(dice, _number_of_cases(dice), day.year),
        phones=_phones(dice, number) if dice.chance(0.75) else Phones(),
        emails=_emails(dice, _host(name)) if dice.chance(0.6) else Emails(),
        administrators=tuple(
            invent_person(dice) for _ in range(dice.pick((0, 1, 1, 1, 1, 2, 2, 3)))
        ),
        websites=_websites(dice, _host(name)) if dice.chance(0.35) else (),
    )


def _ordinary_day(dice: Dice) -> dt.date:
    kept_free = (
        landmarks.NO_COMPANIES_DAY,
        landmarks.ONE_COMPANY_DAY,
        landmarks.MANY_COMPANIES_DAY,
    )
    while True:
        span = (LAST_DAY - FIRST_DAY).days
        day = FIRST_DAY + dt.timedelta(days=int(span * dice.share() ** 0.6))
        if day not in kept_free and day.weekday() < 5:
            return day


def _name(dice: Dice, form: str, trade: Trade) -> str:
    if form in _SOLE_TRADERS:
        suffix = {"II": "INTREPRINDERE INDIVIDUALA", "IF": "INTREPRINDERE FAMILIALA"}
        return f"{invent_person(dice)} {suffix.get(form, form)}"
    stem, mark = dice.pick(trade.stems), dice.pick(MARKS)
    core = dice.pick(
        (
            f"{stem}{dice.pick(ENDINGS)}",
            f"{stem}{dice.pick(ENDINGS)} {dice.pick(PROPER_NOUNS)}",
            f"{dice.pick(PROPER_NOUNS)} {dice.pick(trade.nouns)}",
            f"{dice.pick(PROPER_NOUNS)} {stem}{dice.pick(ENDINGS)}",
            f"{stem}{dice.pick(ENDINGS)} {dice.pick(trade.nouns)}",
        )
    )
    if form in _COOPERATIVES:
        return f"{core} {mark} SOCIETATE COOPERATIVA"
    return f"{core} {mark} {form if dice.chance(0.95) else '.'.join(form) + '.'}"


def _profile(
    dice: Dice, number: int, name: str, form: str, trade: Trade, day: dt.date
) -> CompanyProfile:
    address = invent_address(dice)
    letter = "F" if form in _SOLE_TRADERS else "C" if form in _COOPERATIVES else "J"
    company_id = company_id_of(letter, address.code, number, day)
    if dice.chance(0.2):
        company_id = new_registry_number(company_id) or company_id
    updated = day + dt.timedelta(days=int((LAST_DAY - day).days * (0.7 + 0.3 * dice.share())))
    revision = 3 if day >= REVISION_3_FROM or dice.chance(0.3) else 2
    vat = dice.chance(0.55)
    return CompanyProfile(
        tax_id=tax_id_of(number),
        company_id=company_id,
        company_name=name,
        company_type=form,
        status=dice.pick(_STATUSES),
        county=address.county,
        locality=address.locality,
        street_name=address.street,
        street_nr=address.number,
        postal_code=address.postal_code if dice.chance(0.9) else None,
        full_address=address.full,
        registration_date=f"{day}T00:00:00.000Z",
        update_date=f"{updated}T{dice.between(0, 23):02}:{dice.between(0, 59):02}:07.250Z",
        founding_year=day.year,
        vat=vat,
        split_vat=False,
        checkout_vat=vat and dice.chance(0.2),
        tax_category=dice.pick(("profit", "profit", "micro", None)),
        caen=_activity(dice, number, trade, revision),
    )


def _activity(dice: Dice, number: int, trade: Trade, revision: int) -> tuple[str, ...]:
    if not dice.chance(0.96):
        return ()
    return caen_path(dice.pick(trade.classes), revision, spelled=has_diacritics(number))


def _number_of_cases(dice: Dice) -> int:
    return dice.pick((0, 0, 0, 0, 0, 1, 2, 3, dice.between(4, 45)))


def _host(name: str) -> str:
    words = [word for word in name.lower().split() if word.isalpha()][:2]
    return f"{'-'.join(words)}.example"


def _phone(number: int, which: int) -> str:
    return f"+4070000{number % 1000:03}{which}"


def _phones(dice: Dice, number: int) -> Phones:
    return Phones(
        primary_phone=_phone(number, 0),
        secondary_phone=_phone(number, 1) if dice.chance(0.3) else None,
        contact_phones=(_phone(number, 2),) if dice.chance(0.3) else (),
        website_phones=(_phone(number, 0), _phone(number, 3)) if dice.chance(0.25) else (),
        verified_phones=(_phone(number, 0),) if dice.chance(0.4) else (),
    )


def _emails(dice: Dice, host: str) -> Emails:
    return Emails(
        primary_email=f"office@{host}",
        secondary_email=f"vanzari@{host}" if dice.chance(0.3) else None,
        contact_email=f"contact@{host}" if dice.chance(0.4) else None,
        website_emails=(f"contact@{host}", f"relatii.clienti@{host}") if dice.chance(0.2) else (),
    )


def _websites(dice: Dice, host: str) -> tuple[str, ...]:
    first = f"{dice.pick(('https', 'https', 'http'))}://www.{host}"
    return (first, f"https://magazin.{host}/oferta") if dice.chance(0.2) else (first,)
