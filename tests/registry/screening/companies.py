"""Random companies for the tests of screening, with everything that criteria distinguish."""

from __future__ import annotations

import random

from tests.sample.tax_ids import with_control_digit
from tui_app.contract.resources import (
    CompanyProfile,
    CourtCase,
    Emails,
    FinancialData,
    Phones,
    YearlyRecord,
)
from tui_app.registry.sqlite.record import CompanyRecord

COMPANIES = 300
NAMES = (
    "PETROTERM",
    "Petro Nord",
    "AGRO-VEST",
    "ȘTEFAN & FIII",
    "S.C. Nova",
    "A",
    "x' OR 1=1 --",
    "Debut SRL-D",
    "NOVA S.R.L. - D.",
    "Vest SRL-D în lichidare",
    "SRL-D Consult S.R.L.",
)
FORMS = ("SRL", "S.R.L.", "SRL-D", "S.R.L.-D", "SA", "PFA", "Altceva", None)
COUNTIES = (
    "Cluj",
    "CLUJ",
    "Jud. Cluj",
    "Bucureşti Sector 1",
    "București",
    "Municipiul Bucuresti",
    "Satu Mare",
    "Undeva",
    None,
)
LOCALITIES = (
    "Cluj-Napoca", "Dej", "Dejani", "Sectorul 3", "Bucureşti Sectorul 1", "București", "Satu Mare",
    None,
)  # fmt: skip
STATUSES = ("functiune", "în funcțiune", "radiata", "faliment", "dizolvare", "ceva", None)
ACTIVITIES = (
    ("J - Informații și comunicații", "62 - Servicii in tehnologia informatiei", "620 - Servicii",
     "6201 - Realizarea soft-ului la comanda (software orientat client)"),
    ("G - Comert", "47 - Comert cu amanuntul", "471 - Comert", "4711 - Comert in magazine"),
    ("G - Comert", "4621 - Comert cu ridicata al cerealelor"),
    ("K - Telecomunicatii; activitati de programare", "62 - Servicii", "6210 - Software"),
    ("3700 - Colectarea si epurarea apelor uzate",),
    ("111 - Cultivarea cerealelor",),
    ("1101 - Distilarea bauturilor",),
    ("6209 - Alte servicii",),
    ("K - Intermedieri financiare si asigurari", "64 - Intermedieri", "6419 - Alte intermedieri"),
    (),
)  # fmt: skip
SECTIONS = {"J - Informații și comunicații": "J/2", "K - Telecomunicatii; activitati de programare":
            "K/3", "K - Intermedieri financiare si asigurari": "K/2"}  # fmt: skip
AMOUNTS = (None, 0, 1, 999, 1_000, 1_001, -5, -1_000, 99_999, 100_000, 8_050_000_000)


def year(dice: random.Random, number: int) -> YearlyRecord:
    return YearlyRecord(
        year=number,
        turnover=dice.choice([*AMOUNTS, dice.randrange(5_000)]),
        net_profit=dice.choice([*AMOUNTS, dice.randrange(-900, 900)]),
        employee=dice.choice([None, 0, 3, 9, 10, 49, 50, 249, 250, 4_000]),
        equity=dice.choice(AMOUNTS),
    )


def company(number: int, dice: random.Random) -> CompanyRecord:
    years = tuple(year(dice, y) for y in dice.sample([2021, 2022, 2023, 2024], dice.randrange(5)))
    has_summary = dice.random() < 0.2
    return CompanyRecord(
        profile=CompanyProfile(
            tax_id=with_control_digit(f"99{number:06}"),
            company_id=dice.choice([None, f"J12/{number}/2020", f"J40/{number}/1999"]),
            company_name=f"{dice.choice(NAMES)} {dice.choice(['', 'GRUP', str(number)])}".strip(),
            company_type=dice.choice(FORMS),
            status=dice.choice(STATUSES),
            county=dice.choice(COUNTIES),
            locality=dice.choice(LOCALITIES),
            registration_date=dice.choice(
                [None, "2020-05-14T00:00:00.000Z", "2020-05-31T10:20:30.000Z",
                 f"2021-01-{dice.randrange(1, 29):02}T00:00:00.000Z", "1991-12-31T00:00:00.000Z"]
            ),
            founding_year=dice.choice([None, 1990, 1991, 1992, 2020]),
            vat=dice.choice([None, True, False]),
            caen=dice.choice(ACTIVITIES),
        ),
        financial=FinancialData(
            turnover=dice.choice(AMOUNTS) if has_summary else None,
            turnover_prev_year=dice.choice(AMOUNTS) if has_summary else None,
            financial_data=years,
        ),
        phones=Phones(primary_phone=dice.choice([None, "+40700000000"])),
        emails=Emails(contact_email=dice.choice([None, "a@inventat.example"])),
        websites=dice.choice([(), ("https://inventat.example/",)]),
        court_cases=dice.choice([(), (CourtCase(case_number="1/3/2020"),)]),
    )  # fmt: skip
