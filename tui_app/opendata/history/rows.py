"""The companies of a snapshot, and their liquidators, in any layout since 2015."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from tui_app.contract.folding import fold
from tui_app.contract.registry_numbers import Key, number_key, year_of_key
from tui_app.contract.vocabulary.legal_forms import read_form
from tui_app.opendata.files.table_reader import TableReader
from tui_app.opendata.numbers import read_file_tax_id
from tui_app.opendata.onrc.firms import registered_on
from tui_app.opendata.onrc.people import is_firm, is_surely_person
from tui_app.opendata.places import seat_names, tidy
from tui_app.registry.history.layout import Field, day_number
from tui_app.registry.history.spelling import hashed
from tui_app.registry.sqlite.firm_in_force import end_of_year
from tui_app.system.language import N_

REQUIRED: Final = ("DENUMIRE", "CUI", "COD_INMATRICULARE")
NO_IDENTIFIER: Final = N_("no tax id and no registry number")
A_PERSON: Final = N_("names a person, not a firm: read with --with-people")

_SPELLINGS: Final = {
    Field.COUNTY: ("ADR_JUDET", "JUDET", "JUDETUL", "JUD"),
    Field.LOCALITY: ("ADR_LOCALITATE", "LOCALITATE", "LOCALITATEA", "ADR_LOC"),
    Field.STREET: ("ADR_DEN_STRADA", "DEN_STRADA", "STRADA", "ADR_STRADA", "ADRESA"),
    Field.FORM: ("FORMA_JURIDICA", "FORMA"),
    Field.STATE: ("STARE_FIRMA", "STARE", "COD_STARE"),
}
"""The columns of a field, by the names that were seen or are similar to them."""

_NUMBERS: Final = ("ADR_NR_STRADA", "NR_STRADA", "NR", "NUMAR", "NUMARUL")
_SECTORS: Final = ("ADR_SECTOR", "SECTOR")
_DAYS: Final = ("DATA_INMATRICULARE", "DATA_INREGISTRARE")
_CODES: Final = re.compile("[0-9]{1,9}", re.ASCII)

PastRow = tuple[object, ...]
"""id, key, number, name, form, codes, county, locality, street, day of registration as a number;
``None`` for fields that the file does not cover.
"""


def fields_of(columns: tuple[str, ...]) -> list[Field]:
    """The fields that a file of companies with these columns covers."""
    there = [field for field, names in _SPELLINGS.items() if set(names) & set(columns)]
    return [Field.NUMBER, Field.NAME, *there]


def read_companies(table: TableReader) -> Iterator[PastRow]:
    """The companies of a file, in either layout.

    A personal code in place of a tax id is never returned: such a company is identified by its
    registry number.
    """
    columns = table.header.columns
    covered = set(fields_of(columns))

    def at(names: tuple[str, ...]) -> int:
        return next((columns.index(name) for name in names if name in columns), len(columns))

    name_at, tax_id_at, number_at = map(table.position, REQUIRED)
    county_at, locality_at, street_at, form_at, state_at = map(at, _SPELLINGS.values())
    nr_at, sector_at, day_at = at(_NUMBERS), at(_SECTORS), at(_DAYS)
    has_county, has_locality, has_street, has_form, has_state = (
        field in covered for field in _SPELLINGS
    )
    tally, day_of_file = table.tally, table.day
    for row in table.rows():
        row.append("")
        tax_id = read_file_tax_id(row[tax_id_at])
        number = row[number_at].strip()
        key = number_key(number)
        if not key:
            number = ""
        company = tax_id if isinstance(tax_id, int) else _by_number(key)
        if company is None:
            tally.leave_out(NO_IDENTIFIER)
            continue
        name = tidy(row[name_at])
        if name is None:
            tally.mark_unreadable(table.line, "no name")
            continue
        county, locality = seat_names(row[county_at], row[locality_at], row[sector_at])
        yield (
            company,
            key,
            number,
            name,
            plain_form_code(row[form_at]) if has_form else None,
            _codes(row[state_at]) if has_state else None,
            (county or "") if has_county else None,
            (locality or "") if has_locality else None,
            street_text(row[street_at], row[nr_at]) if has_street else None,
            _registered(row[day_at], day_of_file) or _end_of_year(key),
        )


def _by_number(key: Key) -> int | None:
    """The number of a company without a tax id; negative if its registry number is unusual."""
    if isinstance(key, int):
        return key
    return -(abs(hashed(key)) | 1) if key else None


def street_text(street_cell: str, number_cell: str) -> str:
    """Street and number as one text."""
    street, number = _tidy(street_cell), _tidy(number_cell)
    return f"{street}, nr. {number}" if street and number else street or number


@lru_cache(maxsize=65_536)
def _tidy(cell: str) -> str:
    """Few streets and numbers make up all addresses. Benchmark: ``history``."""
    return tidy(cell) or ""


@lru_cache(maxsize=4096)
def plain_form_code(cell: str) -> str:
    """The abbreviation of a legal form, however it is written; empty if there is none."""
    form = read_form(cell)
    code = form.code if form else tidy(cell) or ""
    return "" if code == "N/A" else code


@lru_cache(maxsize=65_536)
def _codes(cell: str) -> str:
    """The codes of a cell (``1048,1084``, also with blanks) as the full sorted set."""
    return " ".join(map(str, sorted({int(code) for code in _CODES.findall(cell)})))


@lru_cache(maxsize=65_536)
def _registered(cell: str, day_of_file: dt.date) -> int:
    """The day of registration as an import reads it, or 0."""
    day, _why_none = registered_on(cell, day_of_file)
    return 0 if day is None else day_number(day)


def _end_of_year(key: Key) -> int:
    """The end of the year in a registry number, or 0."""
    year = year_of_key(key)
    return end_of_year(year) if year else 0


_WINDING_UP: Final = ("lichidator", "judiciar", "concordatar", "practician")


def read_roles_of_firms(table: TableReader) -> Iterator[tuple[Key, int, str]]:
    """OD_REPREZENTANTI: registry number, field and ``role: name``, without names of people."""
    return _roles(table, with_people=False)


def read_roles(table: TableReader) -> Iterator[tuple[Key, int, str]]:
    """OD_REPREZENTANTI with people, too. Only names are read, and no other column."""
    return _roles(table, with_people=True)


def _roles(table: TableReader, *, with_people: bool) -> Iterator[tuple[Key, int, str]]:
    by_families = "PERSOANA_IMPUTERNICITA" not in table.header
    number_at, role_at = table.position("COD_INMATRICULARE"), table.position("CALITATE")
    name_at = table.position("NUME" if by_families else "PERSOANA_IMPUTERNICITA")
    for row in table.rows():
        cell, key = row[name_at], number_key(row[number_at])
        is_left_out = not with_people and is_surely_person(cell)
        name = "" if is_left_out else tidy(cell)
        if name is None or not key:
            table.tally.mark_unreadable(table.line, N_("no registry number or no name"))
            continue
        role, winds_up = _role(row[role_at])
        is_named = with_people or is_firm(name)
        if not is_named:
            table.tally.leave_out(A_PERSON)
        # That somebody winds the company up is a fact about the company, also without the name.
        if is_named or winds_up:
            field = Field.LIQUIDATOR if winds_up else Field.ADMINISTRATOR
            yield key, int(field), _entry(role, name if is_named else "")


@lru_cache(maxsize=4096)
def _role(cell: str) -> tuple[str, bool]:
    """The name of a role, and whether it is that of winding a company up."""
    role = tidy(cell) or ""
    folded = fold(role)
    return role, any(word in folded for word in _WINDING_UP)


def _entry(role: str, name: str) -> str:
    return ": ".join(part.replace(";", ",") for part in (role, name) if part)
