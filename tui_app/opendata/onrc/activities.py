"""Authorised activities: about five per company; the main one is not marked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tui_app.contract.registry_numbers import Key, number_key
from tui_app.opendata.classification.caen import read_class
from tui_app.opendata.files.table_reader import TableReader
from tui_app.opendata.places import tidy

_YEARS: Final = {"1998": 0, "2003": 1, "2008": 2, "2025": 3}
"""The year of each version of the classification, and its number in dumps."""


def read_versions(table: TableReader) -> dict[str, int]:
    """N_VERSIUNE_CAEN: a version's code in the dump, and our number for it.

    The column names may differ: the column that contains a year decides.
    """
    found: dict[str, int] = {}
    for row in table.rows():
        revision = next((r for cell in row if (r := _by_year(cell)) is not None), None)
        code = next((cell.strip() for cell in row if cell.strip().isdecimal()), None)
        if revision is None or code is None:
            table.tally.skip(table.line, "no version or no year")
        else:
            found[code] = revision
    return found


def read_authorised(table: TableReader) -> Iterator[tuple[Key, str, str]]:
    """OD_CAEN_AUTORIZAT: registry number, class, and the version as written."""
    number_at = table.position("COD_INMATRICULARE")
    class_at = table.position("COD_CAEN_AUTORIZAT")
    version_at = table.position("VER_CAEN_AUTORIZAT")
    tally = table.tally
    for row in table.rows():
        code, key = read_class(row[class_at]), number_key(row[number_at])
        version = row[version_at].strip()
        if code is None or not version or not version.isascii() or not key:
            tally.skip(table.line, "no registry number, class or version")
        else:
            yield key, code, version


def read_version(text: str, versions: dict[str, int]) -> int | None:
    """A version as a number, or as in older dumps: ``Versiunea 2008``."""
    plain = text.strip()
    if plain in versions:
        return versions[plain]
    if plain.isdecimal() and len(plain) == 1 and int(plain) in _YEARS.values():
        return int(plain)
    return _by_year(plain)


def read_class_names(table: TableReader) -> Iterator[tuple[str, str, str]]:
    """N_CAEN: class, version and title, for classes without a title in this program."""
    class_at, title_at = table.position("CLASA"), table.position("DENUMIRE")
    version_at = table.position("VERSIUNE_CAEN")
    for row in table.rows():
        code, title = read_class(row[class_at]), tidy(row[title_at])
        version = row[version_at].strip()
        if code is None or title is None or not version:
            table.tally.leave_out("a heading, not a class")
        else:
            yield code, version, title


def _by_year(text: str) -> int | None:
    year = re.search(r"(?<!\d)(?:19|20)\d{2}(?!\d)", text)
    return _YEARS.get(year[0]) if year else None
