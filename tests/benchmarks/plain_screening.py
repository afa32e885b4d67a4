"""A screen as one SQL statement over the plain tables: what screening is measured against."""

from __future__ import annotations

import datetime as dt
from typing import Any, Final

from tui_app.contract.screening.criteria import Criteria, Criterion, Range, Value
from tui_app.opendata.places import county_name

_LATEST: Final = "ORDER BY year DESC LIMIT 1"
_YEAR: Final = "FROM financial_year WHERE financial_year.company = company.id"
_BEFORE: Final = "coalesce(turnover_prev_year, 0)"
_VALUES: Final = {
    "founded": "founding_year",
    "registered": "substr(registration_date, 1, 10)",
    "turnover": "turnover",
    "profit": "net_profit",
    "employees": "employee",
    "equity": f"(SELECT equity {_YEAR} {_LATEST})",
    "margin": "CASE WHEN turnover > 0 THEN 100.0 * net_profit / turnover END",
    "growth": f"CASE WHEN {_BEFORE} > 0 THEN 100.0 * (turnover - {_BEFORE}) / {_BEFORE} END",
    "losses": (
        f"CASE WHEN EXISTS (SELECT 1 {_YEAR}) THEN (SELECT count(*) {_YEAR} AND net_profit < 0) END"
    ),
}
_CONTACT: Final = (
    "EXISTS (SELECT 1 FROM contact WHERE contact.company = company.id AND kind LIKE {})"
)
_FLAGS: Final = {
    "vat": "vat = 1",
    "phone": _CONTACT.format("'%phone%'"),
    "email": _CONTACT.format("'%email%'"),
    "website": _CONTACT.format("'websites'"),
    "cases": "EXISTS (SELECT 1 FROM court_case WHERE court_case.company = company.id)",
}
_STATUSES: Final = {
    "active": ("functiune", "funcțiune"), "struck_off": ("radiata", "radiată"),
    "inactive": ("inactiva", "inactivă"), "insolvent": ("insolventa", "insolvență"),
    "bankrupt": ("faliment",), "dissolved": ("dizolvare",),
}  # fmt: skip
"""As the generated registry and as the public files write them."""


def statement(criteria: Criteria) -> tuple[str, list[Any]]:
    """The statement for the first page, and its values: number and turnover of 50 companies."""
    conditions, values = ["true"], []
    for criterion in criteria:
        text, own = _condition(criterion)
        conditions.append(f"NOT coalesce(({text}), 0)" if criterion.negated else f"({text})")
        values += own
    return (
        "SELECT company.id, turnover FROM company"
        " LEFT JOIN financial ON financial.company = company.id"
        f" WHERE {' AND '.join(conditions)} ORDER BY turnover DESC NULLS LAST, company.id LIMIT 50",
        values,
    )


def _condition(criterion: Criterion) -> tuple[str, list[Any]]:
    if criterion.field in _FLAGS:
        return _FLAGS[criterion.field], []
    parts = [_one(criterion.field, value) for value in criterion.values]
    return " OR ".join(text for text, _ in parts), [v for _, own in parts for v in own]


def _one(field: str, value: Value) -> tuple[str, list[Any]]:
    if isinstance(value, Range):
        return _between(_VALUES[field], value)
    if field == "county":
        return "county IN (?, ?)", [value, county_name(value)]
    if field == "form":
        return "replace(company_type, '.', '') = ?", [value]
    if field == "status":
        texts = _STATUSES[value]
        return f"status IN ({', '.join('?' * len(texts))})", [*texts]
    if field == "locality":
        return "locality = ?", [value]
    if field == "name":
        return "' ' || lower(company_name) LIKE ?", [f"% {value}%"]
    quoted = f'%"{value} - %' if value.isalpha() else f'%"{value}%'
    return "activity IN (SELECT id FROM activity WHERE caen LIKE ?)", [quoted]


def _between(column: str, value: Range) -> tuple[str, list[Any]]:
    parts, values = [], []
    for sign, bound in (
        (">" if value.low_open else ">=", value.low),
        ("<" if value.high_open else "<=", value.high),
    ):
        if bound is not None:
            parts.append(f"{column} {sign} ?")
            values.append(bound.isoformat() if isinstance(bound, dt.date) else float(bound))
    return " AND ".join(parts), values
