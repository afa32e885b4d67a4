"""Companies and criteria for the benchmark of screening: skewed as real ones are."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from tests.benchmarks.country import FREQUENT, companies
from tui_app.contract.counties import COUNTIES
from tui_app.contract.resources import FinancialData, YearlyRecord
from tui_app.registry.sqlite.record import CompanyRecord

_NAMES: Final = tuple(county.plain_name for county in COUNTIES.values())
_WEIGHTS: Final = tuple(12 / (rank + 3) for rank in range(len(_NAMES)))
_WITH_FIGURES: Final = 0.6
_YEARS: Final = (2023, 2024, 2025)


def varied(count: int) -> Iterator[CompanyRecord]:
    """The country's companies, with counties of all sizes and figures of every order."""
    dice = random.Random(5)
    for record in companies(count):
        profile = replace(record.profile, county=dice.choices(_NAMES, _WEIGHTS)[0])
        yield replace(record, profile=profile, financial=_figures(dice))


def _figures(dice: random.Random) -> FinancialData:
    if dice.random() > _WITH_FIGURES:
        return FinancialData()
    turnover = int(10 ** dice.gauss(5.2, 0.9))
    employees = int(dice.paretovariate(1.1)) - 1
    years = []
    for year in _YEARS:
        turnover = int(turnover * dice.lognormvariate(0.02, 0.4))
        profit = int(turnover * dice.gauss(0.06, 0.2))
        years.append(
            YearlyRecord(
                year=year, turnover=turnover, net_profit=profit, employee=employees,
                equity=profit * 3, cash=1000, debts=turnover // 3,
            )
        )  # fmt: skip
    last = years[-1]
    return FinancialData(
        turnover=last.turnover,
        turnover_prev_year=years[-2].turnover,
        net_profit=last.net_profit,
        employee=last.employee,
        financial_data=tuple(years),
    )


def screens(count: int, seed: int = 9) -> list[str]:
    """Lines of one to five criteria, no two the same."""
    dice = random.Random(seed)
    found: dict[str, None] = {}
    while len(found) < count:
        fields = dice.sample(sorted(_CRITERIA), dice.randint(1, 5))
        found[" ".join(_criterion(dice, field) for field in fields)] = None
    return list(found)


def _criterion(dice: random.Random, field: str) -> str:
    text = str(dice.choice(_CRITERIA[field]))
    return f"not {text}" if dice.random() < 0.1 else text


_CODES: Final = tuple(county.plate for county in COUNTIES.values())
_CRITERIA: Final[dict[str, tuple[str, ...]]] = {
    "county": tuple(f"county:{code}" for code in (*_CODES, "CJ,TM,IS", "B,IF")),
    "locality": tuple(f'locality:"Localitatea {n}"' for n in range(0, 3181, 97)),
    "form": ("form:SRL", "form:SA", "form:PFA,II", "form:SNC"),
    "status": ("active", "struck_off", "status:insolvent,bankrupt", "inactive"),
    "caen": (*(f"caen:{n:02}" for n in range(88)), "caen:G", "caen:F", "caen:J", "caen:0471"),
    "founded": ("founded:1991..1995", "founded:>=2020", "founded:2007", "founded:..2000"),
    "registered": ("registered:2020-05", "registered:>=2024", "registered:1991..1999"),
    "turnover": ("turnover:>1M", "turnover:100K..200K", "turnover:>10M", "turnover:<50K"),
    "profit": ("profit:<0", "profit:>100K", "profit:>1M", "profit:..10K"),
    "employees": ("employees:>50", "employees:10..49", "employees:0", "employees:>=250"),
    "equity": ("equity:<0", "equity:>1M", "equity:0..50K"),
    "margin": ("margin:>10", "margin:<0", "margin:5..15", "margin:>50"),
    "growth": ("growth:>0", "growth:>20", "growth:<-10", "growth:>100"),
    "losses": ("losses:>=2", "losses:0", "losses:3"),
    "vat": ("vat",),
    "phone": ("phone",),
    "cases": ("cases",),
    "name": tuple(f"name:{word.lower()}" for word in FREQUENT),
}
