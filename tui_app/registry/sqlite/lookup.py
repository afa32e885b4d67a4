"""Reads the data of one company, or of one day, from an open registry file.

Functions that may find *nothing on record* take a company's number from ``number_of``, so
that this is never confused with *unknown company*.
"""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeVar

import msgspec

from tui_app.contract import resources as r
from tui_app.contract.identifiers import is_bare_tax_id
from tui_app.contract.operations import PAGE, PAGE_SIZE
from tui_app.registry.sqlite.schema import (
    CASE_COLUMNS,
    FINANCIAL_COLUMNS,
    PROFILE_COLUMNS,
    YEAR_COLUMNS,
)

_SUMMARY_COLUMNS: Final = r.CompanySummary.__struct_fields__
_PHONE_KINDS: Final = r.Phones.__struct_fields__
_EMAIL_KINDS: Final = r.Emails.__struct_fields__
_OWN: Final = ("tax_id", "company_name")


T = TypeVar("T", bound=r.Resource)


def _listed(columns: Sequence[str]) -> str:
    return ", ".join(columns)


_NUMBER: Final = "SELECT id FROM company WHERE tax_id = ?"
_SUMMARY_VALUES: Final = [f"coalesce({column}, '')" for column in _SUMMARY_COLUMNS]
_SUMMARIES: Final = f"SELECT id, {_listed(_SUMMARY_VALUES)} FROM company WHERE id IN"
# One statement for all: each call to SQLite releases and takes the interpreter lock.
_PROFILE: Final = f"""
SELECT {_listed(PROFILE_COLUMNS)}, caen,
  (SELECT group_concat(kind) FROM contact WHERE contact.company = company.id),
  EXISTS (SELECT 1 FROM financial WHERE financial.company = company.id)
FROM company LEFT JOIN activity ON activity.id = activity WHERE tax_id = ?
"""
_FINANCIAL: Final = f"SELECT {_listed(FINANCIAL_COLUMNS)} FROM financial WHERE company = ?"
_YEARS: Final = f"""
SELECT {_listed(YEAR_COLUMNS)} FROM financial_year WHERE company = ? ORDER BY position
"""
_CASES: Final = f"""
SELECT {_listed(CASE_COLUMNS)} FROM court_case
WHERE company = ? AND position >= ? ORDER BY position LIMIT {PAGE_SIZE}
"""
_CASE_COUNT: Final = "SELECT count(*) FROM court_case WHERE company = ?"
_OWNER: Final = f"SELECT {_listed(_OWN)} FROM company WHERE id = ?"
_CONTACTS: Final = "SELECT kind, value FROM contact WHERE company = ? ORDER BY kind, position"
_DAY: Final = "FROM company WHERE substr(registration_date, 1, 10) = ?"
_REGISTERED: Final = f"""
SELECT tax_id, company_name, coalesce(company_type, ''), EXISTS (
  SELECT 1 FROM contact WHERE contact.company = company.id AND kind IN {_PHONE_KINDS}
) {_DAY} ORDER BY id LIMIT {PAGE_SIZE} OFFSET ?
"""


def number_of(connection: sqlite3.Connection, tax_id: str) -> int | None:
    """The number of a company; ``None`` when it is unknown or the tax id is invalid."""
    row = connection.execute(_NUMBER, (tax_id,)).fetchone() if is_bare_tax_id(tax_id) else None
    return row[0] if row else None


def summaries(connection: sqlite3.Connection, numbers: list[int]) -> tuple[r.CompanySummary, ...]:
    """The summaries of companies, in the order of the numbers."""
    marks = f"({', '.join('?' * len(numbers))})"
    found = {row[0]: row[1:] for row in connection.execute(_SUMMARIES + marks, numbers)}
    return tuple(
        r.CompanySummary(**dict(zip(_SUMMARY_COLUMNS, found[number], strict=True)))
        for number in numbers
    )


def profile(connection: sqlite3.Connection, tax_id: str) -> r.CompanyProfile | None:
    """The general profile, ``None`` when the company is unknown.

    The ``has…`` flags say what is on record.
    """
    row = connection.execute(_PROFILE, (tax_id,)).fetchone() if is_bare_tax_id(tax_id) else None
    if row is None:
        return None
    *values, caen, contact_kinds, has_figures = row
    fields = dict(zip(PROFILE_COLUMNS, values, strict=True))
    kinds = (contact_kinds or "").split(",")
    return r.CompanyProfile(
        **fields | {flag: _flag(fields[flag]) for flag in ("vat", "split_vat", "checkout_vat")},
        caen=_caen(caen) if caen else (),
        has_email=any(kind in _EMAIL_KINDS for kind in kinds),
        has_phone=any(kind in _PHONE_KINDS for kind in kinds),
        has_verified_phone="verified_phones" in kinds,
        has_administrator="administrators" in kinds,
        has_website="websites" in kinds,
        has_fin_data=bool(has_figures),
    )


@lru_cache(maxsize=1024)
def _caen(text: str) -> tuple[str, ...]:
    return msgspec.json.decode(text, type=tuple[str, ...])


def financial(connection: sqlite3.Connection, number: int) -> r.FinancialData:
    """The financial data, all absent when none is on record."""
    row = connection.execute(_FINANCIAL, (number,)).fetchone()
    if row is None:
        return r.FinancialData()
    years = connection.execute(_YEARS, (number,))
    return r.FinancialData(
        **dict(zip(FINANCIAL_COLUMNS, row, strict=True)),
        financial_data=tuple(
            r.YearlyRecord(**dict(zip(YEAR_COLUMNS, year, strict=True))) for year in years
        ),
    )


def court_cases(connection: sqlite3.Connection, number: int, page: int) -> r.CourtCasePage:
    """One page of court cases, newest first; an empty one after the last page."""
    (total,) = connection.execute(_CASE_COUNT, (number,)).fetchone()
    owner = dict(zip(_OWN, connection.execute(_OWNER, (number,)).fetchone(), strict=True))
    rows = connection.execute(_CASES, (number, (page - 1) * PAGE_SIZE))
    return r.CourtCasePage(
        court_cases=tuple(_court_case(row, owner) for row in rows),
        total_pages=_pages(total),
        current_page=page,
        total_cases=total,
    )


def registered(connection: sqlite3.Connection, day: dt.date, page: int) -> r.RegisteredCompanyPage:
    """One page of the companies registered on a day, best rank first."""
    text = day.isoformat()
    (total,) = connection.execute(f"SELECT count(*) {_DAY}", (text,)).fetchone()
    rows = connection.execute(_REGISTERED, (text, (page - 1) * PAGE_SIZE))
    return r.RegisteredCompanyPage(
        companies=tuple(
            r.RegisteredCompany(
                tax_id=tax_id, company_name=name, company_type=form, has_phone=bool(phone) or None
            )
            for tax_id, name, form, phone in rows
        ),
        total_pages=_pages(total),
        current_page=page,
        total_companies=total,
    )


def contacts(connection: sqlite3.Connection, number: int, resource: type[T]) -> T:
    """One of the four contact resources, empty when nothing is on record."""
    found = defaultdict(list)
    for kind, value in connection.execute(_CONTACTS, (number,)):
        found[kind].append(value)
    fields = {
        field.encode_name: found[field.name][0] if field.default is None else found[field.name]
        for field in msgspec.structs.fields(resource)
        if field.name in found
    }
    return msgspec.convert(fields, resource)


def _court_case(row: tuple[str | None, ...], owner: dict[str, str]) -> r.CourtCase:
    case = dict(zip(CASE_COLUMNS, row, strict=True))
    return r.CourtCase(**case | {name: case[name] or owner[name] for name in _OWN})


def _flag(value: int | None) -> bool | None:
    return None if value is None else bool(value)


def _pages(total: int) -> int:
    return min(-(-total // PAGE_SIZE), PAGE.maximum)
