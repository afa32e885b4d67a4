"""Criteria for the benchmarks of screening."""

from __future__ import annotations

import random
from typing import Final

from tests.benchmarks.country import FREQUENT
from tui_app.contract.vocabulary.counties import COUNTIES


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
