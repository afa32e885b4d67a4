"""Invents as many companies as the whole country has, with names skewed like real ones.

A few words are in a great many names, most words in very few; forms, counties and years follow the
shares of the public register.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Iterator
from typing import Any, Final

from tui_app.contract.resources import (
    CompanyProfile,
    CourtCase,
    FinancialData,
    Phones,
    YearlyRecord,
)
from tui_app.registry.sqlite.record import CompanyRecord

WHOLE_COUNTRY: Final = 4_200_000

FREQUENT: Final = (
    "CONSTRUCT", "IMPEX", "TRANS", "COM", "PROD", "GROUP", "SERV", "AGRO", "INVEST", "EXPERT",
    "AUTO", "CONSULTING", "STAR", "DESIGN", "SOLUTIONS", "EUROPA", "MED", "CAFE", "IMOBILIARE",
    "SMART", "ELECTRO", "PETROL", "SOFT", "STUDIO", "BEAUTY", "HOUSE", "MARKET", "PAN", "LEMN",
    "SPEDITION", "ROM", "ALFA", "NOVA", "VEST", "LUX", "PRIM", "DENT", "FARM", "ECO", "TEX",
)  # fmt: skip
SURNAMES: Final = (
    "POPESCU", "IONESCU", "POPA", "RADU", "DUMITRU", "STAN", "STOICA", "GHEORGHE", "MATEI",
    "CIOBANU", "RUSU", "MARIN", "DOBRE", "BARBU", "NISTOR", "FLOREA", "MOLDOVAN", "LAZAR",
)  # fmt: skip
FIRST_NAMES: Final = (
    "MARIA", "ION", "ELENA", "ANDREI", "ANA", "MIHAI", "IOANA", "GEORGE", "CRISTINA", "ALEXANDRU",
    "VASILE", "DANIELA", "CONSTANTIN", "GABRIELA", "STEFAN", "FLORIN", "ADRIAN", "NICOLETA",
)  # fmt: skip
_SYLLABLES: Final = tuple(
    consonant + vowel + end
    for consonant in (*"BCDFGLMNPRSTVZ", "TR", "ST")
    for vowel in "AEIOU"
    for end in ("", "", "R", "N", "S", "L")
)  # fmt: skip
_FORMS: Final = ("SRL", "PFA", "II", "SA", "SNC", "CA")
_FORM_WEIGHTS: Final = (66, 22, 10, 0.8, 0.7, 0.1)
_STATUSES: Final = ("functiune", "radiata", "inactiva", "dizolvare", "insolventa", "faliment")
_STATUS_WEIGHTS: Final = (48, 42, 5, 3, 1, 1)
_COUNTIES: Final = ("Municipiul Bucuresti", "Cluj", "Timis", "Iasi", "Dolj", "Ilfov", "Brasov")
_CAEN: Final = tuple(
    (f"{chr(65 + n % 21)} - S", f"{n % 88:02} - D", f"{n % 272:03} - G", f"{n:04} - Clasa {n}")
    for n in range(615)
)  # fmt: skip
_BATCH: Final = 5_000


@functools.cache
def vocabulary(seed: int, size: int = 120_000) -> tuple[tuple[str, ...], tuple[Any, ...]]:
    """Words from the most to the least frequent, and how the dice lie after them."""
    dice = random.Random(seed)
    words = dict.fromkeys(FREQUENT + SURNAMES)
    while len(words) < size:
        words["".join(dice.choices(_SYLLABLES, k=dice.choice((2, 2, 3, 3, 4))))] = None
    return tuple(words), dice.getstate()


def names(count: int, seed: int = 1) -> Iterator[tuple[str, str]]:
    """Names with their legal form."""
    dice = random.Random()
    words, state = vocabulary(seed)
    dice.setstate(state)
    weights = tuple(itertools.accumulate(1 / (rank + 3) ** 0.85 for rank in range(len(words))))
    for start in range(0, count, _BATCH):
        size = min(_BATCH, count - start)
        drawn = dice.choices(words, cum_weights=weights, k=3 * size)
        forms = dice.choices(_FORMS, _FORM_WEIGHTS, k=size)
        shares = [dice.random() for _ in range(size)]
        for at, (form, share) in enumerate(zip(forms, shares, strict=True)):
            if form in {"PFA", "II"}:
                first = dice.choice(FIRST_NAMES)
                yield f"{drawn[3 * at]} {first} {form}", form
                continue
            many = 1 if share < 0.25 else 2 if share < 0.75 else 3
            core = " ".join(drawn[3 * at : 3 * at + many])
            if share * 997 % 1 < 0.3:
                core += f" {int(share * 1e6) % 2030}"
            yield (f"SC {core} {form}" if share * 131 % 1 < 0.06 else f"{core} {form}"), form


def companies(count: int, seed: int = 1) -> Iterator[CompanyRecord]:
    """``count`` companies with tax ids of their own, in no order of rank."""
    dice = random.Random(seed + 1)
    statuses = itertools.cycle(dice.choices(_STATUSES, _STATUS_WEIGHTS, k=99_991))
    caen = itertools.cycle(dice.choices(_CAEN, k=9_973))
    for number, (name, form) in enumerate(names(count, seed)):
        # A step that shares no factor with the range visits every number once.
        tax_id = str(10_000 + number * 7_368_787 % 89_990_003)
        year, serial, county = 1991 + number % 35, number // 7 % 24_000 + 1, number % 42 + 1
        letter = "F" if form in {"PFA", "II"} else "J"
        company_id = f"{letter}{county:02}/{serial}/{year}"
        if year >= 2020:
            company_id = f"{letter}{year}{serial:06}{county:02}{number % 10}"
        street = f"Str. Probei {number % 97}"
        yield CompanyRecord(
            profile=CompanyProfile(
                tax_id=tax_id,
                company_id=company_id,
                company_name=name,
                company_type=form,
                status=next(statuses),
                county=_COUNTIES[number % 7],
                locality=f"Localitatea {number % 3181}",
                street_name=street,
                street_nr=str(number % 190),
                postal_code=100_000 + number % 800_000,
                full_address=f"Jud. {_COUNTIES[number % 7]}, {street}, Nr.{number % 190}",
                registration_date=f"{year}-{number % 12 + 1:02}-{number % 28 + 1:02}T00:00:00.000Z",
                founding_year=year,
                vat=number % 3 == 0,
                caen=next(caen),
            ),
            financial=_figures(number) if number % 4 == 0 else FinancialData(),
            phones=Phones(primary_phone=f"+407000{number % 100_000:05}")
            if number % 3
            else Phones(),
            administrators=(f"{SURNAMES[number % 18]}-PROBA {FIRST_NAMES[number % 17]}",),
            court_cases=_CASES if number % 40 == 0 else (),
        )


_CASES: Final = tuple(
    CourtCase(case_number=f"{n}/3/2020", date=f"2020-01-{n:02}T00:00:00.000Z", subject="pretenţii")
    for n in range(1, 4)
)


def _figures(number: int) -> FinancialData:
    turnover = number * 7919 % 9_000_001
    years = tuple(
        YearlyRecord(
            year=year, turnover=turnover, net_profit=turnover // 10, employee=3, cash=1000,
            debts=turnover // 3, equity=200, fixed_assets=turnover // 5,
            current_assets=turnover // 4,
        )
        for year in (2023, 2024, 2025)
    )  # fmt: skip
    return FinancialData(
        turnover=turnover, net_profit=turnover // 10, employee=3, financial_data=years
    )
