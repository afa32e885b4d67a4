"""OD_FIRME: the companies themselves."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from functools import lru_cache
from operator import itemgetter
from typing import Final

from tui_app.contract.dates import read_day
from tui_app.contract.folding import fold
from tui_app.contract.personal_codes import without_personal_codes
from tui_app.contract.registry_numbers import Key, number_key, year_of_key
from tui_app.opendata.files.table_reader import TableReader
from tui_app.opendata.numbers import read_file_tax_id
from tui_app.opendata.places import compose_address, known_text, seat_names, tidy
from tui_app.system.language import N_

REQUIRED: Final = ("DENUMIRE", "CUI", "COD_INMATRICULARE", "FORMA_JURIDICA", "ADR_JUDET")
_ADDRESS: Final = (
    "ADR_DEN_STRADA", "ADR_NR_STRADA", "ADR_BLOC", "ADR_SCARA", "ADR_ETAJ", "ADR_APARTAMENT",
    "ADR_COMPLETARE",
)  # fmt: skip
# The Romanian letters of folding as one table: for plain letters this is faster.
_ROMANIAN: Final = str.maketrans("ăâîșțşţĂÂÎȘȚŞŢ", "aaiststAAISTST")

_NO_DAY: Final = dt.date(1900, 1, 1)
_INVALID: Final = N_("an invalid registration date")
PLACEHOLDER: Final = N_("01/01/1900 in place of a registration date: left empty")
IN_FUTURE: Final = N_("a registration date after the day of the file: left empty")

_WEBSITE: Final = re.compile(
    r"(?:(?P<scheme>https?)[:;/]+)?(?P<host>(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24})"
    r"(?P<rest>[/?:#][^\s\"<>\\]*)?",
    re.ASCII | re.IGNORECASE,
)
_BETWEEN_WEBSITES: Final = re.compile(r"\s*[,;\s]\s*")

FirmRow = tuple[
    Key, int, str, str, "str | None", "str | None", "str | None", "str | None", "str | None",
    "str | None", "int | None", "str | None", "str | None", "int | None", "str | None", int,
]  # fmt: skip
"""key, tax id, registry number, name, folded name, form, county, locality, street, number, postal
code, full address, day of registration, founding year, websites, line."""


def read_firms(table: TableReader) -> Iterator[FirmRow]:
    """The companies with a tax id; others are counted with the reason.

    A personal code in the column of tax ids is never returned.
    """
    at = table.optional_position
    tax_id_at, number_at = table.position("CUI"), table.position("COD_INMATRICULARE")
    name_at, form_at = table.position("DENUMIRE"), table.position("FORMA_JURIDICA")
    county_at = table.position("ADR_JUDET")
    day, place, sector = at("DATA_INMATRICULARE"), at("ADR_LOCALITATE"), at("ADR_SECTOR")
    postal, web, country = at("ADR_COD_POSTAL"), at("WEB"), at("ADR_TARA")
    address_of = itemgetter(*map(at, _ADDRESS))
    tally = table.tally
    for row in table.rows():
        # The index used for columns that this dump lacks.
        row.append("")
        tax_id = read_file_tax_id(row[tax_id_at])
        if isinstance(tax_id, str):
            tally.leave_out(tax_id)
            continue
        name = tidy(row[name_at])
        if name is None:
            tally.mark_unreadable(table.line, "no name")
            continue
        number = row[number_at].strip()
        key = number_key(number)
        if not key:
            number = ""
        county, locality = seat_names(row[county_at], row[place], row[sector])
        parts = address_of(row)
        registered, why_none = registered_on(row[day], table.day)
        if why_none:
            tally.note(why_none)
        yield (
            key,
            tax_id,
            number,
            name,
            _folded(name),
            known_text(row[form_at]),
            county,
            locality,
            known_text(parts[0]),
            known_text(parts[1]),
            _postal_code(row[postal]),
            compose_address(county, locality, row[sector].strip(), parts, row[country]),
            f"{registered}T00:00:00.000Z" if registered else None,
            registered.year if registered else year_of_key(key),
            read_websites(site) if (site := row[web]) else None,
            table.line,
        )


@lru_cache(maxsize=65_536)
def registered_on(cell: str, day_of_file: dt.date) -> tuple[dt.date | None, str]:
    """The day of registration, and if there is none in a cell that is not empty, why."""
    day = read_day(cell)
    if day is None:
        return None, _INVALID if cell.strip() else ""
    if _NO_DAY < day <= day_of_file:
        return day, ""
    return None, PLACEHOLDER if day <= _NO_DAY else IN_FUTURE


def _folded(name: str) -> str | None:
    """The folded name, if SQL's ``lower`` does not give it: most names are plain letters."""
    folded = fold(name if name.isascii() else name.translate(_ROMANIAN))
    return None if name.isascii() and folded == name.lower() else folded


def _postal_code(text: str) -> int | None:
    digits = text.strip()
    # Six digits; a spreadsheet may have removed a leading zero.
    if digits.isascii() and digits.isdigit() and 5 <= len(digits) <= 6:
        return int(digits) or None
    return None


def read_websites(text: str) -> str | None:
    """The absolute URLs in a cell, or ``None`` if it is not a list of websites.

    Companies write what they like here: often no ``http``, sometimes no address. Several are
    separated by commas, semicolons or blanks; if one part is not an address, the whole text is a
    remark.
    """
    pieces = _BETWEEN_WEBSITES.split(text.strip(" \t,;"))
    found = [_WEBSITE.fullmatch(piece) for piece in pieces]
    if not all(found) or without_personal_codes(text) != text:
        return None
    return " ".join(_url(each) for each in found if each)


def _url(found: re.Match[str]) -> str:
    scheme = (found["scheme"] or "http").lower()
    return f"{scheme}://{found['host'].lower()}{found['rest'] or ''}"
