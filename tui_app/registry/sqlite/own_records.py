"""Converts records to rows of the staging tables, and checks them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from tui_app.contract.folding import fold
from tui_app.contract.identifiers import is_bare_tax_id
from tui_app.contract.resources import Resource
from tui_app.contract.timestamps import format_timestamp, parse_timestamp
from tui_app.registry.sql import (
    CASE_COLUMNS,
    FINANCIAL_COLUMNS,
    PROFILE_COLUMNS,
    YEAR_COLUMNS,
)
from tui_app.registry.sqlite.record import CompanyRecord

_VALUES: Final = tuple(column for column in PROFILE_COLUMNS if column != "tax_id")

Rows = dict[str, list[Sequence[object]]]


def checked(record: CompanyRecord) -> CompanyRecord:
    """The record with timestamps in the interface's format.

    Raises ``ValueError`` for an invalid record; its text never repeats a value, since a tax id may
    be a personal code.
    """
    profile = record.profile
    if not is_bare_tax_id(profile.tax_id):
        raise ValueError("taxId must be 2 to 10 digits, without RO and leading zeros")
    return msgspec.structs.replace(
        record,
        profile=msgspec.structs.replace(
            profile,
            registration_date=_day("registrationDate", profile.registration_date),
            update_date=_moment("updateDate", profile.update_date),
        ),
        court_cases=tuple(
            msgspec.structs.replace(
                case,
                date=_moment("date of a court case", case.date),
                last_update=_moment("lastUpdate of a court case", case.last_update),
            )
            for case in record.court_cases
        ),
    )


def rows_of(record: CompanyRecord, number: int, line: int, rows: Rows) -> None:
    """Add a record's rows to those of each staging table; the build sets the batch.

    Raises ``ValueError``.
    """
    record = checked(record)
    profile, figures = record.profile, record.financial
    lists: Rows = {
        "own_year": [
            (number, position, *_values(year, YEAR_COLUMNS))
            for position, year in enumerate(figures.financial_data)
        ],
        "own_case": [
            (number, position, *_values(case, CASE_COLUMNS))
            for position, case in enumerate(record.court_cases)
        ],
        "own_contact": [(number, *contact) for contact in _contacts(record)],
    }
    row = (
        number,
        None,
        line,
        int(profile.tax_id),
        *_values(profile, _VALUES),
        msgspec.json.encode(profile.caen).decode() if profile.caen else None,
        *_values(figures, FINANCIAL_COLUMNS),
        fold(profile.company_name),
        number if lists["own_year"] else None,
        number if lists["own_case"] else None,
        number if record.has_phone else None,
        number if record.has_email else None,
        number if record.administrators else None,
        number if record.websites else None,
    )
    for each in (row, *lists["own_year"]):
        _check_sizes(each)
    rows.setdefault("own_record", []).append(row)
    for table, found in lists.items():
        rows.setdefault(table, []).extend(found)


def _check_sizes(row: Sequence[object]) -> None:
    for value in row:
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise ValueError("a number does not fit 64 bits")
        if isinstance(value, str) and not value.isascii():
            # Raises for a surrogate, which cannot be encoded.
            value.encode()


def _values(resource: Resource, columns: tuple[str, ...]) -> Iterator[object]:
    return (getattr(resource, column) for column in columns)


def _contacts(record: CompanyRecord) -> Iterator[tuple[str, int, str]]:
    for resource in (record.phones, record.emails):
        for kind in resource.__struct_fields__:
            value = getattr(resource, kind)
            values = (value,) if isinstance(value, str) else value or ()
            yield from ((kind, position, each) for position, each in enumerate(values))
    yield from (("administrators", p, name) for p, name in enumerate(record.administrators))
    yield from (("websites", p, address) for p, address in enumerate(record.websites))


def _day(name: str, text: str | None) -> str | None:
    """A registration date: the date as written, whatever it is in UTC."""
    if text is None:
        return None
    try:
        local = dt.datetime.fromisoformat(text.strip())
    except ValueError:
        return _moment(name, text)
    if local.utcoffset():
        return f"{local.date().isoformat()}T00:00:00.000Z"
    return _moment(name, text)


def _moment(name: str, text: str | None) -> str | None:
    if text is None:
        return None
    moment = parse_timestamp(text)
    if moment is None:
        raise ValueError(f"{name} is not an ISO 8601 timestamp")
    return format_timestamp(moment)
