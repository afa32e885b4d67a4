"""Reads the data of one company, or of one day.

Functions that may find *nothing on record* take a company from ``owner_of``, so that this is
never confused with *unknown company*.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeVar

import msgspec

from tui_app.contract import resources as r
from tui_app.contract.identifiers import is_bare_tax_id
from tui_app.contract.operations import COURT_CASES, FINANCIAL, PAGE, PAGE_SIZE
from tui_app.contract.vocabulary.legal_forms import form_in_name
from tui_app.registry.company_registry import RegistryInfo
from tui_app.registry.sql import (
    CASE_COLUMNS,
    FINANCIAL_COLUMNS,
    PROFILE_COLUMNS,
    YEAR_COLUMNS,
    Read,
    listed,
)
from tui_app.system.untyped import DbValue

_SUMMARY_COLUMNS: Final = r.CompanySummary.__struct_fields__
_PHONE_KINDS: Final = r.Phones.__struct_fields__
_EMAIL_KINDS: Final = r.Emails.__struct_fields__
_FLAGS: Final = ("vat", "split_vat", "checkout_vat")

_SUMMARY_VALUES: Final = [f"coalesce({column}, '')" for column in _SUMMARY_COLUMNS]
_SUMMARIES: Final = f"SELECT id, {listed(_SUMMARY_VALUES)} FROM {{s}}company WHERE id IN"
# What changes with each dump for all companies is stored once.
_UPDATE_DATE: Final = """
coalesce(update_date, CASE WHEN in_register = 1 THEN
  (SELECT register_day || 'T00:00:00.000Z' FROM {s}build)
END)"""
_PROFILE_VALUES: Final = [_UPDATE_DATE if c == "update_date" else c for c in PROFILE_COLUMNS]
# One statement for all: each call to SQLite releases and takes the interpreter lock.
_PROFILE: Final = f"""
SELECT {listed(_PROFILE_VALUES)}, caen,
  (SELECT group_concat(kind) FROM {{s}}contact WHERE contact.company = company.id),
  CASE WHEN EXISTS (SELECT 1 FROM {{s}}financial WHERE financial.company = company.id) THEN 1
       WHEN EXISTS (SELECT 1 FROM {{s}}financial) THEN 0 END
FROM {{s}}company LEFT JOIN {{s}}activity ON activity.id = activity WHERE tax_id = ?
"""
_OWNER: Final = "SELECT id, tax_id, company_name FROM {s}company WHERE tax_id = ?"
_FINANCIAL: Final = f"SELECT {listed(FINANCIAL_COLUMNS)} FROM {{s}}financial WHERE company = ?"
_YEARS: Final = f"""
SELECT {listed(YEAR_COLUMNS)} FROM {{s}}financial_year WHERE company = ? ORDER BY position
"""
_CASES: Final = f"""
SELECT {listed(CASE_COLUMNS)} FROM {{s}}court_case
WHERE company = ? AND position >= ? ORDER BY position LIMIT {PAGE_SIZE}
"""
_CASE_COUNT: Final = "SELECT count(*) FROM {s}court_case WHERE company = ?"
_CONTACTS: Final = "SELECT kind, value FROM {s}contact WHERE company = ? ORDER BY kind, position"
_DAY: Final = "FROM {s}company WHERE substr(registration_date, 1, 10) = ?"
_DAY_COUNT: Final = f"SELECT count(*) {_DAY}"
_REGISTERED: Final = f"""
SELECT tax_id, company_name, coalesce(company_type, ''), EXISTS (
  SELECT 1 FROM {{s}}contact WHERE contact.company = company.id AND kind IN {_PHONE_KINDS}
) {_DAY} ORDER BY id LIMIT {PAGE_SIZE} OFFSET ?
"""

_BUILD: Final = "SELECT version, built_at, companies, invented, register_day FROM {s}build"
_RECORDS: Final = {COURT_CASES.name: "court_case", FINANCIAL.name: "financial"}
"""The tables that may be empty in a registry, by operation."""

_HAS_RECORDS: Final = "SELECT " + listed(
    [f"EXISTS (SELECT 1 FROM {{s}}{table})" for table in _RECORDS.values()]
)
# Millions of rows have the latest year, so it is in the first twenty thousand. A later year that
# few companies have comes from the user's own records, or is wrong: the source lacks it.
_NEWEST_YEAR: Final = """
WITH counted AS (
  SELECT year, count(*) AS companies
  FROM (SELECT year FROM {s}financial_year LIMIT 20000) AS first_rows
  WHERE year IS NOT NULL GROUP BY year
)
SELECT max(year) FROM counted WHERE 10 * companies >= (SELECT max(companies) FROM counted)
"""

T = TypeVar("T", bound=r.Resource)


class Owner(NamedTuple):
    """A company whose data are read."""

    number: int
    tax_id: str
    company_name: str


def described(read: Read) -> RegistryInfo:
    """A registry's description of itself. Raises ``ValueError`` if it has none."""
    ((version, built_at, companies, invented, register_day),) = read(_BUILD, ())
    (has_records,) = read(_HAS_RECORDS, ())
    ((newest_year,),) = read(_NEWEST_YEAR, ())
    return RegistryInfo(
        version=version,
        built_at=dt.datetime.fromisoformat(built_at),
        companies=companies,
        invented=bool(invented),
        register_day=dt.date.fromisoformat(str(register_day)) if register_day else None,
        lacks=tuple(name for name, has in zip(_RECORDS, has_records, strict=True) if not has),
        newest_year=newest_year,
    )


def owner_of(read: Read, tax_id: str) -> Owner | None:
    """A company; ``None`` if it is unknown or the tax id is invalid."""
    rows = read(_OWNER, (tax_id,)) if is_bare_tax_id(tax_id) else []
    return Owner(*rows[0]) if rows else None


def summaries(read: Read, numbers: list[int]) -> tuple[r.CompanySummary, ...]:
    """The summaries of companies, in the order of the numbers."""
    if not numbers:
        return ()
    found = {
        row[0]: row[1:] for row in read(f"{_SUMMARIES} ({listed('?' * len(numbers))})", numbers)
    }
    return tuple(
        r.CompanySummary(**with_form(_named(_SUMMARY_COLUMNS, found[number]))) for number in numbers
    )


# Any: a column has the type of its field.
def with_form(fields: dict[str, DbValue]) -> dict[str, DbValue]:
    """The columns of a company; a missing legal form is taken from its name.

    The interface always has one: if the name has none either, it is an empty text.
    """
    form = fields["company_type"] or form_in_name(fields["company_name"] or "")
    return fields | {"company_type": form or ""}


def profile(read: Read, tax_id: str) -> r.CompanyProfile | None:
    """The general profile; ``None`` if the company is unknown.

    The ``has…`` flags say what is on record. Whether a company has figures is unknown if the
    registry has none of any company.
    """
    rows = read(_PROFILE, (tax_id,)) if is_bare_tax_id(tax_id) else []
    if not rows:
        return None
    *values, caen, contact_kinds, has_figures = rows[0]
    fields = with_form(_named(PROFILE_COLUMNS, values))
    kinds = (contact_kinds or "").split(",")
    flags = {flag: None if fields[flag] is None else bool(fields[flag]) for flag in _FLAGS}
    return r.CompanyProfile(
        **fields | flags,
        caen=_caen(caen) if caen else (),
        has_email=any(kind in _EMAIL_KINDS for kind in kinds),
        has_phone=any(kind in _PHONE_KINDS for kind in kinds),
        has_verified_phone="verified_phones" in kinds,
        has_administrator="administrators" in kinds,
        has_website="websites" in kinds,
        has_fin_data=None if has_figures is None else bool(has_figures),
    )


@lru_cache(maxsize=1024)
def _caen(text: str) -> tuple[str, ...]:
    return msgspec.json.decode(text, type=tuple[str, ...])


def financial(read: Read, owner: Owner) -> r.FinancialData:
    """The financial data; all fields are absent if none is on record."""
    rows = read(_FINANCIAL, (owner.number,))
    if not rows:
        return r.FinancialData()
    return r.FinancialData(
        **_named(FINANCIAL_COLUMNS, rows[0]),
        financial_data=tuple(
            r.YearlyRecord(**_named(YEAR_COLUMNS, year)) for year in read(_YEARS, (owner.number,))
        ),
    )


def court_cases(read: Read, owner: Owner, page: int) -> r.CourtCasePage:
    """One page of court cases, newest first; an empty one after the last page."""
    ((total,),) = read(_CASE_COUNT, (owner.number,))
    rows = read(_CASES, (owner.number, (page - 1) * PAGE_SIZE))
    return r.CourtCasePage(
        court_cases=tuple(_court_case(row, owner) for row in rows),
        total_pages=pages(total),
        current_page=page,
        total_cases=total,
    )


def _court_case(row: Sequence[str | None], owner: Owner) -> r.CourtCase:
    case = _named(CASE_COLUMNS, row)
    own = {
        "tax_id": case["tax_id"] or owner.tax_id,
        "company_name": case["company_name"] or owner.company_name,
    }
    return r.CourtCase(**case | own)


def registered(read: Read, day: dt.date, page: int) -> r.RegisteredCompanyPage:
    """One page of the companies registered on a day, best rank first."""
    ((total,),) = read(_DAY_COUNT, (day.isoformat(),))
    rows = read(_REGISTERED, (day.isoformat(), (page - 1) * PAGE_SIZE))
    return r.RegisteredCompanyPage(
        companies=tuple(
            r.RegisteredCompany(
                tax_id=tax_id,
                company_name=name,
                company_type=form or form_in_name(name),
                has_phone=bool(phone) or None,
            )
            for tax_id, name, form, phone in rows
        ),
        total_pages=pages(total),
        current_page=page,
        total_companies=total,
    )


def contacts(read: Read, owner: Owner, resource: type[T]) -> T:
    """One of the four contact resources, empty when nothing is on record."""
    found = defaultdict(list)
    for kind, value in read(_CONTACTS, (owner.number,)):
        found[kind].append(value)
    nothing = resource()
    return msgspec.structs.replace(
        nothing,
        **{
            kind: found[kind][0] if getattr(nothing, kind) is None else tuple(found[kind])
            for kind in resource.__struct_fields__
            if kind in found
        },
    )


def pages(total: int) -> int:
    """The number of pages for a number of items, at most the highest page one may request."""
    return min(-(-total // PAGE_SIZE), PAGE.maximum)


def _named(columns: Sequence[str], row: Sequence[DbValue]) -> dict[str, DbValue]:
    return dict(zip(columns, row, strict=True))
