"""Invented court cases, labelled as the courts' portal labels them (with cedillas)."""

from __future__ import annotations

import datetime as dt
from typing import Final

from tests.sample.dice import Dice
from tui_app.contract.resources import CourtCase

_COURTS: Final = (
    ("Judecătoria CLUJ-NAPOCA", 211), ("Judecătoria SECTORUL 4 BUCUREŞTI", 4),
    ("Judecătoria TIMIŞOARA", 325), ("Tribunalul BUCUREŞTI", 3), ("Tribunalul CLUJ", 117),
    ("Tribunalul IAŞI", 99), ("Tribunalul TIMIŞ", 30), ("Tribunalul PRAHOVA", 105),
    ("Curtea de Apel BUCUREŞTI", 2), ("Curtea de Apel CONSTANŢA", 36), ("Tribunalul SĂLAJ", 84),
)  # fmt: skip
_ROLES: Final = (
    "Reclamant", "Pârât", "Creditor", "Debitor", "Intimat", "Petent", "Contestator",
    "Recurent Reclamant", "Intimat Pârât", "Apelant Pârât", "Parte responsabilă civilmente",
)  # fmt: skip
_MATTERS: Final = (
    ("Litigii cu profesioniştii", "pretenţii"),
    ("Litigii cu profesioniştii", "ordonanţă de plată"),
    ("Litigii cu profesioniştii", "cerere de valoare redusă"),
    ("Civil", "contestaţie la executare"),
    ("Civil", "rezoluţiune contract"),
    ("Litigii de muncă", "drepturi băneşti"),
    ("Contencios administrativ şi fiscal", "anulare act administrativ"),
    ("Contencios administrativ şi fiscal", "contestaţie act administrativ fiscal"),
    ("Faliment", "procedura insolvenţei"),
    ("Proprietate Intelectuală", "acţiune în contrafacere"),
    ("Asigurări sociale", "accident de muncă"),
    ("Penal", "evaziune fiscală"),
    ("Alte materii", "încuviinţare executare silită"),
)
_STAGES: Final = (
    "Fond", "Fond", "Fond", "Apel", "Recurs", "Contestaţie", "Revizuire - Fond",
    "Contestaţie în anulare - Recurs", "Îndreptare eroare materială",
)  # fmt: skip
_DEPARTMENTS: Final = (
    "Secţia a II-a Civilă", "Secţia a VI-a Civilă", "Secţia Civilă", "Secţia I civilă",
    "Secţia de contencios administrativ şi fiscal", "",
)  # fmt: skip
_LAST_DAY: Final = dt.date(2026, 10, 1)
_LAST_MOMENT: Final = dt.datetime.combine(_LAST_DAY, dt.time(15, 30, 0, 7_000))


def invent_case(dice: Dice, first_year: int) -> CourtCase:
    """A case of a company; the registry fills in whose it is."""
    first = dt.date(min(max(first_year, 2008), _LAST_DAY.year), 1, 10)
    day = first + dt.timedelta(days=dice.between(0, (_LAST_DAY - first).days))
    court, code = dice.pick(_COURTS)
    category, subject = dice.pick(_MATTERS)
    role = "Debitor" if category == "Faliment" and dice.chance(0.5) else dice.pick(_ROLES)
    suffix = dice.pick(("", "", "", "", "/a1"))
    updated = dt.datetime.combine(day, dt.time(8)) + dt.timedelta(
        days=dice.between(0, 400), milliseconds=dice.between(0, 36_000_000)
    )
    return CourtCase(
        case_number=f"{90_000 + dice.between(1, 9_999)}/{code}/{day.year}{suffix}",
        party_status=role,
        date=f"{day.isoformat()}T00:00:00.000Z",
        last_update=f"{min(updated, _LAST_MOMENT).isoformat(timespec='milliseconds')}Z",
        institution=court,
        case_category=category,
        subject=subject,
        department=dice.pick(_DEPARTMENTS) or None,
        procedural_stage=dice.pick(_STAGES),
    )


def invent_cases(dice: Dice, count: int, first_year: int) -> tuple[CourtCase, ...]:
    """Several cases, newest first."""
    cases = [invent_case(dice, first_year) for _ in range(count)]
    return tuple(sorted(cases, key=lambda case: case.date or "", reverse=True))
