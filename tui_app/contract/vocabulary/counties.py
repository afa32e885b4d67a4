"""The counties of Romania, as people and files write them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

from tui_app.contract.folding import fold, letters
from tui_app.contract.vocabulary.lost_letters import STAND_IN, fits, restored


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
} | {
    "cta": COUNTIES[13],
    "buc": CAPITAL, "bucuresti": CAPITAL, "bucharest": CAPITAL, "bucurestii": CAPITAL,
    "bucurestilor": CAPITAL,
    # From 1981 to 1997 Ilfov was the capital's rural sector.
    "sectorulagricolilfov": COUNTIES[23], "sectoragricolilfov": COUNTIES[23], "sai": COUNTIES[23],
}  # fmt: skip
_FIRST_WORDS: Final = {
    letters(fold(first)): county
    for county in COUNTIES.values()
    if "-" in county.name
    for first in county.name.partition("-")[:1]
}
"""What people call ``Bistrița-Năsăud`` and ``Caraș-Severin`` for short."""

_DESIGNATIONS: Final = frozenset(
    {"judetul", "judetului", "judet", "jud", "county", "of", "municipiul", "municipiu", "mun"}
)
_COUNTRY: Final = frozenset({"ro", "rou", "romania"})
_SHORTEST_BEGINNING: Final = 4
_SHORTEST_ABBREVIATION: Final = 3
_ROMAN: Final = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6}
_SECTOR_WORDS: Final = ("sectorul", "sectoru", "sector", "sect", "sec", "sct", "s")


@lru_cache(maxsize=4096)
def read_county(text: str) -> County | None:
    """The county that a field names, or ``None``.

    Examples are ``CJ``, ``RO-CJ``, ``JUDEŢUL VÎLCEA``, ``Jud.Cluj``, ``Bucureşti Sectorul 1``,
    ``Boto?ani``, which lost a letter, ``Constana``, which lost an ``ț``, ``GALA``, which a server
    cut before it, and the beginnings ``Maram`` and ``Const.``.
    """
    county = county_named(text)
    if county is not None:
        return county
    name = letters(" ".join(_words(text)))
    if STAND_IN in name:
        return _only({of for known, of in _BY_LETTERS.items() if fits(name, known)}, len(name) > 2)
    dropped = {of for of in COUNTIES.values() if name in _with_letters_dropped(of)}
    if dropped or not name:
        return _only(dropped)
    is_short = text.rstrip().endswith(".") and len(name) >= _SHORTEST_ABBREVIATION
    begun = {of for known, of in _BY_LETTERS.items() if known.startswith(name)}
    return _only(begun, is_short or len(name) >= _SHORTEST_BEGINNING)


@lru_cache(maxsize=4096)
def county_named(text: str) -> County | None:
    """The county that a text names in full or by its code; a mere beginning is none.

    Used where a text may be something else: ``Cara`` and ``Mara`` are words of names.
    """
    if _sector_in(text) is not None:
        return CAPITAL
    words = _words(text)
    found = _by_letters(words)
    if found is None and len(words) > 1:
        # CJ - Cluj; Cluj (CJ)
        parts = ((words[:1], words[1:]), (words[-1:], words[:-1]))
        both = ((_by_letters(one), _by_letters(rest)) for one, rest in parts)
        found = next((one for one, rest in both if one is not None and one is rest), None)
    return found


@lru_cache(maxsize=65_536)
def read_sector(locality: str) -> int | None:
    """The capital's sector that a locality is, or ``None``.

    ``Bucureşti Sectorul 3``, ``Sector 3 Mun. București``, ``Bucuresti S3``, ``SECTOR3`` and
    ``Sect. III`` are one.
    """
    return _sector_in(locality)


@lru_cache(maxsize=4096)
def plain_county(text: str | None) -> str:
    """A county, folded, for comparison: ``Jud. Cluj`` and ``CLUJ`` are ``cluj``."""
    county = read_county(text or "")
    return fold(county.name if county else text or "")


def _words(text: str) -> list[str]:
    """The folded words that may name a county."""
    words = fold(restored(text).replace(".", " ").replace("_", " ")).split()
    kept = [word for word in words if not _is_designation(word)]
    if len(kept) > 1:
        kept = [word for word in kept if word not in _COUNTRY] or kept
    return kept


def _is_designation(word: str) -> bool:
    return word in _DESIGNATIONS or (
        STAND_IN in word and any(fits(word, known) for known in _DESIGNATIONS)
    )


def _sector_in(text: str) -> int | None:
    """The sector if a text says nothing but a sector of the capital."""
    words = _words(text)
    rest = [word for word in words if not _is_capital(word)]
    joined = "".join(rest)
    if len(rest) < len(words) and joined in {*"123456"}:
        # Bucuresti 3
        return int(joined)
    for word in _SECTOR_WORDS:
        if joined.startswith(word):
            number = joined.removeprefix(word).lstrip("0")
            if number in {*"123456"}:
                return int(number)
            return _ROMAN.get(number) if len(word) > 2 else None
    return None


def _is_capital(word: str) -> bool:
    is_known = STAND_IN not in word or len(word) < _SHORTEST_BEGINNING
    return _BY_LETTERS.get(word) is CAPITAL if is_known else fits(word, "bucuresti")


def _by_letters(words: list[str]) -> County | None:
    name = letters(" ".join(words))
    return _BY_LETTERS.get(name) or _FIRST_WORDS.get(name)


def _only(found: set[County], is_enough: bool = True) -> County | None:
    return next(iter(found)) if is_enough and len(found) == 1 else None


@lru_cache(maxsize=64)
def _with_letters_dropped(county: County) -> frozenset[str]:
    """What servers leave of a county: cut before its first ``ș`` or ``ț``, or without letters."""
    plain = letters(fold(county.name))
    name = letters(county.name.lower())
    cut = re.split("[șț]", name)[0] if re.search("[șț]", name) else name
    spellings = {fold(cut), re.sub("[șț]", "", name), re.sub("[^a-z]", "", name)}
    return frozenset(letters(fold(each)) for each in spellings) - {plain, "d"}
