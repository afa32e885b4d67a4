"""The counties of Romania, as people and files write them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

from tui_app.contract.folding import fold, letters
from tui_app.contract.lazy_pattern import lazy_pattern


class County(Struct, frozen=True):
    """A county: its plate code, its name, and the name without diacritics."""

    plate: str
    name: str
    plain_name: str


_NAMES: Final = {
    1: "AB Alba", 2: "AR Arad", 3: "AG Argeș", 4: "BC Bacău", 5: "BH Bihor",
    6: "BN Bistrița-Năsăud", 7: "BT Botoșani", 8: "BV Brașov", 9: "BR Brăila", 10: "BZ Buzău",
    11: "CS Caraș-Severin", 12: "CJ Cluj", 13: "CT Constanța", 14: "CV Covasna",
    15: "DB Dâmbovița", 16: "DJ Dolj", 17: "GL Galați", 18: "GJ Gorj", 19: "HR Harghita",
    20: "HD Hunedoara", 21: "IL Ialomița", 22: "IS Iași", 23: "IF Ilfov", 24: "MM Maramureș",
    25: "MH Mehedinți", 26: "MS Mureș", 27: "NT Neamț", 28: "OT Olt", 29: "PH Prahova",
    30: "SM Satu Mare", 31: "SJ Sălaj", 32: "SB Sibiu", 33: "SV Suceava", 34: "TR Teleorman",
    35: "TM Timiș", 36: "TL Tulcea", 37: "VS Vaslui", 38: "VL Vâlcea", 39: "VN Vrancea",
    40: "B București", 51: "CL Călărași", 52: "GR Giurgiu",
}  # fmt: skip
_PLAIN: Final = str.maketrans("ăâîșțĂÂÎȘȚ", "aaistAAIST")


def _county(text: str) -> County:
    plate, _, name = text.partition(" ")
    return County(plate, name, name.translate(_PLAIN))


COUNTIES: Final = {number: _county(text) for number, text in _NAMES.items()}
"""By the county's number in registry numbers."""

CAPITAL: Final = COUNTIES[40]

_BY_LETTERS: Final = {
    letters(fold(spelling)): county
    for county in COUNTIES.values()
    # Until 1993 the sound of â was written î: Dîmbovița.
    for spelling in (county.plate, county.name, county.name.replace("â", "î"))
} | {"bucharest": CAPITAL, "bucurestii": CAPITAL}
_DESIGNATIONS: Final = frozenset(
    {"judetul", "judetului", "judet", "jud", "county", "municipiul", "municipiu", "mun"}
)
_SECTOR: Final = lazy_pattern("(?:sector(?:ul)?|sect|s)0?[1-6]$")
_LOCALITY_SECTOR: Final = lazy_pattern(
    "(?:(?:mun|municipiul) )?(?:bucuresti )?(?:sectorul|sector|sect) ?0?([1-6])"
)
_LOST: Final = lazy_pattern("[?\ufffd]")
_STAND_IN: Final = "ħ"
"""A letter that is in no county's name; it stands for a lost letter."""


@lru_cache(maxsize=4096)
def read_county(text: str) -> County | None:
    """The county that a text names, or ``None``.

    Examples are ``CJ``, ``JUDEŢUL VÎLCEA``, ``Jud.Cluj``, ``Bucureşti Sectorul 1`` and
    ``Boto?ani``, which lost a letter.
    """
    words = fold(_LOST().sub(_STAND_IN, text).replace(".", " ")).split()
    spelling = letters("".join(word for word in words if word not in _DESIGNATIONS))
    name = _SECTOR().sub("", spelling)
    if name == spelling:
        return _by_letters(name)
    # Only the capital has sectors.
    return CAPITAL if not name or _by_letters(name) is CAPITAL else None


@lru_cache(maxsize=65_536)
def read_sector(locality: str) -> int | None:
    """The capital's sector that a locality is, or ``None``.

    ``Bucureşti Sectorul 3``, ``Mun. București, Sector 3`` and ``sector 3`` are one.
    """
    found = _LOCALITY_SECTOR().fullmatch(fold(locality.replace(".", " ")))
    return int(found[1]) if found else None


@lru_cache(maxsize=4096)
def plain_county(text: str | None) -> str:
    """A county, folded, for comparison: ``Jud. Cluj`` and ``CLUJ`` are ``cluj``."""
    county = read_county(text or "")
    return fold(county.name if county else text or "")


def _by_letters(name: str) -> County | None:
    if _STAND_IN not in name:
        return _BY_LETTERS.get(name)
    pattern = re.compile(name.replace(_STAND_IN, "[a-z]"))
    found = {each for known, each in _BY_LETTERS.items() if pattern.fullmatch(known)}
    return found.pop() if len(name) > 2 and len(found) == 1 else None
