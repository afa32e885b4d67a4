"""Rules that no record may contradict: a company does nothing before it exists."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

import msgspec

from tui_app.contract.resources import CourtCase, FinancialData
from tui_app.contract.status import StatusGroup, classify_status
from tui_app.registry.sqlite.record import CompanyRecord


def made_consistent(record: CompanyRecord) -> CompanyRecord:
    """The record with its cases after its registration, and no figures after its end."""
    profile = record.profile
    registered = dt.date.fromisoformat((profile.registration_date or "")[:10])
    financial = record.financial
    if classify_status(profile.status) is StatusGroup.STRUCK_OFF or not financial.financial_data:
        financial = FinancialData()
    return msgspec.structs.replace(
        record, financial=financial, court_cases=_cases_from(registered, record.court_cases)
    )


def _cases_from(registered: dt.date, cases: Sequence[CourtCase]) -> tuple[CourtCase, ...]:
    moved = [_from(registered, case) for case in cases]
    return tuple(sorted(moved, key=lambda case: case.date or "", reverse=True))


def _from(registered: dt.date, case: CourtCase) -> CourtCase:
    """A case of before the company's registration is moved to the weeks after it."""
    day = dt.date.fromisoformat((case.date or "")[:10])
    if day >= registered:
        return case
    moved = registered + dt.timedelta(days=7 + (registered - day).days % 60)
    number, court, rest = (case.case_number or "").split("/", 2)
    suffix = rest[4:]
    updated = max(case.last_update or "", f"{moved}T08:00:00.000Z")
    return msgspec.structs.replace(
        case,
        case_number=f"{number}/{court}/{moved.year}{suffix}",
        date=f"{moved}T00:00:00.000Z",
        last_update=updated,
    )
