"""Screening by a look at every company: right, and quick enough for a few thousand."""

from __future__ import annotations

import datetime as dt
import re
import sqlite3
import statistics
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import msgspec

from tui_app.contract.envelope import Reason
from tui_app.contract.folding import fold, words
from tui_app.contract.parameters import InvalidParameter
from tui_app.contract.screening.criteria import Criterion, Range, Screen, Value
from tui_app.contract.screening.fields import FIELDS, known_value
from tui_app.contract.screening.language import write
from tui_app.contract.screening.page import (
    FacetValue,
    FigureSummary,
    ScreenFacets,
    ScreenPage,
    ScreenRow,
)
from tui_app.insight.peers import size_of
from tui_app.registry.sqlite.screening.rows import rows_of

_NUMBERS: Final = {
    "founded": "founding_year", "turnover": "turnover", "profit": "net_profit",
    "employees": "employee", "equity": "equity", "margin": "margin", "growth": "growth",
    "losses": "loss_years",
}  # fmt: skip
_FLAGS: Final = {
    "vat": "vat", "phone": "has_phone", "email": "has_email", "website": "has_website",
    "cases": "has_court_cases",
}  # fmt: skip
_SIZES: Final = {
    "micro": "employees:..9", "small": "employees:10..49", "medium": "employees:50..249",
    "large": "employees:>=250",
}  # fmt: skip


def page(
    connection: sqlite3.Connection, screen: Screen, order: str, size: int, cursor: str
) -> ScreenPage:
    """One page of the companies that fulfil the criteria."""
    found = _found(connection, screen)
    field = next(
        f.name for f in msgspec.structs.fields(ScreenRow) if f.encode_name == order.lstrip("-")
    )

    def key(row: ScreenRow) -> Any:
        return getattr(row, field)

    known = [row for row in found if key(row) is not None]
    known.sort(
        key=lambda row: fold(v) if isinstance(v := key(row), str) else v, reverse=order[0] == "-"
    )
    ordered = known + [row for row in found if key(row) is None]
    start = _read(cursor)
    rest = ordered[start:]
    return ScreenPage(
        companies=tuple(rest[:size]),
        total_companies=len(found),
        total_is_exact=True,
        next_cursor=str(start + size) if len(rest) > size else None,
    )


def facets(connection: sqlite3.Connection, screen: Screen) -> ScreenFacets:
    """How the companies that fulfil the criteria divide."""
    found = _found(connection, screen)
    return ScreenFacets(
        total_companies=len(found),
        counted_companies=len(found),
        is_partial=False,
        counties=_facet(found, lambda row: _known("county", row.county), "county"),
        company_types=_facet(found, lambda row: _known("form", row.company_type), "form"),
        caen_sections=_facet(found, lambda _row: "", "caen"),
        status_classes=_facet(found, lambda row: row.status_class, "status"),
        sizes=_facet(found, lambda row: size_of(row.employee) or "", "size"),
        turnover=_summary([row.turnover for row in found]),
        employee=_summary([row.employee for row in found]),
    )


def _facet(
    found: list[ScreenRow], value_of: Callable[[ScreenRow], str], field: str
) -> tuple[FacetValue, ...]:
    counts = Counter(str(value_of(row)) for row in found)
    return tuple(
        FacetValue(
            value=value,
            criterion=_SIZES.get(value) or _criterion(field, value),
            companies=count,
        )
        for value, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    )


def _criterion(field: str, value: str) -> str | None:
    known = known_value(FIELDS[field], value) if field in FIELDS and value else None
    return write(Screen((Criterion(field, (known,)),))) if known else None


def _summary(values: list[int | None]) -> FigureSummary:
    known = [value for value in values if value is not None]
    return FigureSummary(
        companies=len(known),
        total=sum(known),
        median=float(statistics.median(known)) if known else None,
    )


def _found(connection: sqlite3.Connection, screen: Screen) -> list[ScreenRow]:
    return [
        row
        for row in rows_of(connection, None)
        if all(_holds(each, row) for each in screen.criteria)
    ]


def _holds(criterion: Criterion, row: ScreenRow) -> bool:
    name = criterion.field
    if name in _FLAGS:
        return (getattr(row, _FLAGS[name]) is True) != criterion.negated
    return any(_fits(name, value, row) for value in criterion.values) != criterion.negated


def _fits(name: str, value: Value, row: ScreenRow) -> bool:
    if isinstance(value, Range):
        found: Any
        if name == "registered":
            text = (row.registration_date or "")[:10]
            found = dt.date.fromisoformat(text) if text else None
        else:
            found = getattr(row, _NUMBERS[name])
        if found is None:
            return False
        low: Any = value.low
        high: Any = value.high
        above = low is None or (found > low if value.low_open else found >= low)
        return above and (high is None or (found < high if value.high_open else found <= high))
    match name:
        case "county":
            return _known("county", row.county) == value
        case "form":
            return _known("form", row.company_type) == value
        case "status":
            return row.status_class == value
        case "caen":
            return (row.caen or "").startswith(value)
        case "locality":
            return set(words(fold(value))) <= set(words(fold(row.locality or "")))
    own = words(fold(row.company_name))
    return all(any(w.startswith(word) for w in own) for word in words(fold(value)))


def _known(field: str, text: str | None) -> str:
    return known_value(FIELDS[field], text or "") or text or ""


def _read(cursor: str) -> int:
    if not re.fullmatch(r"[0-9]{0,9}", cursor):
        message = "cursor is none that this service gave"
        raise InvalidParameter(Reason.CURSOR_INVALID, message)
    return int(cursor or 0)
