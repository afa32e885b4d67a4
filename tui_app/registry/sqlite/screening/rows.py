"""Companies as rows of a screen, read by their numbers."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

import msgspec

from tui_app.contract import resources as r
from tui_app.contract.screening.page import ScreenRow
from tui_app.contract.status import classify_status
from tui_app.insight.growth import by_year

_PHONES: Final = set(r.Phones.__struct_fields__)
_EMAILS: Final = set(r.Emails.__struct_fields__)
_COMPANY: Final = (
    "tax_id", "company_name", "company_id", "company_type", "status", "county", "locality",
    "registration_date", "founding_year",
)  # fmt: skip
_FIGURES: Final = ("turnover", "turnover_prev_year", "net_profit", "employee")
_ROWS: Final = f"""
SELECT company.id, {", ".join(_COMPANY)}, vat, caen, {", ".join(_FIGURES)},
  (SELECT group_concat(kind) FROM contact WHERE contact.company = company.id),
  EXISTS (SELECT 1 FROM court_case WHERE court_case.company = company.id)
FROM company LEFT JOIN activity ON activity.id = activity
LEFT JOIN financial ON financial.company = company.id
"""
_YEARS: Final = "SELECT company, year, turnover, net_profit, employee, equity FROM financial_year"
_MANY: Final = "(SELECT value FROM json_each(?))"
_CLASS: Final = re.compile(r"[0-9]{2,4}\b")


def rows_of(connection: sqlite3.Connection, numbers: Sequence[int] | None) -> list[ScreenRow]:
    """The rows of companies in the order of their numbers as given; ``None`` takes all."""
    where, values = ("", ()) if numbers is None else (_MANY, (str(list(numbers)),))
    years = connection.execute(
        _YEARS + (f" WHERE company IN {where}" if where else "") + " ORDER BY company", values
    )
    of = {
        company: [
            r.YearlyRecord(year=y, turnover=t, net_profit=p, employee=e, equity=q)
            for _company, y, t, p, e, q in group
        ]
        for company, group in groupby(years, key=itemgetter(0))
    }
    found = {
        row[0]: _row(row, of.get(row[0], []))
        for row in connection.execute(
            _ROWS + (f"WHERE company.id IN {where}" if where else ""), values
        )
    }
    return [found[number] for number in (sorted(found) if numbers is None else numbers)]


# Any: a row of the query.
def _row(row: Sequence[Any], records: list[r.YearlyRecord]) -> ScreenRow:
    _number, *own, vat, caen, turnover, before, profit, employee, kinds, has_cases = row
    fields = dict(zip(_COMPANY, own, strict=True))
    years = {each.year: each for each in by_year(records)}
    last = next(reversed(years.values()), r.YearlyRecord())
    earlier = years.get((last.year or 0) - 1, r.YearlyRecord())
    turnover = _known(turnover, last.turnover)
    before = _known(before, earlier.turnover)
    profit = _known(profit, last.net_profit)
    found = set((kinds or "").split(","))
    return ScreenRow(
        **fields,
        status_class=classify_status(fields["status"]).value,
        caen=activity_of(caen),
        statement_year=last.year,
        turnover=turnover,
        net_profit=profit,
        employee=_known(employee, last.employee),
        equity=last.equity,
        margin=share(profit, turnover),
        growth=share(_less(turnover, before), before),
        loss_years=sum((y.net_profit or 0) < 0 for y in years.values()) if years else None,
        vat=None if vat is None else bool(vat),
        has_phone=bool(found & _PHONES),
        has_email=bool(found & _EMAILS),
        has_website="websites" in found,
        has_court_cases=bool(has_cases),
    )


def share(part: int | None, whole: int | None) -> float | None:
    """A part in per cent of a whole above zero."""
    return None if part is None or whole is None or whole <= 0 else 100 * part / whole


def _less(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one - other


def _known(first: int | None, second: int | None) -> int | None:
    return second if first is None else first


@lru_cache(maxsize=4096)
def activity_of(path: str | None) -> str | None:
    """The most exact activity of a path as it is stored."""
    return msgspec.json.decode(path, type=list[str])[-1] if path else None
