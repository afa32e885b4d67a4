"""Reads the data of one company, or of one day, from a published registry.

Works like ``registry.sqlite.lookup``, which has more comments: the tables have the same names.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from typing import Any, Final, TypeVar

import msgspec

from tui_app.contract import resources as r
from tui_app.contract.identifiers import is_bare_tax_id
from tui_app.contract.operations import PAGE, PAGE_SIZE
from tui_app.registry.postgres.pool import Snapshot
from tui_app.registry.sqlite.schema import (
    CASE_COLUMNS,
    FINANCIAL_COLUMNS,
    PROFILE_COLUMNS,
    YEAR_COLUMNS,
)

_SUMMARY_COLUMNS: Final = r.CompanySummary.__struct_fields__
_PHONE_KINDS: Final = r.Phones.__struct_fields__
_EMAIL_KINDS: Final = r.Emails.__struct_fields__
_FLAGS: Final = ("vat", "split_vat", "checkout_vat")

T = TypeVar("T", bound=r.Resource)


_SUMMARIES: Final = f"""
SELECT id, {", ".join(f"coalesce({column}, '')" for column in _SUMMARY_COLUMNS)}
FROM {{s}}.company WHERE id = ANY(%s)
"""
_PROFILE: Final = f"""
SELECT {", ".join(PROFILE_COLUMNS)}, caen,
  (SELECT array_agg(DISTINCT kind) FROM {{s}}.contact WHERE contact.company = company.id),
  EXISTS (SELECT 1 FROM {{s}}.financial WHERE financial.company = company.id)
FROM {{s}}.company LEFT JOIN {{s}}.activity ON activity.id = activity WHERE tax_id = %s
"""
_FINANCIAL: Final = f"""
SELECT {", ".join(FINANCIAL_COLUMNS)} FROM {{s}}.financial WHERE company = %s
"""
_YEARS: Final = f"""
SELECT {", ".join(YEAR_COLUMNS)} FROM {{s}}.financial_year WHERE company = %s ORDER BY position
"""
_CASES: Final = f"""
SELECT {", ".join(CASE_COLUMNS)} FROM {{s}}.court_case
WHERE company = %s AND position >= %s ORDER BY position LIMIT {PAGE_SIZE}
"""
_CONTACTS: Final = "SELECT kind, value FROM {s}.contact WHERE company = %s ORDER BY kind, position"
_OWNER: Final = "SELECT id, tax_id, company_name FROM {s}.company WHERE tax_id = %s"
_CASE_COUNT: Final = "SELECT count(*) FROM {s}.court_case WHERE company = %s"
_DAY: Final = "FROM {s}.company WHERE left(registration_date, 10) = %s"
_REGISTERED: Final = f"""
SELECT tax_id, company_name, coalesce(company_type, ''), EXISTS (
  SELECT 1 FROM {{s}}.contact WHERE contact.company = company.id AND kind = ANY(%s)
) {_DAY} ORDER BY id LIMIT {PAGE_SIZE} OFFSET %s
"""

# Any: psycopg does not know the types of a row.
_Row = tuple[Any, ...]


def owner_of(snapshot: Snapshot, tax_id: str) -> _Row | None:
    """Number, tax id and name of a company; ``None`` when it is unknown."""
    if not is_bare_tax_id(tax_id):
        return None
    return _first(snapshot.rows(_OWNER, (tax_id,)))


def summaries(snapshot: Snapshot, numbers: list[int]) -> tuple[r.CompanySummary, ...]:
    """The summaries of companies, in the order of their numbers as given."""
    found = {row[0]: row[1:] for row in snapshot.rows(_SUMMARIES, (numbers,))}
    return tuple(r.CompanySummary(*found[number]) for number in numbers)


def profile(snapshot: Snapshot, tax_id: str) -> r.CompanyProfile | None:
    """The general profile, ``None`` when the company is unknown."""
    row = _first(snapshot.rows(_PROFILE, (tax_id,))) if is_bare_tax_id(tax_id) else None
    if row is None:
        return None
    *values, caen, contact_kinds, has_figures = row
    fields = dict(zip(PROFILE_COLUMNS, values, strict=True))
    kinds = contact_kinds or ()
    flags = {flag: None if fields[flag] is None else bool(fields[flag]) for flag in _FLAGS}
    return r.CompanyProfile(
        **fields | flags,
        caen=msgspec.json.decode(caen, type=tuple[str, ...]) if caen else (),
        has_email=any(kind in _EMAIL_KINDS for kind in kinds),
        has_phone=any(kind in _PHONE_KINDS for kind in kinds),
        has_verified_phone="verified_phones" in kinds,
        has_administrator="administrators" in kinds,
        has_website="websites" in kinds,
        has_fin_data=has_figures,
    )


def financial(snapshot: Snapshot, owner: _Row) -> r.FinancialData:
    """The financial data, all absent when none is on record."""
    row = _first(snapshot.rows(_FINANCIAL, owner[:1]))
    if row is None:
        return r.FinancialData()
    years = snapshot.rows(_YEARS, owner[:1])
    return r.FinancialData(
        **dict(zip(FINANCIAL_COLUMNS, row, strict=True)),
        financial_data=tuple(r.YearlyRecord(*year) for year in years),
    )


def court_cases(snapshot: Snapshot, owner: _Row, page: int) -> r.CourtCasePage:
    """One page of court cases, newest first; an empty one after the last page."""
    number, *own = owner
    total = _count(snapshot, _CASE_COUNT, number)
    rows = snapshot.rows(_CASES, (number, (page - 1) * PAGE_SIZE))
    cases = [dict(zip(CASE_COLUMNS, row, strict=True)) for row in rows]
    said = dict(zip(("tax_id", "company_name"), own, strict=True))
    return r.CourtCasePage(
        court_cases=tuple(
            r.CourtCase(**case | {name: case[name] or said[name] for name in said})
            for case in cases
        ),
        total_pages=_pages(total),
        current_page=page,
        total_cases=total,
    )


def registered(snapshot: Snapshot, day: dt.date, page: int) -> r.RegisteredCompanyPage:
    """One page of the companies registered on a day, best rank first."""
    text = day.isoformat()
    total = _count(snapshot, f"SELECT count(*) {_DAY}", text)
    rows = snapshot.rows(_REGISTERED, (list(_PHONE_KINDS), text, (page - 1) * PAGE_SIZE))
    return r.RegisteredCompanyPage(
        companies=tuple(
            r.RegisteredCompany(
                tax_id=tax_id, company_name=name, company_type=form, has_phone=phone or None
            )
            for tax_id, name, form, phone in rows
        ),
        total_pages=_pages(total),
        current_page=page,
        total_companies=total,
    )


def contacts(snapshot: Snapshot, owner: _Row, resource: type[T]) -> T:
    """One of the four contact resources, empty when nothing is on record."""
    found = defaultdict(list)
    for kind, value in snapshot.rows(_CONTACTS, owner[:1]):
        found[kind].append(value)
    fields = {
        field.encode_name: found[field.name][0] if field.default is None else found[field.name]
        for field in msgspec.structs.fields(resource)
        if field.name in found
    }
    return msgspec.convert(fields, resource)


def _count(snapshot: Snapshot, statement: str, value: object) -> int:
    ((total,),) = snapshot.rows(statement, (value,))
    return int(total)


def _first(rows: list[_Row]) -> _Row | None:
    return rows[0] if rows else None


def _pages(total: int) -> int:
    return min(-(-total // PAGE_SIZE), PAGE.maximum)
