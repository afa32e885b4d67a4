"""The rows of a screen's companies, read by number."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from tui_app.contract import resources as r
from tui_app.contract.screening.page import ScreeningRow
from tui_app.contract.status import classify_status
from tui_app.registry.screening.bitmap_index import BitmapIndex
from tui_app.registry.screening.layout import FIGURES
from tui_app.system.untyped import DbValue

_PHONES: Final = frozenset(r.Phones.__struct_fields__)
_EMAILS: Final = frozenset(r.Emails.__struct_fields__)
_COMPANY: Final = (
    "tax_id", "company_name", "company_id", "company_type", "status", "county", "locality",
    "registration_date", "founding_year",
)  # fmt: skip
_ROWS: Final = f"""
SELECT company.id, {", ".join(_COMPANY)}, vat, caen FROM {{s}}company AS company
LEFT JOIN {{s}}activity AS activity ON activity.id = company.activity WHERE company.id IN
"""
_FIGURES: Final = f"SELECT company, {', '.join(FIGURES)} FROM {{s}}screen_figure WHERE company IN"
_MONEY: Final = "SELECT company, won, share, buyers FROM {s}money_figure WHERE company IN"
_NO_MONEY: Final = (None, None, None)
_CONTACTS: Final = "SELECT DISTINCT company, kind FROM {s}contact WHERE company IN"
_CASES: Final = "SELECT DISTINCT company FROM {s}court_case WHERE company IN"


def rows_of(index: BitmapIndex, numbers: Sequence[int]) -> tuple[ScreeningRow, ...]:
    """The rows of companies, in the order of the numbers."""
    figures = {number: values for number, *values in index.rows(_FIGURES, numbers)}
    kinds: dict[int, set[str]] = {}
    for number, kind in index.rows(_CONTACTS, numbers):
        kinds.setdefault(number, set()).add(kind)
    with_cases = {number for (number,) in index.rows(_CASES, numbers)}
    money: dict[int, Sequence[DbValue]] = {}
    if index.has_contracts:
        money = {number: values for number, *values in index.rows(_MONEY, numbers)}
    nothing = [None] * len(FIGURES)
    found = {
        number: _row(
            values,
            dict(zip(FIGURES, figures.get(number, nothing), strict=True)),
            kinds.get(number, set()),
            money.get(number, _NO_MONEY),
            has_cases=number in with_cases,
        )
        for number, *values in index.rows(_ROWS, numbers)
    }
    return tuple(found[number] for number in numbers)


def _row(
    values: Sequence[DbValue],
    figures: dict[str, DbValue],
    kinds: set[str],
    money: Sequence[DbValue],
    *,
    has_cases: bool,
) -> ScreeningRow:
    *own, vat, caen = values
    won, share, buyers = money
    fields = dict(zip(_COMPANY, own, strict=True))
    turnover, before = figures["turnover"], figures.pop("turnover_before")
    difference = None if turnover is None or before is None else turnover - before
    return ScreeningRow(
        **fields,
        status_class=classify_status(fields["status"]).value,
        caen=_activity(caen),
        statement_year=figures.pop("year"),
        **figures,
        margin=_share(figures["net_profit"], turnover),
        growth=_share(difference, before),
        won=won,
        public_share=None if share is None else 100 * share,
        buyers=buyers,
        vat=None if vat is None else bool(vat),
        has_phone=not kinds.isdisjoint(_PHONES),
        has_email=not kinds.isdisjoint(_EMAILS),
        has_website="websites" in kinds,
        has_court_cases=has_cases,
    )


def _share(part: int | None, whole: int | None) -> float | None:
    """A share in per cent, of a whole above zero."""
    return None if part is None or whole is None or whole <= 0 else 100 * part / whole


@lru_cache(maxsize=4096)
def _activity(path: str | None) -> str | None:
    """The most specific activity of a stored path."""
    return msgspec.json.decode(path, type=list[str])[-1] if path else None
